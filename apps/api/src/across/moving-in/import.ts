/**
 * Imports what another installation had: customers, their sub-accounts, their static IPs
 * (docs/moving-in.md). A file is read and judged first; then all of it is written, or nothing.
 */
import { createHash } from "node:crypto";
import { ActRefused } from "../../platform/act-refused.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import type { ImportedCustomer } from "./read-customers.ts";
import { type ImportedRows, type ImportKind, readImport } from "./read-file.ts";
import type { LineFault } from "./rows.ts";
import { importedFile, rememberFile } from "./store.ts";
import { refuseTaken, writeCustomers } from "./write-customers.ts";
import { judgeStatics, writeStatics } from "./write-statics.ts";
import { judgeSubAccounts, writeSubAccounts } from "./write-sub-accounts.ts";

/** What a file holds, in sums. */
export interface ImportTotals {
  kind: ImportKind;
  lines: number;
  /** Customers without a password, who are invited by mail. */
  invited: number;
  walletCents: number;
  trafficBytes: number;
  ips: number;
}
export interface PreparedImport {
  totals: ImportTotals;
  /** For a person to judge; they stop nothing. */
  notes: LineFault[];
  /** Identifies the file. */
  digest: string;
  /** Refuses what `write` would, as things are now. Writes nothing. */
  judge: (services: Services, tx: Tx) => Promise<void>;
  write: (services: Services, tx: Tx) => Promise<void>;
}

/** Longer texts are no list that this program can import at once. */
export const maxImportLength = 128 * 1024 * 1024;

/** Reads a file and judges it. @throws ActRefused naming what is wrong */
export async function prepareImport(
  services: Services,
  kind: ImportKind,
  text: string,
): Promise<PreparedImport> {
  if (text.length > maxImportLength) throw new ActRefused("the file is larger than 128 MB");
  const digest = createHash("sha256").update(text).digest("hex");
  await refuseImported(services.db, digest);
  const now = services.world.now();
  const file = digest.slice(0, 16);
  if (kind === "customers") {
    const { rows: customers, notes } = await readImport(kind, text, now);
    await refuseTaken(services.db, customers);
    const write: PreparedImport["write"] = (on, tx) => writeCustomers(on, tx, { customers, file });
    const judge: PreparedImport["judge"] = (_on, tx) => refuseTaken(tx, customers);
    return { totals: totalsOf(kind, customers), notes, digest, judge, write };
  }
  if (kind === "subaccounts") {
    const { rows, notes } = await readImport(kind, text, now);
    const write: PreparedImport["write"] = (on, tx) => writeSubAccounts(on, tx, rows);
    const judge: PreparedImport["judge"] = async (on, tx) => {
      await judgeSubAccounts(on, tx, rows);
    };
    return { totals: totalsOf(kind, rows), notes, digest, judge, write };
  }
  const { rows: statics, notes } = await readImport(kind, text, now);
  const write: PreparedImport["write"] = (on, tx) => writeStatics(on, tx, { statics, file });
  const judge: PreparedImport["judge"] = (on, tx) => judgeStatics(on, tx, statics);
  return { totals: totalsOf(kind, statics), notes, digest, judge, write };
}

/** Writes a prepared file in the caller's transaction. @throws ActRefused */
export async function writeImport(
  services: Services,
  tx: Tx,
  { prepared, actor }: { prepared: PreparedImport; actor: string },
): Promise<void> {
  const { totals, digest } = prepared;
  const { kind, lines } = totals;
  const at = new Date(services.world.now());
  if (!(await rememberFile(tx, { digest, kind, lines, at, actor })))
    await refuseImported(tx, digest);
  await prepared.write(services, tx);
}

async function refuseImported(db: Parameters<typeof importedFile>[0], digest: string) {
  const known = await importedFile(db, digest);
  if (known === null) return;
  const when = `${known.at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  throw new ActRefused(
    `nothing was imported: ${known.actor} imported this file of ${known.kind} on ${when}`,
  );
}

/** @throws ActRefused if the sums are more than can be counted */
function totalsOf(kind: ImportKind, rows: ImportedRows[ImportKind][]): ImportTotals {
  const totals = { kind, lines: rows.length, invited: 0, walletCents: 0, trafficBytes: 0, ips: 0 };
  for (const row of rows) {
    if ("bytes" in row) totals.trafficBytes += row.bytes ?? 0;
    if (isCustomer(row)) {
      totals.walletCents += row.walletCents;
      totals.ips += row.ips;
      if (row.passwordHash === null) totals.invited += 1;
    }
  }
  if (totals.trafficBytes > Number.MAX_SAFE_INTEGER)
    throw new ActRefused("nothing was imported: the file's traffic is more than 9,007,199 GB");
  return totals;
}

const isCustomer = (row: ImportedRows[ImportKind]): row is ImportedCustomer => "walletCents" in row;
