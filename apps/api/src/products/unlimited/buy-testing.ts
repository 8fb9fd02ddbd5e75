/** Helpers for tests of buying unlimited plans: customers with money, orders, capacity. */
import { sql } from "kysely";
import { drivenPayment } from "../../commerce/refund/testing.ts";
import type { Services } from "../../platform/services.ts";
import type { Customer, Fields, TestShop } from "../../identity/session/testing.ts";
import { setRegionCapacity } from "./store/regions.ts";

export const DAY_MS = 86_400_000;

/** A customer with money and a session that outlasts moves of the clock. */
export const buyer = (shop: TestShop, cents = 0): Promise<Customer> =>
  shop.customer({ cents, lasting: true });

export const onePort = { kind: "port", region: "europe", quantity: 1, days: 30, method: "wallet" };
const bought = (fields: Fields): Fields => ({ ...onePort, ...fields });

export const orderPlan = (customer: Customer, fields: Fields = {}) =>
  customer.ask("orderUnlimit", bought(fields));

/** Buys a plan from the wallet, after funding its price. */
export async function buyWithWallet(shop: TestShop, customer: Customer, fields: Fields = {}) {
  const wanted = bought(fields);
  const { sku, region, days } = {
    sku: String(wanted.kind),
    region: wanted.region,
    days: wanted.days,
  };
  const { totalCents } = await customer.get("quote", {
    sku,
    region,
    days,
    quantity: wanted.quantity,
  });
  await shop.fund(customer.id, totalCents);
  const { plan: made, order } = await customer.get("orderUnlimit", wanted);
  if (!made) throw new Error("no plan was made");
  return { ...made, order };
}

/** Orders a plan by card; the payment is not completed yet. */
export async function planByCard(shop: TestShop, customer: Customer, fields: Fields = {}) {
  const given = bought({ method: "card", ...fields });
  const { order, paymentId, planId } = await customer.get("orderUnlimit", given);
  return { ...drivenPayment(shop, paymentId ?? ""), order, planId };
}

export interface StoredPlan {
  id: string;
  order_no: string;
  quantity: number;
  days: number;
  started_at: Date;
  expires_at: Date;
  released_at: Date | null;
}
/** An account's plans as stored, oldest first. */
export async function plansOf({ db }: Services, accountId: string): Promise<StoredPlan[]> {
  const { rows } = await sql<StoredPlan>`
    select id, order_no, quantity, days, started_at, expires_at, released_at from unlimited_plan
    where account_id = ${accountId} order by position`.execute(db);
  return rows;
}

/** The port numbers of a plan, in the order of its ports. */
export async function numbersOf({ db }: Services, planId: string): Promise<number[]> {
  const { rows } = await sql<{ port: number }>`
    select port from unlimited_port where plan_id = ${planId} order by place`.execute(db);
  return rows.map(({ port }) => port);
}

/** Sets a region's capacity to what is sold plus `ports` or `mbps`. */
export async function setFreeCapacity(
  { db }: Services,
  region: string,
  { ports = null, mbps = null }: { ports?: number | null; mbps?: number | null },
): Promise<void> {
  const { rows } = await sql<{ ports: number; mbps: number }>`
    select coalesce(sum(quantity) filter (where kind = 'port'), 0)::int as ports,
      coalesce(sum(quantity) filter (where kind = 'bandwidth'), 0)::int as mbps
    from unlimited_plan where region = ${region} and released_at is null`.execute(db);
  const sold = rows[0] ?? { ports: 0, mbps: 0 };
  await setRegionCapacity(db, region, {
    ports: ports === null ? null : sold.ports + ports,
    mbps: mbps === null ? null : sold.mbps + mbps,
  });
}
