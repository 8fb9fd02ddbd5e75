/** Writes the archive: a file for each table, read from the database as the reader takes it. */
import { PassThrough, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { to as copyTo } from "pg-copy-streams";
import type pg from "pg";
import { openClient } from "../../platform/db/connection.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { notExported } from "./not-exported.ts";
import { type Exported, exported } from "./tables.ts";
import { zipInto } from "./zip.ts";

/** Tables with one row for an account: JSON. The others are lists: CSV. */
const single = new Set([
  "account",
  "invoice_title",
  "alert_setting",
  "mfa",
  "ip_login",
  "identity_check",
]);

/** An export that takes longer is cut off: its reader holds a connection to the database. */
const MOST_MS = 30 * 60_000;

/** Starts an export; the stream fails if it cannot be completed. */
export function personalData(
  services: Pick<Services, "databaseUrl" | "log">,
  accountId: string,
): Readable {
  if (!isUuid(accountId)) throw new Error("not an account");
  const out = new PassThrough({ highWaterMark: 256 * 1024 });
  writeAll(services, accountId, out).catch((error: unknown) => {
    if (!out.destroyed) services.log.warn({ err: error }, "personal data export failed");
    out.destroy(error as Error);
  });
  return out;
}

async function writeAll(
  { databaseUrl }: Pick<Services, "databaseUrl">,
  accountId: string,
  out: PassThrough,
): Promise<void> {
  const client = await openClient(databaseUrl, { name: "turnpike-personal-data" });
  const over = new AbortController();
  void sleep(MOST_MS, null, { signal: over.signal }).then(
    () => out.destroy(new Error("it took too long")),
    () => undefined,
  );
  // A reader who leaves ends the running query too.
  out.once("close", () => over.abort());
  try {
    const zip = zipInto(out);
    await zip.add("contents.json", Readable.from([contents()]));
    for (const [table, what] of Object.entries(exported)) {
      if (out.destroyed) return;
      const isSingle = single.has(table);
      const rows = client.query(copyTo(copyStatement(table, what, accountId)));
      await zip.add(`${table}.${isSingle ? "json" : "csv"}`, rows);
    }
    zip.end();
  } finally {
    over.abort();
    await endClient(client);
  }
}

/** Ends the connection even if a query still waits for a reader who has left. */
async function endClient(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } })
    .connection;
  await Promise.race([client.end(), sleep(1_000)]).catch(() => undefined);
  stream.destroy();
}

/**
 * `copy` takes no parameters; the id is a UUID. JSON has no control characters, so that none of it
 * is quoted.
 */
function copyStatement(table: string, { columns, where }: Exported, accountId: string): string {
  const names = columns.split(" ").map((name) => `"${name}"`);
  const condition = (where ?? "account_id = $account").replaceAll(
    "$account",
    `'${accountId}'::uuid`,
  );
  if (!single.has(table))
    return `copy (select ${names.map(cell).join(", ")} from ${table} where ${condition}) to stdout (format csv, header)`;
  return `copy (select row_to_json(r) from (select ${names.join(", ")} from ${table} where ${condition}) r) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`;
}

/** Text that a spreadsheet would evaluate gets a `'`, as in every CSV file of the product. */
const cell = (name: string) =>
  `case when ${name}::text ~ '^[=+@\\t\\r]' or ${name}::text ~ '^-[^0-9.]' then '''' || ${name}::text else ${name}::text end as ${name}`;

/** The first file: what the others are, and what is left out and why. */
function contents(): string {
  const files = Object.entries(exported).map(([table, { columns, without = {} }]) => ({
    file: `${table}.${single.has(table) ? "json" : "csv"}`,
    columns: columns.split(" "),
    leftOut: Object.fromEntries(
      Object.entries(without).flatMap(([names, why]) =>
        names.split(" ").map((name) => [name, why]),
      ),
    ),
  }));
  return `${JSON.stringify({ files, notExported }, null, 2)}\n`;
}
