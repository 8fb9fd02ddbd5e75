/** L15: closing an account while it uses everything it can. TURNPIKE_FULL=1 runs it ten times. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { enterpriseCustomer } from "../../products/cdkey/testing.ts";
import { liveIdsOf } from "../../products/sub-account/store/sub-accounts.ts";
import { modules } from "../../app.ts";
import { runDueJobs } from "../../platform/jobs.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import {
  type Customer,
  type Fields,
  type CallResult,
  startShop,
} from "../../identity/session/testing.ts";
import { cancelFields } from "./testing.ts";

const ROUNDS = sized(1, 10);
const AT_ONCE = 50;

const shop = forTests(startShop);
/** CDKeys made by another customer. */
let codes: string[] = [];
beforeAll(async () => {
  const maker = await enterpriseCustomer(shop);
  const made = await maker.get("cdkeyMake", { kind: "traffic", amount: 1, count: 1000 });
  codes = made.items.map(({ code }) => code);
});

const order = { sku: "traffic-standard", quantity: 1, method: "wallet" };
/** The account's language changes concurrently, so the mail may be in either one. */
const closedSubjects = new Set(["Your account was closed", "Ihr Konto wurde geschlossen"]);
const profit = { contact: "@race", walletAddress: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" };
/** The calls made while the account is closed, with fields for the n-th one. */
const busy: [CallName, (n: number, round: number) => Fields][] = [
  ["getProfit", () => ({ amountCents: 1, target: "balance" })],
  ["placeOrder", () => order],
  ["placeOrder", (n) => ({ ...order, requestId: `race-request-${n}` })],
  ["placeOrder", () => ({ ...order, method: "card" })],
  ["recharge", () => ({ amountCents: 5_000, method: "card" })],
  [
    "addSubUser",
    (n, round) => ({ account: `race${round}x${n}end`, password: "secret12", trafficGb: 0.001 }),
  ],
  [
    "addTrafficWhite",
    (n, round) => ({
      ips: `9.${round + 1}.${n >> 8}.${n & 255}`,
      account: `first${round}race`,
    }),
  ],
  ["cdkeyMake", () => ({ kind: "ip", amount: 100, count: 10 })],
  ["cdkeyUse", () => ({ code: codes.pop() })],
  ["alerts", () => ({ thresholds: JSON.stringify({ trafficGb: 900_000 }), email: 0 })],
  ["upInvoiceTitle", () => ({ title: "Race Inc" })],
  ["mfaSecret", () => ({})],
  ["upAccessKey", () => ({})],
  ["upLang", () => ({ language: "de" })],
  ["webauto", () => ({})],
  ["staticUse", () => ({ country: "US", days: 30, num: 1, pay: "wallet" })],
  ["shortExtract", () => ({ country: "US", days: 1, num: 1, pay: "wallet" })],
  ["staticUpdateAll", (n) => ({ account: `race${n}name`, password: "another123" })],
];

async function rich(round: number): Promise<Customer> {
  const customer = await shop.customer({ cents: 10_000_000 });
  await customer.get("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" });
  await customer.get("placeOrder", { ...order, quantity: 5 });
  const first = { account: `first${round}race`, password: "secret12", trafficGb: 1 };
  await customer.get("addSubUser", first);
  const { inviteCode } = await customer.get("shareInfo");
  const friend = await shop.customer({ inviteCode });
  const bought = await friend.get("placeOrder", { ...order, quantity: 1000, method: "crypto" });
  await shop.complete(bought.payUrl ?? "", "paid");
  const { walletAddress, contact } = profit;
  const fields = { amountCents: 3000, target: "crypto", walletAddress, contact };
  await customer.get("getProfit", fields);
  return customer;
}

/** Counts an account's remaining rows and its half-finished orders. */
async function left({ id }: Customer) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from session where account_id = ${id}) as sessions,
      (select count(*)::int from whitelist_entry where account_id = ${id}) as entries,
      (select count(*)::int from ticket where account_id = ${id}) as tickets,
      (select count(*)::int from mfa where account_id = ${id}) as mfa,
      (select count(*)::int from invoice_title where account_id = ${id}) as titles,
      (select count(*)::int from alert where account_id = ${id}) as alerts,
      (select count(*)::int from alert_setting where account_id = ${id}) as settings,
      (select count(*)::int from cdkey where account_id = ${id} and used_at is null
        and code_sealed is not null) as codes,
      (select count(*)::int from login_event where account_id = ${id}) as log,
      (select count(*)::int from static_ip where account_id = ${id}
        and (deleted_at is null or released_at is null or name <> 'closed')) as statics,
      (select count(*)::int from exit where taken_by in (select id from static_ip
        where account_id = ${id})) as exits,
      (select count(*)::int from static_event where account_id = ${id}) as events,
      (select count(*)::int from payment where account_id = ${id} and status = 'pending')
        as payments,
      (select count(*)::int from shop_order where account_id = ${id} and status = 'pending')
        as orders,
      (select count(*)::int from withdrawal where account_id = ${id} and status = 'pending')
        as withdrawals,
      (select count(*)::int from shop_order o where account_id = ${id} and status = 'paid'
        and not exists (select from ledger_entry e where e.key = 'order:' || o.id)) as half`.execute(
    shop.db,
  );
  return { ...rows[0], live: (await liveIdsOf(shop.db, id)).length };
}

describe("Closing an account during concurrent calls (L15)", () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    "leaves zero balances, no unfinished order, nothing live and a consistent ledger (round %i)",
    async (round) => {
      const customer = await rich(round);
      const { payUrl } = await customer.get("recharge", { amountCents: 7_000, method: "card" });
      const question = await cancelFields(shop, customer);
      let closed = false;
      let next = 0;
      const said: CallResult<CallName>[] = [];
      // Each worker continues until the account is closed, then makes one more call.
      const worker = async () => {
        for (let after = false; !after; ) {
          after = closed;
          const n = next++;
          const [name, fields] = busy[n % busy.length] ?? ["member", () => ({})];
          said.push(await customer.ask(name, fields(n, round)));
        }
      };
      const workers = Array.from({ length: AT_ONCE }, worker);
      const closure = customer.ask("cancel", question).finally(() => {
        closed = true;
      });
      const paid = shop.complete(payUrl, "paid");
      expect(await closure).toMatchObject({ code: 0, status: 200 });
      await Promise.all([paid, ...workers]);
      const faults = said.filter(({ status, code }) => status >= 500 || code >= 500);
      expect(faults.map(({ code, refused }) => [code, refused])).toEqual([]);
      const codes = new Set(said.map(({ code }) => code));
      // 409: it starts more payments than may be open at once.
      expect([...codes].every((code) => [0, 300, 402, 404, 409].includes(code))).toBe(true);
      // Some calls succeeded before the closure, others came too late.
      expect([codes.has(0), codes.has(300)]).toEqual([true, true]);

      expect(await bucketsOf(shop.services, customer.id)).toEqual({});
      await runDueJobs(shop.services, modules.jobs);
      expect(await bucketsOf(shop.services, customer.id)).toEqual({});
      const nothing = Object.fromEntries(Object.keys(await left(customer)).map((key) => [key, 0]));
      expect(await left(customer)).toEqual(nothing);
      expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
      const subjects = (await mailsTo(shop, customer.email)).map(({ subject }) => subject);
      expect(subjects.filter((subject) => closedSubjects.has(subject))).toHaveLength(1);
    },
    60_000,
  );

  it("happens once, however many concurrent requests are sent", async () => {
    const customer = await shop.customer();
    const question = await cancelFields(shop, customer);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => customer.ask("cancel", question)),
    );
    const done = answers.filter(({ code }) => code === 0);
    expect([done.length, answers.every(({ status }) => status < 500)]).toEqual([1, true]);
  });
});
