/** L9, L15: concurrent decisions, closures and freeze ends. TURNPIKE_FULL=1 runs the full size. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { cancelFields } from "../../across/closure/testing.ts";
import { modules } from "../../app.ts";
import { runDueJobs } from "../../platform/jobs.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { assertAccounting, verifyAccounting } from "../../../testing/verify-accounting.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { decideWithdrawal } from "./decide-withdrawal.ts";
import { unfreezeProfits } from "./jobs.ts";
import { DAY_SECONDS, figuresOf, recordRefund, pair, profitOf, sell } from "./testing.ts";
import { inCrypto } from "./testing.ts";

const shop = forTests(startShop);

const sold = { method: "crypto", renewal: false } as const;

it("Concurrent pay/reject pairs (L9): one of each pair wins; paid amounts leave the balance, rejected ones are restored", async () => {
  const { inviter, friend } = await pair(shop);
  const pairs = sized(30, 100);
  await sell(shop.services, friend.id, { ...sold, amountCents: pairs * 30_000 });
  const ids: string[] = [];
  for (let n = 0; n < pairs; n++) {
    const { withdrawal } = await inviter.get("getProfit", { ...inCrypto, amountCents: 3000 });
    ids.push(withdrawal.id);
  }
  expect(await figuresOf(inviter)).toMatchObject({
    withdrawableCents: 0,
    pendingCents: pairs * 3_000,
  });
  const reason = "We could not reach you.";
  const decided = await Promise.all(
    ids.flatMap((id, n) => {
      const pay = () => decideWithdrawal(shop.services, { id, status: "paid" });
      const reject = () => decideWithdrawal(shop.services, { id, status: "rejected", reason });
      const both = n % 2 ? [pay, reject] : [reject, pay];
      return both.map((decide) =>
        decide().then(
          ({ status }) => ({ id, status: status as string }),
          (error: Error) => ({ id, status: /already/.test(error.message) ? "late" : "fault" }),
        ),
      );
    }),
  );
  const by = (status: string) => decided.filter((one) => one.status === status);
  expect([by("late").length, by("fault").length]).toEqual([pairs, 0]);
  const winners = [...by("paid"), ...by("rejected")];
  expect(new Set(winners.map(({ id }) => id)).size).toBe(pairs);
  expect(await figuresOf(inviter)).toMatchObject({
    pendingCents: 0,
    cashedOutCents: by("paid").length * 3000,
    withdrawableCents: by("rejected").length * 3000,
  });
  const shown = await inviter.get("profitRecord", { status: "rejected", limit: 100 });
  expect(shown.items.every((row) => row.reason === reason && row.decidedAt)).toBe(true);
  expect(shown.total).toBe(by("rejected").length);
  const mails = await mailsTo(shop, inviter.email);
  expect(mails.filter(({ subject }) => subject.startsWith("Your withdrawal"))).toHaveLength(pairs);
}, 60_000);

/** Pending withdrawals, frozen profits and payout contacts that a closed account still has. */
async function leftOf({ id }: Customer) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from withdrawal where account_id = ${id} and status = 'pending')
        as pending,
      (select count(*) from profit where account_id = ${id} and freeze_ends_at is not null
        and freed_at is null) as frozen,
      (select count(*) from withdrawal where account_id = ${id}
        and (contact <> '' or (wallet_address <> '' and status <> 'paid'))) as contacts
    `.execute(shop.db);
  return rows[0];
}

describe.runIf(isFull)("Closing the account during 50 parallel withdrawals (L15)", () => {
  const rounds = Array.from({ length: 10 }, (_, round) => round);
  it.each(rounds)(
    "leaves no balance, and pays nothing twice (round %i)",
    async () => {
      const { inviter, friend } = await pair(shop);
      await sell(shop.services, friend.id, { ...sold, amountCents: 2_000_000 });
      await sell(shop.services, friend.id, { ...sold, amountCents: 50_000, method: "card" });
      const early = await inviter.get("getProfit", { ...inCrypto, amountCents: 3000 });
      const question = await cancelFields(shop, inviter);
      let closed = false;
      const work = async (n: number) => {
        const codes: number[] = [];
        for (let after = false; !after; ) {
          after = closed;
          const fields =
            n % 2 ? { target: "balance", amountCents: 7 } : { ...inCrypto, amountCents: 3000 };
          codes.push((await inviter.ask("getProfit", fields)).code);
        }
        return codes;
      };
      const workers = Array.from({ length: 50 }, (_, n) => work(n));
      // Meanwhile friends buy, refunds arrive and the operator decides withdrawals.
      const orders = Array.from({ length: 10 }, () =>
        sell(shop.services, friend.id, { ...sold, amountCents: 1000 }).then((order) =>
          recordRefund(shop.services, order, 500),
        ),
      );
      const paid = decideWithdrawal(shop.services, { id: early.withdrawal.id, status: "paid" });
      const decided = paid.then(
        () => "paid",
        () => "rejected",
      );
      const answer = await inviter.ask("cancel", question).finally(() => {
        closed = true;
      });
      expect(answer).toMatchObject({ code: 0 });
      const codes = new Set((await Promise.all(workers)).flat());
      await Promise.all(orders);
      expect(["paid", "rejected"]).toContain(await decided);
      expect([...codes].every((code) => [0, 300, 402].includes(code))).toBe(true);
      expect(codes.has(300)).toBe(true);
      expect(await bucketsOf(shop.services, inviter.id)).toEqual({});
      expect(await leftOf(inviter)).toEqual({ pending: 0, frozen: 0, contacts: 0 });

      // Afterwards nothing is earned, deducted or freed.
      const late = await sell(shop.services, friend.id, { ...sold, amountCents: 1000 });
      await recordRefund(shop.services, late, 500);
      await shop.advance(31 * DAY_SECONDS);
      await runDueJobs(shop.services, modules.jobs);
      expect(await bucketsOf(shop.services, inviter.id)).toEqual({});
      expect(await verifyAccounting(shop.db)).toMatchObject({
        ok: true,
        difference: null,
      });
    },
    60_000,
  );
});

it("The freeze ends (spec/affiliate#profit): once for each profit, with four concurrent schedulers and refunds", async () => {
  const { inviter, friend } = await pair(shop);
  const count = sized(80, 1_000);
  const card = { method: "card", renewal: false, amountCents: 1000 } as const;
  const orders: string[] = [];
  for (let n = 0; n < count; n++) orders.push(await sell(shop.services, friend.id, card));
  expect(await profitOf(shop, inviter)).toEqual({ frozen: count * 100 });
  shop.services.world.setOffset(shop.services.world.offsetMs() + 30 * DAY_SECONDS * 1000);
  const refunds = orders.slice(0, 50).map((order) => recordRefund(shop.services, order, 500));
  const schedulers = Array.from({ length: 4 }, () => unfreezeProfits(shop.services));
  await Promise.all([...schedulers, ...refunds]);
  await unfreezeProfits(shop.services);
  expect(await profitOf(shop, inviter)).toEqual({ main: count * 100 - 50 * 50 });
  const { rows } = await sql<{ freed: number }>`
      select count(*) as freed from ledger_entry e join ledger_posting p on p.entry_id = e.id
      join ledger_account a on a.id = p.account_id
      where e.kind = 'profitFreed' and a.owner = ${inviter.id} and a.bucket = 'main'`.execute(
    shop.db,
  );
  expect(rows[0]?.freed).toBe(count);
}, 60_000);

it("The ledger is consistent after all these tests (L13)", () => assertAccounting(shop.services));
