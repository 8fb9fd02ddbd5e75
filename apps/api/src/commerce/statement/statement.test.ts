import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import type { Asset } from "@turnpike/rules/assets.ts";
import { type LedgerKind, post } from "../../ledger/post.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { download, ticketOf } from "../../identity/ticket/testing.ts";

const shop = forTests(startShop);

interface Given {
  asset: Asset;
  amount: number;
  at: string;
  kind?: string;
  ref?: string;
}
let keys = 0;
async function give(owner: string, { asset, amount, at, kind = "grant", ref = "" }: Given) {
  const line = (who: string | null, bucket: string, cents: number) =>
    ({ owner: who, asset, bucket, amount: cents }) as const;
  const lines = [line(owner, "main", amount), line(null, "grants", -amount)];
  const entry = {
    key: `given:${++keys}`,
    kind: kind as LedgerKind,
    ref,
    at: Date.parse(at),
    lines,
  };
  await transaction(shop.db, (tx) => post(tx, entry));
}

const heads = ["at", "asset", "kind", "ref", "amount", "balance", "unit"];
type Row = Record<string, string>;
async function statementOf(customer: Customer, month: string) {
  const ticket = await ticketOf(customer, { what: "statement", month });
  const answer = await download(shop, "/v1/statement", ticket);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const [names, ...rows] = parse(bytes, { bom: true, columns: false }) as string[][];
  const named = rows.map((row): Row => Object.fromEntries(heads.map((h, i) => [h, row[i] ?? ""])));
  return { answer, bytes, names, rows: named };
}

describe("GET /v1/statement: one month of the ledger as CSV (spec/money#ledger)", () => {
  it("lists the opening balance, each entry with text and balance, and the closing balance", async () => {
    const customer = await shop.customer();
    await give(customer.id, { asset: "wallet", amount: 5000, at: "2026-09-30T23:59:59.999Z" });
    const recharge = { asset: "wallet", amount: 123_456, kind: "recharge" } as const;
    await give(customer.id, { ...recharge, at: "2026-10-01T00:00:00Z", ref: "p1" });
    const order = { kind: "order", ref: "TP1", at: "2026-10-05T10:20:30Z" };
    await give(customer.id, { asset: "wallet", amount: -1050, ...order });
    await give(customer.id, { asset: "traffic", amount: 3_000_000_000, ...order });
    await give(customer.id, { asset: "wallet", amount: 1, at: "2026-11-01T00:00:00Z" });
    const { answer, bytes, names, rows } = await statementOf(customer, "2026-10");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain('"statement-2026-10.csv"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(names).toEqual([
      "Date (UTC)",
      "Balance of",
      "What happened",
      "Reference",
      "Amount",
      "Balance",
      "Unit",
    ]);
    expect(rows.map((row) => Object.values(row).join("|"))).toEqual([
      "2026-10-01 00:00:00|Wallet|Opening balance|||50.00|USD",
      "2026-10-01 00:00:00|Wallet|Top-up|p1|1234.56|1284.56|USD",
      "2026-10-05 10:20:30|Wallet|Order|TP1|-10.50|1274.06|USD",
      "2026-10-31 23:59:59|Wallet|Closing balance|||1274.06|USD",
      "2026-10-01 00:00:00|Traffic|Opening balance|||0|bytes",
      "2026-10-05 10:20:30|Traffic|Order|TP1|3000000000|3000000000|bytes",
      "2026-10-31 23:59:59|Traffic|Closing balance|||3000000000|bytes",
    ]);
  });

  it("adds up to the displayed balances from month to month, whatever the order of posting", async () => {
    const customer = await shop.customer();
    // Numbered out of clock order, also at the month's end.
    const instants = ["09-30T23:59:59.9Z", "10-01T00:00:00.1Z", "09-30T23:59:59.8Z"];
    for (const [index, at] of instants.entries()) {
      await give(customer.id, { asset: "wallet", amount: 100 + index, at: `2026-${at}` });
    }
    const months = ["2026-08", "2026-09", "2026-10", "2026-11"];
    const told = await Promise.all(months.map((month) => statementOf(customer, month)));
    const [august, september, october, november] = told.map(({ rows }) => rows);
    expect(august).toEqual([]);
    expect(september?.at(-1)?.balance).toBe(october?.[0]?.balance);
    expect(october?.at(-1)?.balance).toBe(november?.[0]?.balance);
    const amounts = told.flatMap(({ rows }) => rows.map((row) => Number(row.amount)));
    const { walletCents } = await customer.get("member");
    const today = new Date(shop.services.world.now()).toISOString().slice(0, 10);
    const running = await statementOf(customer, today.slice(0, 7));
    expect(running.rows.at(-1)?.at?.slice(0, 10)).toBe(today);
    expect(Math.round(amounts.reduce((sum, one) => sum + one, 0) * 100)).toBe(walletCents);
    expect(november?.at(-1)?.balance).toBe((walletCents / 100).toFixed(2));
  });

  it("neutralises cells that a spreadsheet would read as formulas, but not numbers (A12)", async () => {
    const customer = await shop.customer();
    const at = "2026-10-05T10:20:30Z";
    await give(customer.id, { asset: "ip", amount: 7, at, ref: "=HYPERLINK(1),x", kind: "@kind" });
    await give(customer.id, { asset: "ip", amount: -2, at, ref: "usage" });
    const { rows } = await statementOf(customer, "2026-10");
    expect(rows[1]).toMatchObject({ ref: "'=HYPERLINK(1),x", kind: "'@kind", amount: "7" });
    expect(rows[2]).toMatchObject({ amount: "-2", unit: "pieces" });
  });

  it("is in the account's language and contains only that account's entries", async () => {
    const customer = await shop.customer();
    const stranger = await shop.customer();
    await give(stranger.id, { asset: "wallet", amount: 100, at: "2026-10-05T10:20:30Z" });
    await customer.get("upLang", { language: "zh" });
    const { names, rows } = await statementOf(customer, "2026-10");
    expect([names?.[0], rows]).toEqual(["日期（UTC）", []]);
  });

  it("contains every line of a very long month", async () => {
    const customer = await shop.customer();
    const lines = sized(12_000, 100_000);
    await sql`
      insert into ledger_line (owner, asset, seq, entry_id, at, amount, balance, kind, ref)
      select ${customer.id}, 'traffic', n, (select min(id) from ledger_entry),
        '2026-10-01Z'::timestamptz + n * interval '1 second', 10, n * 10, 'usage', 'shopper' || n % 9
      from generate_series(1, ${lines}::int) n`.execute(shop.db);
    const ticket = await ticketOf(customer, { what: "statement", month: "2026-10" });
    const answer = await download(shop, "/v1/statement", ticket);
    let count = 0;
    for await (const part of answer.body ?? []) {
      for (const byte of part) if (byte === 10) count += 1;
    }
    expect(count).toBe(lines + 3);
  }, 90_000);
});
