import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { startApi } from "../../app.ts";
import { deliverWebhooks } from "./deliver.ts";
import { claimDue, type DueDelivery, saveAttempt } from "./store/due.ts";
import { emitEvent } from "../../platform/modules.ts";
import { webhookJobs } from "./jobs.ts";
import { HOUR, buy, deliveriesOf, webhookOf, onlyDelivery, startBench, status } from "./testing.ts";

const bench = forTests(startBench);

describe("A delivery", () => {
  it("is not written if its transaction is rolled back", async () => {
    const { customer } = await bench.hooked("/undone");
    const data = { leftCents: 1, thresholdCents: 2 };
    const undone = transaction(bench.shop.db, async (tx) => {
      const message = { accountId: customer.id, event: "wallet.low", data } as const;
      await emitEvent(bench.shop.services, tx, message);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const buys = { sku: "traffic-standard", quantity: 9, method: "wallet" };
    expect((await customer.ask("placeOrder", buys)).code).toBe(402);
    expect(await deliveriesOf(customer)).toEqual([]);
  });

  it("is sent only once when several processes deliver", async () => {
    const { customer } = await bench.hooked("/once");
    for (let n = 0; n < 30; n++) await buy(bench, customer);
    const { services, databaseUrl } = bench.shop;
    const log = pino({ level: "silent" });
    const other = await startApi({
      env: { ...services.env, PORT: 0 },
      databaseUrl,
      log,
      jobs: false,
    });
    try {
      const runs = Array.from({ length: 3 }, () =>
        Promise.all([deliverWebhooks(services), deliverWebhooks(other.services)]),
      );
      await Promise.all(runs);
    } finally {
      await other.stop();
    }
    const ids = bench.receiver.to("/once").map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
    expect((await deliveriesOf(customer)).every(({ tries }) => tries === 1)).toBe(true);
  }, 20_000);

  it("whose process died is sent once its lease has expired", async () => {
    const { customer } = await bench.hooked("/leased");
    await buy(bench, customer);
    const lease = (seconds: number) =>
      sql`update webhook_delivery set tries = 1,
        leased_until = clock_timestamp() + ${seconds} * interval '1 second'
        where account_id = ${customer.id}`.execute(bench.shop.db);
    await lease(30);
    await bench.run();
    expect(bench.receiver.to("/leased")).toEqual([]);
    await lease(-1);
    await bench.run();
    expect(bench.receiver.to("/leased")).toHaveLength(1);
  });

  it("that another process has claimed meanwhile is not settled by the previous one", async () => {
    const { customer } = await bench.hooked("/taken");
    await buy(bench, customer);
    const { db, world } = bench.shop.services;
    const limits = { limit: 1, failingLimit: 1, perAccount: 1, perWebhook: 1, perFailing: 1 };
    const claim = { ...limits, now: new Date(world.now()), leaseSeconds: -1 };
    const [first] = await claimDue(db, claim);
    const [second] = await claimDue(db, claim);
    expect([first?.id, first?.tries, second?.tries]).toEqual([second?.id, 1, 2]);
    const attempt = { at: new Date(0).toISOString(), status: 200, ms: 1, error: "", answer: "" };
    const settled = (due: DueDelivery | undefined) =>
      transaction(db, (tx) =>
        saveAttempt(tx, {
          id: due?.id ?? "",
          tries: due?.tries ?? 0,
          attempt,
          delivered: true,
          nextTryAt: null,
        }),
      );
    expect(await settled(first)).toBe(false);
    expect(await onlyDelivery(customer)).toMatchObject({
      status: "waiting",
      tries: 0,
      attempts: [],
    });
    expect(await settled(second)).toBe(true);
    expect(await onlyDelivery(customer)).toMatchObject({ status: "delivered", tries: 1 });
  });

  it("is deleted after 30 days", async () => {
    const { customer } = await bench.hooked("/old");
    await bench.sell(customer);
    await bench.shop.advance(29 * 24 * HOUR);
    expect(await deliveriesOf(customer)).toHaveLength(1);
    await bench.shop.advance(24 * HOUR + 60);
    expect(await deliveriesOf(customer)).toEqual([]);
  });

  it("is dropped in favour of newer ones beyond 20,000 waiting", async () => {
    bench.receiver.answer.set("/full", status(500));
    const { customer, id } = await bench.hooked("/full");
    const { services } = bench.shop;
    const before = await services.metrics.registry.getSingleMetricAsString(
      "turnpike_webhook_tries_total",
    );
    await sql`
      insert into webhook_delivery (id, webhook_id, account_id, event_id, event, url, body,
        created_at, next_try_at)
      select gen_random_uuid(), ${id}, ${customer.id}, 'msg_' || n, 'order.paid', '', '{}',
        now(), now() + interval '1000 days' from generate_series(1, 20003) n`.execute(services.db);
    await webhookJobs.find(({ name }) => name === "drop-excess-deliveries")?.run(services);
    const { items, total } = await customer.get("webhookDeliveries", { status: "failed" });
    expect([total, items.map(({ eventId }) => eventId)]).toEqual([3, ["msg_3", "msg_2", "msg_1"]]);
    expect((await webhookOf(customer))?.waiting).toBe(20_000);
    const after = await services.metrics.registry.getSingleMetricAsString(
      "turnpike_webhook_tries_total",
    );
    expect(before).not.toContain("dropped");
    expect(after).toContain('{outcome="dropped"} 3');
    await customer.get("webhookDel", { ids: id });
  }, 20_000);
});
