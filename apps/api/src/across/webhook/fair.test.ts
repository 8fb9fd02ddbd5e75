import { setTimeout as sleep } from "node:timers/promises";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Customer } from "../../identity/session/testing.ts";
import { buy, startBench } from "./testing.ts";

/** Concurrent requests that hang, now and at most, in the second test. */
const hanging = { now: 0, most: 0 };
let running = true;
let schedule: Promise<void>;
const bench = forTests(startBench);
beforeAll(async () => {
  bench.receiver.answer.set("/hangs", (answer, { path }) => {
    if (!path.startsWith("/hangs/")) return;
    hanging.most = Math.max(hanging.most, ++hanging.now);
    answer.on("close", () => (hanging.now -= 1));
  });
  schedule = (async () => {
    while (running) {
      await bench.run();
      await sleep(100);
    }
  })();
});
afterAll(async () => {
  running = false;
  await schedule;
});

/** How many purchases the customer with the healthy webhook makes. */
const buys = sized(8, 20);
/** How long events take to reach a healthy webhook, in ms, shortest first. */
async function timesOf(customer: Customer, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 1; n <= buys; n++) {
    const began = performance.now();
    await buy(bench, customer);
    const came = () => expect(bench.receiver.to(path)).toHaveLength(n);
    await vi.waitFor(came, { timeout: 12_000, interval: 20 });
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b);
}

it("A receiver that hangs delays neither other accounts nor its account's other webhooks", async () => {
  const lost = sized(15, 40);
  const dead = await bench.hooked("/hangs");
  const healthy = await bench.hooked("/healthy");
  await dead.customer.get("webhookAdd", { url: bench.at("/beside") });
  for (let n = 0; n < lost; n++) await buy(bench, dead.customer);
  await vi.waitFor(() => expect(bench.receiver.to("/hangs").length).toBeGreaterThan(0));
  const times = await timesOf(healthy.customer, "/healthy");
  // A hanging attempt takes ten seconds.
  expect(times.at(-2)).toBeLessThan(sized(5_000, 1_500));
  await vi.waitFor(() => expect(bench.receiver.to("/beside")).toHaveLength(lost), 10_000);
  expect(bench.receiver.to("/hangs").length).toBeLessThan(10);
}, 60_000);

it.runIf(isFull)(
  "Forty webhooks that are known to hang leave room for healthy ones",
  async () => {
    const healthy = await bench.hooked("/well");
    for (let n = 0; n < 40; n++) {
      const { customer, id } = await bench.hooked(`/hangs/${n}`);
      await sql`update webhook set failing_since = now() where id = ${id}`.execute(bench.shop.db);
      await buy(bench, customer);
      await buy(bench, customer);
    }
    const begun = () => bench.receiver.kept.filter(({ path }) => path.startsWith("/hangs/"));
    await vi.waitFor(() => expect(begun().length).toBeGreaterThan(12), 12_000);
    const times = await timesOf(healthy.customer, "/well");
    expect(hanging.most).toBeLessThanOrEqual(15);
    // Every one of them: a hanging attempt would delay an event by ten seconds.
    expect(times.at(-1)).toBeLessThan(5_000);
  },
  60_000,
);
