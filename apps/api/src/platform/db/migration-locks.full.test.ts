/**
 * How long each migration keeps others waiting (spec/operator#upgrade): databases of the first two
 * editions with 5 million rows of usage and a million entries of the ledger are migrated while a
 * reader and a writer of each large table measure how long they wait. Figures: docs/operating/running.md.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sized } from "@turnpike/net/testing/full.ts";
import type pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { openClient } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { ownDatabase } from "./testing.ts";

const usageRows = sized(20_000, 5_000_000);
const entries = sized(5_000, 1_000_000);
const mostMs = 2_000;

const migrations = readdirSync(path.join(import.meta.dirname, "migrations"))
  .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
  .toSorted();

/** Rows as an installation of the time has them: 20,000 customers, 250 hours each, 50 entries each. */
const fill = (first: boolean) => [
  "set session_replication_role = replica",
  `insert into usage_hour (account_id, sub_account_id, product, hour, up_bytes, down_bytes, requests)
   select md5((n % 20000)::text)::uuid, md5((n % 20000)::text)::uuid, 'traffic',
     date_trunc('hour', now()) - (n / 20000) * interval '1 hour', 1, 2, 3
   from generate_series(1, ${usageRows}) n`,
  `insert into ledger_account (owner, asset, bucket)
   select md5(n::text)::uuid, 'wallet', 'main' from generate_series(0, 19999) n`,
  `insert into ledger_entry (id, key, kind, ref, at, digest)
   select ${first ? "n" : "ledger_first_entry(now()) + n"}, 'order:' || n, 'order', 'x',
     now() - (${entries} - n) * interval '1 second', '\\x00'
   from generate_series(1, ${entries}) n`,
  `insert into ledger_posting (entry_id, line, account_id, amount)
   select e.id, 1, 1 + e.id % 20000, 5 from ledger_entry e`,
  `insert into ledger_line (id, owner, asset, seq, entry_id, at, amount, balance, kind, ref)
   overriding system value
   select row_number() over (order by id), md5((id % 20000)::text)::uuid, 'wallet',
     row_number() over (partition by id % 20000 order by id), id, at, 5, 5, kind, ref
   from ledger_entry`,
  "set session_replication_role = default",
  "analyze",
];

/** Measures how long a statement waits at most, again and again until it is stopped. */
class Probe {
  longestMs = 0;
  #goesOn = true;
  #done: Promise<void>;
  #client: pg.Client;

  constructor(client: pg.Client, statement: string) {
    this.#client = client;
    this.#done = this.#run(statement);
  }

  async #run(statement: string): Promise<void> {
    while (this.#goesOn) {
      const began = performance.now();
      await this.#client.query(statement).catch(() => this.#client.query("rollback"));
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
      await sleep(4);
    }
  }

  async stop(): Promise<void> {
    this.#goesOn = false;
    await this.#done;
    await this.#client.end();
  }
}

const tables = ["usage_hour", "ledger_entry", "ledger_posting", "ledger_line", "ledger_account"];
const statements = tables.flatMap((table) => [
  `select from ${table} limit 1`,
  `begin; lock table ${table} in row exclusive mode; commit`,
]);

describe.each([
  ["the first edition", "0013_webhook.sql"],
  ["the second edition", "0043_static_stock_order.sql"],
])("an upgrade from %s (spec/operator#upgrade)", (name, last) => {
  const database = forTests(() => ownDatabase(""));
  beforeAll(async () => {
    await migrate(database.url, { upTo: last });
    const client = await openClient(database.url, { name: "fill" });
    try {
      for (const statement of fill(last.startsWith("0013"))) await client.query(statement);
    } finally {
      await client.end();
    }
  }, 1_200_000);

  it("keeps no reader and no writer waiting for more than 2 s", async () => {
    const slow: Record<string, number> = {};
    const figures: [string, number, number][] = [];
    for (const migration of migrations.filter((one) => one > last)) {
      const probes = await Promise.all(
        statements.map(
          async (statement) =>
            new Probe(await openClient(database.url, { name: "probe" }), statement),
        ),
      );
      const began = performance.now();
      await migrate(database.url, { upTo: migration });
      const tookMs = performance.now() - began;
      await Promise.all(probes.map((probe) => probe.stop()));
      const longestMs = Math.max(...probes.map((probe) => probe.longestMs));
      figures.push([migration, Math.round(tookMs), Math.round(longestMs)]);
      if (longestMs > mostMs) slow[migration] = Math.round(longestMs);
    }
    const longest = figures.toSorted((a, b) => b[2] - a[2]).slice(0, 12);
    const lines = longest.map(([one, took, wait]) => `  ${one}: ${took} ms, waits ${wait} ms`);
    const total = figures.reduce((sum, [, took]) => sum + took, 0);
    process.stdout.write(`${name}: ${total} ms in all\n${lines.join("\n")}\n`);
    expect(slow).toEqual({});
  }, 1_800_000);
});
