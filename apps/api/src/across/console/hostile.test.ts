/** Hostile values in every field of every call of the console (A11), and acts sent twice. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { ConsoleCall } from "@turnpike/contract/console/call.ts";
import { type ConsoleCallName, consoleCalls } from "@turnpike/contract/console/calls.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { type Person, startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
let owner: Person;
let account: string;
beforeAll(async () => {
  owner = await api.person("owner");
  const { id } = await api.register();
  account = id;
}, 60_000);

const named = Object.entries(consoleCalls) as [ConsoleCallName, ConsoleCall][];

/** Values with which a call gets past its other fields. */
const sane: Record<string, unknown> = {
  reason: "a sentence of the staff",
  requestId: "hostile-0001",
  kind: "discount",
  by: "day",
  days: 7,
  percent: 10,
  amount: 1,
  asset: "wallet",
  from: "2026-01-01",
  to: "2026-01-31",
  month: "2026-01",
  at: "2026-01-01T00:00:00Z",
  enabled: 1,
};
const saneFor = (name: string) => (/^accounts?$|^maker$/.test(name) ? account : sane[name]);
/** The last one is an id by its letters, but none that the database has a column for. */
const hostile = ["a\u0000b", "\ud800", ["a\u0000b"], { a: "\u0000" }, "9999-12"];

async function statusOf(name: ConsoleCallName, fields: object): Promise<[number, number]> {
  const { status, code } = await owner.ask(name, fields);
  return [status, code];
}

async function walletCents(): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount), 0)::int as cents from ledger_line
    where owner = ${account} and asset = 'wallet'`.execute(api.db);
  return rows[0]?.cents ?? 0;
}

it("Any field of any call of the console may hold NUL, half a character, a list, an object or half an id: the call answers or refuses", async () => {
  const failed: unknown[] = [];
  // Ends the session that the others are sent with.
  const tried = named.filter(([name]) => name !== "signOut");
  for (const [name, { request }] of tried) {
    const fields = Object.keys(request.shape);
    const others = Object.fromEntries(fields.map((field) => [field, saneFor(field)]));
    const all = fields.flatMap((field) =>
      hostile.map(async (value) => {
        const [status, code] = await statusOf(name, { ...others, [field]: value });
        if (status >= 500 || code >= 500) failed.push([name, field, value]);
      }),
    );
    await Promise.all(all);
  }
  expect(failed).toEqual([]);
}, 60_000);

describe("A money act of the console (spec/console#calls)", () => {
  /** Each sent again would add, pay or send once more. */
  const adding = ["customerGrant", "couponGrant", "refund", "refundsSend"] as const;

  it("has to be named by a requestId, which repeats nothing", async () => {
    const { request } = consoleCalls.customerGrant;
    const given = { account, asset: "wallet", amount: 700, reason: "sorry" };
    expect(request.safeParse({ ...given, requestId: "grant-0001" }).success).toBe(true);
    for (const name of adding) {
      const fields = { ...given, name: "TP1", accounts: account, kind: "discount", days: 1 };
      const { code, refused } = await owner.ask(name, fields);
      expect([name, code, refused]).toEqual([
        name,
        400,
        { reason: "missingField", field: "requestId" },
      ]);
    }
    const twice = { ...given, requestId: "grant-0002" };
    const before = await walletCents();
    await Promise.all([owner.get("customerGrant", twice), owner.get("customerGrant", twice)]);
    expect((await walletCents()) - before).toBe(700);
  });

  it("of deciding a withdrawal or voiding a CDKey takes one too", () => {
    for (const name of [...adding, "withdrawalDecide", "cdkeyVoid"] as const)
      expect([name, "requestId" in consoleCalls[name].request.shape]).toEqual([name, true]);
  });
});

it("One target that support blocks does not stop the traffic of all customers (spec/operator#targets)", async () => {
  const support = await api.person("support");
  for (const pattern of [":443", "0.0.0.0/1", "2000::/3", "com"]) {
    const { refused } = await support.ask("targetBlock", { pattern, reason: "phishing" });
    expect(refused.detail).toContain("most traffic of all customers");
  }
  expect((await support.get("targetList")).items).toEqual([]);
});

it("Nor do many, one after the other, and their number is bounded (spec/operator#targets)", async () => {
  const support = await api.person("support");
  const refusedAt: number[] = [];
  for (let at = 1; at <= 40; at += 1) {
    const { code } = await support.ask("targetBlock", { pattern: `${at}.0.0.0/8`, reason: "spam" });
    if (code !== 0) refusedAt.push(at);
  }
  expect(refusedAt).toEqual([33, 34, 35, 36, 37, 38, 39, 40]);
  expect((await support.ask("targetBlock", { pattern: "198.51.100.0/24" })).code).toBe(0);
  await sql`
    insert into blocked_target (id, pattern, account_id, created_at)
    select gen_random_uuid(), 'n' || n || '.example', null, now() from generate_series(1, 10000) n
  `.execute(api.db);
  const { refused } = await support.ask("targetBlock", { pattern: "a.example", account });
  expect(refused.detail).toContain("the most there can be");
});
