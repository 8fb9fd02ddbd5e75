/**
 * Days pass (adjustable clock) on one gateway worker with a few small requests a day: each is in
 * the statistics within seconds, each byte once, and the books are consistent at the end (D1).
 */
import { signIn } from "../journeys/customer.ts";
import { type Arena, inArena } from "./arena.ts";
import {
  type StoryOptions,
  atMost,
  exactly,
  type Figure,
  sleep,
  type Story,
  runStoryCli,
} from "./story.ts";
import { openTunnel } from "./tunnel.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const days = 12;
/** A worker writes a report every 250 ms, so each request gets its own. */
const reportMs = 300;
const countedMs = 5_000;

async function play(arena: Arena, { full, random }: StoryOptions): Promise<Figure[]> {
  let customer = await arena.customer(5e9);
  const sub = await arena.sub(customer, 1);
  let carried = 0;
  let slowestMs = 0;
  let late = 0;
  for (let day = 1; day <= days; day += 1) {
    customer = await signIn(arena.product, customer.email);
    const counted = async () => (await customer.ask("trafficInfo", {})).usedBytes >= carried;
    for (let request = 0; request < (full ? 40 : 4); request += 1) {
      const tunnel = await openTunnel(arena.place(sub, arena.origins[0], "connect"));
      await tunnel.exchange(random.integer(1, 2_000), random.integer(1, 20_000));
      await tunnel.finish();
      carried += tunnel.sent + tunnel.received;
      await sleep(reportMs);
    }
    const began = performance.now();
    await waitFor("it is counted", counted, countedMs).catch(() => {
      late += 1;
    });
    slowestMs = Math.max(slowestMs, performance.now() - began);
    await arena.advance(86_400);
  }
  customer = await signIn(arena.product, customer.email);
  const { items } = await customer.ask("trafficStatis", { days: 30, account: sub.account });
  const value = items.reduce((all, { bytes }) => all + bytes, 0);
  const difference = (await arena.verify()) ?? "none";
  return [
    exactly("D1", `${days} days: bytes in statistics`, { value, bar: carried, unit: "bytes" }),
    exactly("D1", "days that were not counted in time", { value: late, bar: 0, unit: "" }),
    atMost("D1", "a day's last bytes are counted after", {
      value: slowestMs,
      bar: countedMs,
      unit: "ms",
    }),
    exactly("D1", "difference in the books", { value: difference, bar: "none", unit: "" }),
  ];
}

export const passingDays: Story = {
  name: "days",
  run: (options) => inArena((arena) => play(arena, options), { env: { GATEWAY_WORKERS: "1" } }),
};

if (import.meta.main) await runStoryCli(passingDays);
