/**
 * The API is suspended (SIGSTOP), so that no gateway hears from it, then continued: traffic under
 * valid leases is carried, none exceeds its lease, and the totals are exact afterwards.
 */
import { type Arena, inArena, type Sub } from "./arena.ts";
import { processNamed } from "./processes.ts";
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

/** Leases carry this long without the hub (`silentHubMs` of rules/lease.ts) … */
const carriedMs = 60_000;
/** … and for this long without it, customers must not notice anything. */
const sureMs = 50_000;
const tunnelsAtOnce = 12;
const bookedMs = 20_000;
/** A lease whose answer was lost returns after about 20 s (rules/lease.ts). */
const returnedMs = 40_000;

interface Flow {
  tunnels: Tunnel[];
  /** Times of completed exchanges, over all tunnels. */
  doneAt: number[];
  stop(): Promise<void>;
}

/** Slow tunnels, so that a lease ends by its time and not by its bytes. */
async function startFlow(arena: Arena, sub: Sub): Promise<Flow> {
  const place = arena.place(sub, arena.origins[0], "connect");
  const tunnels = await Promise.all(Array.from({ length: tunnelsAtOnce }, () => openTunnel(place)));
  const doneAt: number[] = [];
  let on = true;
  const walk = async (tunnel: Tunnel) => {
    try {
      while (on) {
        await tunnel.exchange(100, 900);
        doneAt.push(performance.now());
        await sleep(100);
      }
      await tunnel.finish();
    } catch {
      tunnel.socket.destroy();
    }
  };
  const walks = tunnels.map(walk);
  return {
    tunnels,
    doneAt,
    stop: async () => {
      on = false;
      await Promise.all(walks);
    },
  };
}

/** The longest time in a span without any exchange. */
function longestPause(doneAt: number[], from: number, to: number): number {
  const times = [from, ...doneAt.filter((at) => at > from && at < to), to];
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

async function play(arena: Arena, { full }: StoryOptions): Promise<Figure[]> {
  const gb = 1;
  const sub = await arena.sub(await arena.customer(5e9), gb);
  const cutMs = full ? carriedMs + 35_000 : 7_000;
  const flow = await startFlow(arena, sub);
  await sleep(1_500);
  const { pid } = processNamed(arena.product, "api");
  process.kill(pid, "SIGSTOP");
  const cutAt = performance.now();
  await sleep(cutMs);
  process.kill(pid, "SIGCONT");
  const healedAt = performance.now();
  const again = await waitFor(
    "a new tunnel works",
    async () => {
      const tunnel = await openTunnel(arena.place(sub, arena.origins[0], "socks5")).catch(
        () => null,
      );
      await tunnel?.exchange(100, 900);
      await tunnel?.finish();
      return tunnel;
    },
    20_000,
  );
  const healedMs = performance.now() - healedAt;
  await sleep(1_000);
  await flow.stop();
  await waitFor("the origin's ends are closed", () => arena.origins[0].open() === 0);
  const late = flow.doneAt.filter((at) => at > cutAt + carriedMs && at < healedAt).length;
  const pauseMs = longestPause(flow.doneAt, cutAt, cutAt + Math.min(sureMs, cutMs));
  const cut = `link cut for ${cutMs / 1_000} s`;
  const figures = [
    atMost("link", `${cut}: longest pause under valid leases`, {
      value: pauseMs,
      bar: 1_000,
      unit: "ms",
    }),
    atMost("link", "works again after it heals", { value: healedMs, bar: 5_000, unit: "ms" }),
  ];
  if (full) {
    figures.push(
      exactly("link", "exchanges without a hub for a minute", { value: late, bar: 0, unit: "" }),
    );
  } else {
    const lost = flow.tunnels.filter(({ history, lastByteAt }) => {
      return history.length === 0 || lastByteAt < healedAt;
    }).length;
    figures.push(exactly("link", "tunnels lost", { value: lost, bar: 0, unit: "" }));
  }
  return [...figures, ...(await books(arena, sub, [...flow.tunnels, again]))];
}

/** Both ends' counts equal the billed bytes, and every lease has returned. */
async function books(arena: Arena, sub: Sub, tunnels: Tunnel[]): Promise<Figure[]> {
  const arrived = {
    up: arena.origins[0].totals().received,
    down: tunnels.reduce((sum, { received }) => sum + received, 0),
  };
  let off = { up: Number.NaN, down: Number.NaN };
  await waitFor(
    "it is billed",
    async () => {
      const { up, down } = await arena.billed(sub);
      off = { up: up - arrived.up, down: down - arrived.down };
      return off.up >= 0 && off.down >= 0;
    },
    bookedMs,
  ).catch(() => {});
  const began = performance.now();
  const trafficGb = Math.ceil((arrived.up + arrived.down) / 1e6) / 1_000;
  const lowered = async () =>
    (await sub.customer.try("upSubUser", { id: sub.id, trafficGb })).code === 0;
  await waitFor("every lease is back", lowered, returnedMs).catch(() => {});
  const backMs = performance.now() - began;
  const bar = { bar: 0, unit: "bytes" };
  return [
    exactly("link", "billed - carried, up", { value: off.up, ...bar }),
    exactly("link", "billed - carried, down", { value: off.down, ...bar }),
    atMost("link", "every lease is back after", { value: backMs, bar: returnedMs, unit: "ms" }),
    exactly("link", "difference in the books", {
      value: (await arena.verify()) ?? "none",
      bar: "none",
      unit: "",
    }),
  ];
}

export const linkCut: Story = {
  name: "link-cut",
  run: (options) => inArena((arena) => play(arena, options)),
};

if (import.meta.main) await runStoryCli(linkCut);
