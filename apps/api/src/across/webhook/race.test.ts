/** Webhooks that are deleted or disabled while deliveries are inserted for them. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { emitEvent } from "../../platform/modules.ts";
import { webhookJobs } from "./jobs.ts";
import { removeWebhooks } from "./store/webhooks.ts";
import { type Hooked, deliveriesOf, webhookOf, onlyDelivery, startBench } from "./testing.ts";

const bench = forTests(startBench);

const bought = { sku: "traffic-standard", quantity: 1, method: "wallet" };
const low = { event: "wallet.low", data: { leftCents: 1, thresholdCents: 2 } } as const;

/** Runs `meanwhile` until it waits for a webhook's deletion, which is then completed. */
async function whileDeleting<T>({ customer, id }: Hooked, meanwhile: () => Promise<T>): Promise<T> {
  const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const deleting = transaction(bench.shop.db, async (tx: Tx) => {
    await removeWebhooks(tx, customer.id, [id]);
    hold();
    await waiting;
  });
  await held;
  const done = meanwhile();
  try {
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`.execute(bench.shop.db);
      expect(rows).toHaveLength(1);
    }, 5_000);
  } finally {
    goOn();
    await deleting;
  }
  return done;
}

it("A purchase succeeds while a webhook for it is being deleted", async () => {
  const hooked = await bench.hooked("/deleted");
  const { customer } = hooked;
  const other = await customer.get("webhookAdd", { url: bench.at("/stays") });
  await bench.shop.fund(customer.id, 10_000);
  const answer = await whileDeleting(hooked, () => customer.ask("placeOrder", bought));
  expect([answer.code, answer.data.order?.status]).toEqual([0, "paid"]);
  expect(await onlyDelivery(customer)).toMatchObject({ event: "order.paid", webhookId: other.id });
});

it("A test of a webhook that is being deleted returns not found", async () => {
  const hooked = await bench.hooked("/untested");
  const { customer, id } = hooked;
  const answer = await whileDeleting(hooked, () => customer.ask("webhookTest", { id }));
  expect([answer.code, answer.refused.reason]).toEqual([404, "webhookNotFound"]);
  expect(bench.receiver.to("/untested")).toEqual([]);
  expect(await deliveriesOf(customer)).toEqual([]);
});

it("A delivery inserted while its webhook is switched off fails too", async () => {
  const { customer, id } = await bench.hooked("/switched");
  const { services } = bench.shop;
  await bench.sell(customer);
  const { customer: other } = await bench.hooked("/untouched");
  await transaction(services.db, async (tx) => {
    await emitEvent(services, tx, { accountId: other.id, ...low });
    await emitEvent(services, tx, { accountId: customer.id, ...low });
    // They are pipelined: this waits until they are inserted.
    await sql`select`.execute(tx);
    await customer.get("webhookUp", { id, enabled: 0 });
  });
  const states = async () => (await deliveriesOf(customer)).map((one) => one.status);
  expect(await states()).toEqual(["waiting", "delivered"]);
  await webhookJobs.find(({ name }) => name === "fail-disabled-webhooks")?.run(services);
  expect(await states()).toEqual(["failed", "delivered"]);
  expect(await webhookOf(customer)).toMatchObject({ waiting: 0 });
  expect(await onlyDelivery(other)).toMatchObject({ status: "waiting" });
  await bench.run();
  expect(bench.receiver.to("/switched")).toHaveLength(1);
});
