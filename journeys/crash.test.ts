/** Everything acknowledged survives a crash, and nothing is done twice (L11, L12). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Customer, customerWithTraffic, curl, register, send, topUp } from "./customer.ts";
import { type RunningProduct, startProduct } from "./product.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

/** L11 requires 50 kills, with one gateway per core: TURNPIKE_FULL=1 runs them all. */
const isFull = process.env.TURNPIKE_FULL === "1";
const kills = isFull ? 50 : 1;
const start = (again?: RunningProduct) =>
  startProduct(again, isFull ? {} : { GATEWAY_WORKERS: "1" });
let product: RunningProduct;
const question = { amountCents: 1_000, method: "card", requestId: "journey-request-1" } as const;
/** A customer who had an answer, and one who had a credential, before the product was killed. */
let asker: Customer;
let answered: unknown;
let user: Awaited<ReturnType<typeof customerWithTraffic>>;
beforeAll(async () => {
  product = await start();
  asker = await register(product);
  answered = await asker.ask("recharge", question);
  user = await customerWithTraffic(product);
}, 90_000);
afterAll(() => product?.stop(), 30_000);

describe("a product that is killed", () => {
  it("starts again within five seconds with all acknowledged orders and exactly the traffic ordered", async () => {
    const customer = await register(product);
    await topUp(customer, 1_000_000);
    const { products } = await customer.ask("priceList", {});
    const sku = products.find(({ kind }) => kind === "traffic")?.sku ?? "";
    const acknowledged: string[] = [];
    let stop = false;
    const buyer = async () => {
      while (!stop) {
        const { data } = await customer.try("placeOrder", { sku, quantity: 1, method: "wallet" });
        acknowledged.push(data.order.orderNo);
      }
    };
    const buyers = Array.from({ length: 4 }, () => buyer().catch(() => {}));
    for (let round = 0; round < kills; round++) {
      await waitFor("orders are placed", () => acknowledged.length > (round + 1) * 5, 10_000);
      await product.kill();
      const began = performance.now();
      product = await start(product);
      expect(performance.now() - began).toBeLessThan(timeLimit(5_000));
      buyers.push(buyer().catch(() => {}));
    }
    stop = true;
    await Promise.all(buyers);
    const numbers = new Set<string>();
    for (let page = 1; ; page++) {
      const { items } = await customer.ask("orderList", { page, limit: 100 });
      for (const { orderNo } of items) numbers.add(orderNo);
      if (items.length < 100) break;
    }
    expect(acknowledged.filter((orderNo) => !numbers.has(orderNo))).toEqual([]);
    const { walletCents, trafficBytes } = await customer.ask("member", {});
    expect(trafficBytes).toBe(numbers.size * 1_000_000_000);
    expect(walletCents).toBeGreaterThanOrEqual(0);
  }, 600_000);

  it("returns the same result for a repeated requestId", async () => {
    expect(await asker.ask("recharge", question)).toEqual(answered);
    const other = await asker.try("recharge", { ...question, amountCents: 2_000 });
    expect(other.code).toBe(409);
  });

  it("refuses a second start on the same folder and names the process that holds it", async () => {
    const began = performance.now();
    const second = startProduct({ ...product, ports: { api: 0, gateway: 0, target: 0 } });
    await expect(second).rejects.toThrow(/pid \d+/);
    expect(performance.now() - began).toBeLessThan(timeLimit(5_000));
    expect((await send(product.url, "priceList", {})).code).toBe(0);
  }, 30_000);

  it("relays traffic again with the same credentials", async () => {
    const proxy = `http://${user.account}:${user.password}@${product.gateway}`;
    expect((await curl("-x", proxy, `${product.target}/ip`)).out).toContain("127.1.");
  });
});
