/** Plans whose time was restored when no port numbers were free: they wait without losing time. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { closeCustomer } from "../../across/closure/testing.ts";
import { modules } from "../../app.ts";
import { received } from "../../commerce/refund/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { buyer, DAY_MS, numbersOf, planByCard, plansOf } from "./buy-testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const shop = forTests(startShop);
let numbers: number[];
beforeAll(() => {
  numbers = shop.services.env.UNLIMITED_PORTS;
}, 60_000);
afterEach(() => {
  shop.services.env.UNLIMITED_PORTS = numbers;
  return assertAccounting(shop.services);
});

const daySeconds = 86_400;
const now = () => shop.services.world.now();
const runs = async (name: string) =>
  modules.jobs.find((job) => job.name === name)?.run(shop.services);
const retry = () => runs("reopen-waiting-plans");
const planOf = async (customer: Customer) => {
  const [one] = await plansOf(shop.services, customer.id);
  if (!one) throw new Error("there is no plan");
  return { ...one, open: one.released_at === null, left: one.expires_at.getTime() - now() };
};
const livePorts = async (planId: string) => {
  const { rows } = await sql<{ ports: number }>`
    select count(*)::int as ports from unlimited_port
    where plan_id = ${planId} and released_at is null and sealed_password <> ''`.execute(shop.db);
  return rows[0]?.ports;
};
/** Since when a plan waits, or null. */
const waits = async (planId: string) => {
  const { rows } = await sql<{ waiting_since: Date | null }>`
    select waiting_since from unlimited_plan where id = ${planId}`.execute(shop.db);
  return rows[0]?.waiting_since?.getTime() ?? null;
};
/** A plan of two ports for 30 days, refunded by disputes and released; no port number is free. */
async function closedPlan(parts: (number | null)[] = [null]) {
  const customer = await buyer(shop);
  const ordered = await planByCard(shop, customer, { quantity: 2 });
  await ordered.tell(received(ordered.order.amountCents));
  const refs: string[] = [];
  for (const cents of parts) refs.push(await ordered.giveBack(cents, { kind: "dispute" }));
  await shop.advance(daySeconds + 60);
  await runs("release-ended-plans");
  shop.services.env.UNLIMITED_PORTS = [];
  const undo = (at = 0) => ordered.tell({ what: "refundUndone", ref: refs[at] ?? "" });
  const { id, open } = await planOf(customer);
  expect(open).toBe(false);
  return { ...ordered, customer, id, undo };
}

describe("a plan whose refund is undone after its ports were closed, while no number is free", () => {
  it("waits for numbers with its time paused, then opens with all its remaining time", async () => {
    const { customer, id, undo } = await closedPlan();
    await undo();
    await assertAccounting(shop.services);
    await shop.advance(5 * daySeconds);
    await retry();
    const waiting = await planOf(customer);
    expect(waiting.open).toBe(false);
    expect(waiting.left / DAY_MS).toBeCloseTo(30, 3);
    await assertAccounting(shop.services);
    // Longer than the plan's remaining time.
    await shop.advance(40 * daySeconds);
    shop.services.env.UNLIMITED_PORTS = numbers;
    await sql`delete from gateway_news`.execute(shop.db);
    await retry();
    const again = await planOf(customer);
    expect([again.open, await livePorts(id), await waits(id)]).toEqual([true, 2, null]);
    expect(again.left / DAY_MS).toBeCloseTo(30, 3);
    expect(new Set(await numbersOf(shop.services, id)).size).toBe(2);
    const news = await sql`
      select distinct row_id from gateway_news n join unlimited_port o on o.id = n.row_id
      where o.plan_id = ${id}`.execute(shop.db);
    expect(news.rows).toHaveLength(2);
    await retry();
    expect((await planOf(customer)).expires_at).toEqual(again.expires_at);
    const renewal = { planId: id, days: 7, method: "wallet" };
    await shop.fund(customer.id, 600);
    expect((await customer.ask("renewalUnlimit", renewal)).code).toBe(0);
  });

  it("opens at once when the next refund is undone, with the time of both", async () => {
    const { customer, id, undo } = await closedPlan([900, null]);
    await undo(0);
    await shop.advance(20 * daySeconds);
    shop.services.env.UNLIMITED_PORTS = numbers;
    await undo(1);
    const { open, left } = await planOf(customer);
    expect([open, await livePorts(id), await waits(id)]).toEqual([true, 2, null]);
    expect(left / DAY_MS).toBeCloseTo(30, 3);
  });

  it("keeps waiting if the next undone refund finds no number either", async () => {
    const { customer, undo } = await closedPlan([900, null]);
    await undo(0);
    await shop.advance(20 * daySeconds);
    await undo(1);
    await shop.advance(3 * daySeconds);
    shop.services.env.UNLIMITED_PORTS = numbers;
    await retry();
    const { open, left } = await planOf(customer);
    expect(open).toBe(true);
    expect(left / DAY_MS).toBeCloseTo(30, 3);
  });

  it("does not open if its account was closed in the meantime", async () => {
    const { customer, id, undo } = await closedPlan();
    await undo();
    await closeCustomer(shop, customer);
    shop.services.env.UNLIMITED_PORTS = numbers;
    await retry();
    expect([await livePorts(id), await waits(id)]).toEqual([0, null]);
  });

  it("does not block other waiting plans if opening it fails with an error", async () => {
    const plans = [await closedPlan()];
    shop.services.env.UNLIMITED_PORTS = numbers;
    plans.push(await closedPlan());
    plans.sort((one, other) => (one.id < other.id ? -1 : 1));
    for (const { undo } of plans) await undo();
    const { db } = shop.services;
    await sql`create function refuse_reopening() returns trigger language plpgsql as $$
      begin raise exception 'a fault'; end $$`.execute(db);
    await sql`create trigger refuse before update on unlimited_port for each row
      when (new.released_at is null and old.plan_id = ${sql.lit(plans[0]?.id)}::uuid)
      execute function refuse_reopening()`.execute(db);
    shop.services.env.UNLIMITED_PORTS = numbers;
    await retry();
    const opened = await Promise.all(plans.map(({ id }) => livePorts(id)));
    expect(opened).toEqual([0, 2]);
    await sql`drop function refuse_reopening cascade`.execute(db);
    await retry();
    expect(await livePorts(plans[0]?.id ?? "")).toBe(2);
  });

  it("does not open if it is fully refunded while it waits", async () => {
    const { customer, id, undo, giveBack } = await closedPlan();
    await undo();
    // Moves the clock directly: the lab's clock would run the job first.
    const { world } = shop.services;
    world.setOffset(world.offsetMs() + 3 * DAY_MS);
    await giveBack(null, { kind: "dispute" });
    await assertAccounting(shop.services);
    shop.services.env.UNLIMITED_PORTS = numbers;
    await retry();
    expect([(await planOf(customer)).open, await waits(id)]).toEqual([false, null]);
  });
});
