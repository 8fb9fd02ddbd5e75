/**
 * The API is suspended for seconds, then killed and restarted one second after new customers' first
 * bytes: steady downloads and new tunnels are unaffected, and every byte is billed once.
 */
import { type Arena, inArena, type Sub } from "./arena.ts";
import { processNamed, servesCustomers } from "./processes.ts";
import {
  type StoryOptions,
  atMost,
  exactly,
  type Figure,
  sleep,
  type Story,
  runStoryCli,
} from "./story.ts";
import { openTunnel, type Tunnel } from "./tunnel.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

/** Including its start the API is away for about 10 s. */
const stoppedMs = 7_000;
const backWithinMs = 30_000;
const stepMs = 50;
const newTunnelEveryMs = 200;
const bookedMs = 20_000;

interface Flow {
  sub: Sub;
  what: string;
  tunnels: Tunnel[];
  /** Times of completed steps, by `performance.now()`. */
  doneAt: number[];
  refused: number;
  stop(): Promise<void>;
}

async function customerWith(arena: Arena, bytes: number): Promise<Sub> {
  return arena.sub(await arena.customer(bytes));
}

/** A download at a steady rate, in bytes per second. */
async function download(arena: Arena, sub: Sub, rate: number): Promise<Flow> {
  const tunnel = await openTunnel(arena.place(sub, arena.origins[0], "connect"));
  const flow = flowOf(sub, `${rate / 1e6} MB/s`, [tunnel]);
  return run(flow, async (began) => {
    const due = ((performance.now() - began + stepMs) * rate) / 1_000 - tunnel.received;
    // At most half a second's worth, so that a stalled download does not catch up all at once.
    if (due > 0) await tunnel.exchange(0, Math.ceil(Math.min(due, rate / 2)));
    flow.doneAt.push(performance.now());
    await sleep(stepMs);
  });
}

/** Opens a new tunnel for every few bytes, repeatedly. */
function newTunnels(arena: Arena, sub: Sub): Flow {
  const flow = flowOf(sub, "new tunnels", []);
  return run(flow, async () => {
    await sleep(newTunnelEveryMs);
    const way = flow.tunnels.length % 2 ? "connect" : "socks5";
    const tunnel = await openTunnel(arena.place(sub, arena.origins[0], way)).catch(() => null);
    if (tunnel === null) {
      flow.refused += 1;
      return;
    }
    flow.tunnels.push(tunnel);
    await tunnel.exchange(100, 900);
    flow.doneAt.push(performance.now());
    await tunnel.finish();
  });
}

const flowOf = (sub: Sub, what: string, tunnels: Tunnel[]): Flow => {
  return { sub, what, tunnels, doneAt: [], refused: 0, stop: async () => {} };
};

/** Repeats the step until it is stopped or fails. */
function run(flow: Flow, step: (began: number) => Promise<void>): Flow {
  let on = true;
  const began = performance.now();
  const running = (async () => {
    while (on) await step(began);
  })().catch(() => {});
  flow.stop = async () => {
    on = false;
    await running;
    const open = flow.tunnels.filter(({ overAt }) => overAt === null);
    await Promise.all(open.map((tunnel) => tunnel.finish()));
  };
  return flow;
}

function longestPause(doneAt: number[], from: number, to: number): number {
  const times = [from, ...doneAt.filter((at) => at > from && at < to), to];
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

async function play(arena: Arena, { full }: StoryOptions): Promise<Figure[]> {
  const rates = full ? [1e5, 1e7, 1e8] : [1e5, 5e6];
  const subs = await Promise.all(
    [...rates, 0].map((rate) => customerWith(arena, 2e9 + rate * 300)),
  );
  const flows = await Promise.all(
    subs.map(async (sub, at) => {
      const rate = rates[at];
      return rate === undefined ? newTunnels(arena, sub) : await download(arena, sub, rate);
    }),
  );
  await sleep(1_000);
  const { pid } = processNamed(arena.product, "api");
  process.kill(pid, "SIGSTOP");
  const awayAt = performance.now();
  await sleep(stoppedMs);
  process.kill(pid, "SIGKILL");
  await waitFor("the API is back", () => servesCustomers(arena.product.url), backWithinMs);
  const backAt = performance.now();
  await sleep(1_500);
  for (const flow of flows) await flow.stop();
  await waitFor("the origin's ends are closed", () => arena.origins[0].open() === 0);
  const away = `API away for ${((backAt - awayAt) / 1_000).toFixed(1)} s`;
  const figures = flows.map(({ what, doneAt }) => {
    const value = longestPause(doneAt, awayAt, backAt + 1_000);
    return atMost("lease", `${away}: longest pause, ${what}`, { value, bar: 1_000, unit: "ms" });
  });
  const refused = flows.reduce((sum, flow) => sum + flow.refused, 0);
  figures.push(exactly("lease", "new tunnels refused", { value: refused, bar: 0, unit: "" }));
  return [...figures, ...(await books(arena, flows))];
}

/** Checks that billed bytes equal received bytes, and that the books are consistent. */
async function books(arena: Arena, flows: Flow[]): Promise<Figure[]> {
  const off: number[] = [];
  for (const { sub, tunnels } of flows) {
    const down = tunnels.reduce((sum, { received }) => sum + received, 0);
    let billed = Number.NaN;
    await waitFor(
      "it is billed",
      async () => {
        billed = (await arena.billed(sub)).down;
        return billed >= down;
      },
      bookedMs,
    ).catch(() => {});
    off.push(billed - down);
  }
  const first = (await arena.verify()) ?? "none";
  return [
    exactly("lease", "billed - arrived, down", {
      value: off.join(" "),
      bar: "0 ".repeat(off.length).trim(),
      unit: "bytes",
    }),
    exactly("lease", "difference in the books", { value: first, bar: "none", unit: "" }),
  ];
}

export const apiAway: Story = {
  name: "api-away",
  run: (options) => inArena((arena) => play(arena, options)),
};

if (import.meta.main) await runStoryCli(apiAway);
