/**
 * Undone refunds of several orders of one plan: the time returned is never more than is paid for,
 * and never less once none of the plan is refunded. Time that a dispute could not take back is owed
 * in money; time that the operator's refund could not is taken from returned time first.
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { dice } from "../checkout/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { buyer, DAY_MS, planByCard, plansOf } from "../../products/unlimited/buy-testing.ts";
import { drivenPayment, received, refundOf } from "./testing.ts";

const shop = forTests(startShop);
async function inOrder() {
  const { difference } = await verifyAccounting(shop.db);
  if (difference !== null) throw new Error(difference);
}
afterEach(inOrder);

const now = () => shop.services.world.now();
const days = (count: number) => shop.advance(count * 86_400);
async function planOf(customer: Customer) {
  const [one] = await plansOf(shop.services, customer.id);
  if (!one) throw new Error("there is no plan");
  return one;
}
/** The plan's days from start to expiry. */
const daysOf = async (customer: Customer) => {
  const { started_at, expires_at } = await planOf(customer);
  return (expires_at.getTime() - started_at.getTime()) / DAY_MS;
};
const leftOf = async (customer: Customer) =>
  ((await planOf(customer)).expires_at.getTime() - now()) / DAY_MS;

/** A 30-day plan and a number of 30-day renewals, all paid by card. */
async function orders(customer: Customer, renewals: number) {
  const first = await planByCard(shop, customer, { quantity: 4 });
  await first.tell(received(first.order.amountCents));
  const all = [first];
  for (let n = 0; n < renewals; n++) {
    const fields = { planId: (await planOf(customer)).id, days: 30, method: "card" };
    const { order, paymentId } = await customer.get("renewalUnlimit", fields);
    const renewal = drivenPayment(shop, paymentId ?? "");
    await renewal.tell(received(order.amountCents));
    all.push({ ...renewal, order, planId: null });
  }
  return all.map(({ giveBack, tell, order }) => ({
    cents: order.amountCents,
    dispute: (cents: number | null = null) => giveBack(cents, { kind: "dispute" }),
    /** The operator refunds what is left of the order. */
    refund: async () => (await refundOf(shop, order.orderNo)).refund.id,
    undo: (ref: string) => tell({ what: "refundUndone", ref }),
  }));
}
type Ordered = Awaited<ReturnType<typeof orders>>;
async function two() {
  const customer = await buyer(shop);
  const [a, b] = await orders(customer, 1);
  if (!a || !b) throw new Error("two were ordered");
  return { customer, a, b };
}

describe("A refund that is undone while another order of the plan stays refunded", () => {
  it("returns nothing if all paid time was used up", async () => {
    const { customer, a, b } = await two();
    await days(45);
    const disputed = await a.dispute();
    await b.refund();
    const { expires_at } = await planOf(customer);
    await a.undo(disputed);
    await a.undo(disputed);
    expect((await planOf(customer)).expires_at).toEqual(expires_at);
    expect(await leftOf(customer)).toBeLessThanOrEqual(0);
  });

  it.runIf(isFull)(
    "returns the time that both took once both are undone, in any order",
    async () => {
      for (const turned of [false, true]) {
        const { customer, a, b } = await two();
        await days(45);
        const [first, second] = [await a.dispute(), await b.dispute()];
        const undo = [() => a.undo(first), () => b.undo(second)];
        for (const one of turned ? undo.toReversed() : undo) await one();
        expect(await leftOf(customer)).toBeCloseTo(15, 3);
        await inOrder();
      }
    },
  );

  it("returns all remaining paid time if the other refund took its full share", async () => {
    const { customer, a, b } = await two();
    await days(10);
    const disputed = await a.dispute();
    expect(await daysOf(customer)).toBe(30);
    await b.refund();
    expect(await leftOf(customer)).toBeCloseTo(0, 3);
    await a.undo(disputed);
    // 20 days are left of the 30 paid for.
    expect(await leftOf(customer)).toBeCloseTo(20, 3);
  });

  it("returns what it took if the other order's time is owed in money", async () => {
    const { customer, a, b } = await two();
    await days(10);
    const disputed = await a.dispute();
    await b.dispute();
    await a.undo(disputed);
    // 30 days are paid for, and the 10 used days are owed.
    expect(await leftOf(customer)).toBeCloseTo(30, 3);
    expect((await customer.get("member")).arrears?.cents).toBe(Math.round(b.cents / 3));
  });

  it("returns the paid time if the other order was refunded in part", async () => {
    const { customer, a, b } = await two();
    await days(35);
    const disputed = await a.dispute();
    const part = await b.dispute(b.cents / 3);
    await a.undo(disputed);
    // 50 days are paid for and 10 are owed; 35 are used.
    expect(await leftOf(customer)).toBeCloseTo(25, 3);
    await b.undo(part);
    expect(await leftOf(customer)).toBeCloseTo(25, 3);
  });

  it("returns a single order's parts as they are undone", async () => {
    const customer = await buyer(shop);
    const [a] = await orders(customer, 0);
    await days(20);
    const parts = [await a?.dispute(a.cents / 2), await a?.dispute(a.cents / 2)];
    await a?.undo(parts[0] ?? "");
    // Half of it is paid for, and the used days of the other half are owed.
    expect(await leftOf(customer)).toBeCloseTo(10, 3);
    await a?.undo(parts[1] ?? "");
    expect(await leftOf(customer)).toBeCloseTo(10, 3);
  });

  it("keeps the plan closed if nothing returns to it", async () => {
    const { customer, a, b } = await two();
    await days(45);
    const disputed = await a.dispute();
    await b.refund();
    await days(2);
    await a.undo(disputed);
    const ends = await sql<{ idle: number }>`select idle_ms as idle from unlimited_plan
      where account_id = ${customer.id}`.execute(shop.db);
    expect(ends.rows).toEqual([{ idle: 0 }]);
  });
});

/**
 * Days paid for by a plan's orders, less those refunded (days owed in money count as paid), and the
 * time that the plan was paused.
 */
async function paidDays(customer: Customer): Promise<{ paid: number; idle: number }> {
  const { rows } = await sql<{ paid: number; idle: number }>`
    select sum(o.granted - coalesce(r.due, 0))::bigint as paid, max(p.idle_ms)::bigint as idle
    from unlimited_plan p join unlimited_term t on t.plan_id = p.id
    join shop_order o on o.id = t.order_id
    left join (select order_id,
        sum(case when goods_owed_cents > 0 then taken else due_amount end) as due from refund
      where booked_at is not null and undone_at is null group by 1) r on r.order_id = o.id
    where p.account_id = ${customer.id} and t.counted_at is not null`.execute(shop.db);
  const [row] = rows;
  return { paid: (row?.paid ?? 0) / 86_400, idle: (row?.idle ?? 0) / DAY_MS };
}

function nothingLeft(error: unknown) {
  if (!(error instanceof Error && /is left to refund/.test(error.message))) throw error;
  return undefined;
}

/** Books and undoes random refunds; checks the plan after each undoing. */
async function play(customer: Customer, all: Ordered, roll: ReturnType<typeof dice>) {
  const open: { undo: () => Promise<unknown> }[] = [];
  const undoOne = async () => {
    const before = await daysOf(customer);
    const [one] = open.splice(roll.upTo(open.length), 1);
    if (!one) return;
    const idleBefore = (await paidDays(customer)).idle;
    await one.undo();
    const { paid, idle } = await paidDays(customer);
    // The running time never shrinks, and grows at most to what is paid for.
    const [ran, runs] = [before - idleBefore, (await daysOf(customer)) - idle];
    expect(runs).toBeGreaterThanOrEqual(ran - 1e-6);
    expect(runs).toBeLessThanOrEqual(Math.max(ran, paid) + 1e-6);
    await inOrder();
  };
  for (let step = 0; step < 10; step++) {
    const what = roll.upTo(4);
    if (what === 0) await days(1 + roll.upTo(12));
    else if (what === 1) await undoOne();
    else {
      const order = roll.of(all);
      const share = roll.of([null, 1, 0.5, 0.3]) ?? null;
      const byOperator = share === null && roll.upTo(2) === 0;
      const ref = byOperator
        ? await order?.refund().catch(nothingLeft)
        : await order?.dispute(share && Math.round(order.cents * share));
      if (ref !== undefined) open.push({ undo: async () => order?.undo(ref) });
    }
  }
  while (open.length > 0) await undoOne();
}

it.each(sized([1], [1, 2, 3, 4, 5, 6]))(
  "Undoing refunds of three orders in any order never returns more than is paid, and all in the end (%i)",
  async (seed) => {
    const customer = await buyer(shop);
    const all = await orders(customer, 2);
    await play(customer, all, dice(seed));
    const { paid, idle } = await paidDays(customer);
    expect(paid).toBe(90);
    expect((await daysOf(customer)) - idle).toBeCloseTo(90, 6);
  },
);
