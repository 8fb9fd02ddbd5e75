/** L1, L3: money under load. TURNPIKE_FULL=1 runs them at full size. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startTestApi } from "../../../testing/api.ts";

const api = forTests(startTestApi);

/** Runs `count` tasks, `width` at a time. */
async function inParallel<T>(count: number, width: number, task: (index: number) => Promise<T>) {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await task(index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

describe("purchases", () => {
  it("sell exactly what the wallet can pay for, under concurrent orders (L1)", async () => {
    const { session } = await api.register();
    const { data } = await api.send("priceList");
    const sku =
      data.products.find(({ kind, minQty }) => kind === "traffic" && minQty === 1)?.sku ?? "";
    const { data: quoted } = await api.send("quote", { session, sku, quantity: 1 });
    await api.topUp(session, quoted.totalCents * sized(40, 100));
    const { data: member } = await api.send("member", { session });
    const affordable = Math.floor(member.walletCents / quoted.totalCents);
    const count = sized(100, 10_000);
    const began = performance.now();
    const answers = await inParallel(count, 64, () =>
      api.send("placeOrder", { session, sku, quantity: 1, method: "wallet" }),
    );
    const perSecond = count / ((performance.now() - began) / 1000);
    process.stdout.write(`L1: ${count} purchases, 64 at once: ${Math.round(perSecond)}/s\n`);
    const codes = (code: number) => answers.filter((one) => one.code === code).length;
    expect([codes(0), codes(402)]).toEqual([affordable, count - affordable]);
    const refused = answers.find((one) => one.code === 402);
    expect(refused?.data).toMatchObject({ reason: "insufficientBalance", short: "wallet" });
    const after = await api.send("member", { session });
    expect(after.data.walletCents).toBe(member.walletCents - affordable * quoted.totalCents);
    expect(after.data.trafficBytes).toBe(affordable * 1_000_000_000);
    expect(await verifyAccounting(api.db)).toMatchObject({ ok: true });
  }, 600_000);

  it("are executed once per requestId, however often it is retried (L3)", async () => {
    const { session } = await api.register();
    await api.topUp(session, 100_000);
    const { data } = await api.send("priceList");
    const sku =
      data.products.find(({ kind, minQty }) => kind === "traffic" && minQty === 1)?.sku ?? "";
    const question = { session, sku, quantity: 1, method: "wallet", requestId: "load-request-1" };
    const answers = await inParallel(sized(60, 200), 200, () => api.send("placeOrder", question));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]?.code).toBe(0);
    const { data: orders } = await api.send("orderList", { session });
    expect(orders.total).toBe(1);
    const other = await api.send("placeOrder", { ...question, quantity: 2 });
    expect(other).toMatchObject({ code: 409, data: { reason: "requestIdReused" } });
    expect((await api.send("placeOrder", { ...question, lang: "de" })).code).toBe(0);
    const kept = await sql`select 1 from request_effect`.execute(api.db);
    expect(kept.rows).toHaveLength(1);
  }, 60_000);
});
