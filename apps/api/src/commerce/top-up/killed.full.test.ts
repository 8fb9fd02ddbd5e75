/** Sales of many buyers at once while the API's processes are killed with SIGKILL (B2, B5). */
import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { type ApiProcess, ApiProcesses } from "../../../testing/processes.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { askFrom, type Customer } from "../../identity/session/testing.ts";
import { startStripeCardsPeer } from "../payment-provider/card/testing-stripe-cards.ts";
import { usePeer, visit, walletLines } from "../payment-provider/testing.ts";
import { buyerIn, setScheme } from "../tax/testing.ts";
import { topUpWallets } from "./job.ts";

const BUYERS = 64;
const KILLS = 4;
const COVERED = 16;

const at = usePeer(startStripeCardsPeer, "/webhooks/stripe");
const processes = new ApiProcesses();
afterAll(() => processes.stop());

const startOne = () => processes.start(at.shop, { ...at.peer.env, NODE_ENV: "test" });
async function startTwo(): Promise<ApiProcess[]> {
  return Promise.all([startOne(), startOne()]);
}
/** Kills the older of two processes, and starts another in its place. */
async function replaceOne(running: ApiProcess[]): Promise<void> {
  await running.shift()?.kill();
  running.push(await startOne());
}

/** One order at a process; its number, or null if the process died or has no time. */
async function buy({ session }: Customer, process: ApiProcess | undefined): Promise<string | null> {
  const order = { session, sku: "traffic-standard", quantity: 1, method: "wallet" };
  try {
    const { code, data } = await askFrom(process?.url ?? "", { ip: "127.0.0.1" })(
      "placeOrder",
      order,
    );
    return code === 0 ? data.order.orderNo : null;
  } catch {
    await sleep(50);
    return null;
  }
}

it("Of 64 buyers at once no order is lost, and invoice numbers have no gap, however often a process is killed (spec/money#invoices)", async () => {
  const { shop } = at;
  await setScheme(shop, { scheme: "oss", sellerCountry: "DE", prices: "net" });
  const buyers: Customer[] = [];
  const countries = ["DE", "FR", "AT", "US"];
  while (buyers.length < BUYERS)
    buyers.push(await buyerIn(shop, countries[buyers.length % countries.length] ?? "DE"));
  const running = await startTwo();
  const acknowledged: string[] = [];
  let over = false;
  const work = async (buyer: Customer, number: number) => {
    while (!over) {
      const orderNo = await buy(buyer, running[number++ % 2] ?? running[0]);
      if (orderNo !== null) acknowledged.push(orderNo);
    }
  };
  const working = buyers.map(work);
  for (let kill = 1; kill <= KILLS; kill++) {
    const wanted = acknowledged.length + BUYERS;
    await waitFor("orders are placed", () => acknowledged.length >= wanted, 120_000);
    await replaceOne(running);
  }
  over = true;
  await Promise.all(working);
  await Promise.all(running.map(({ kill }) => kill()));
  const { rows } = await sql<{ orders: number; known: number; issued: number; last: number }>`
    select count(*)::int as orders, count(i.number)::int as issued, max(i.seq) as last,
      count(*) filter (where o.order_no = any(${acknowledged}))::int as known
    from shop_order o left join invoice i on i.order_id = o.id`.execute(shop.db);
  const [found] = rows;
  expect(found?.orders).toBeGreaterThanOrEqual(KILLS * BUYERS);
  expect(found?.known).toBe(acknowledged.length);
  expect([found?.issued, found?.last]).toEqual([found?.orders, found?.orders]);
  expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
}, 600_000);

/** A customer whose wallet a saved card keeps full. */
async function covered(): Promise<Customer> {
  const customer = await at.shop.customer({ lasting: true });
  const { to } = await visit((await customer.get("cardAdd")).url);
  await visit(at.peer.enter(to, "pays").back);
  const [card] = (await customer.get("cards")).items;
  const plan = { thresholdCents: 1_000, amountCents: 5_000, monthCents: 15_000 };
  const proof = { password: customer.password };
  await customer.get("autoTopUp", { enabled: 1, ...plan, cardId: card?.id ?? "", ...proof });
  return customer;
}

it("A card is charged once, and its money credited once, if processes are killed while they charge (spec/money#auto-top-up)", async () => {
  const { shop, peer } = at;
  await setScheme(shop, { scheme: "none" });
  const customers: Customer[] = [];
  while (customers.length < COVERED) customers.push(await covered());
  for (const { id } of customers) await shop.fund(id, 1_500);
  const running = await startTwo();
  const orders = customers.flatMap((customer) =>
    Array.from({ length: 3 }, (_, number) => buy(customer, running[number % 2] ?? running[0])),
  );
  // Each kill hits a process while charges are under way: their answers never arrive.
  for (let kill = 1; kill <= KILLS && peer.charges.size < COVERED; kill++) {
    const seen = peer.charges.size;
    await waitFor("a card is charged", () => peer.charges.size > seen, 120_000);
    await replaceOne(running);
  }
  await Promise.all(orders);
  const rest = running.map(({ kill }) => kill());
  await Promise.all(rest);
  for (let looks = 0; looks < 4; looks++) {
    await shop.pass(61);
    await topUpWallets(shop.services);
  }
  const lines = await Promise.all(customers.map((customer) => walletLines(customer)));
  const recharges = lines.map((of) => of.filter((line) => line === "recharge 5000").length);
  expect(recharges).toEqual(customers.map(() => 1));
  expect([peer.paid.length, peer.charges.size]).toEqual([COVERED, COVERED]);
  expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
}, 600_000);
