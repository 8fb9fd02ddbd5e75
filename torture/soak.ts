/**
 * Mixed load for a quarter of an hour with a fault every half minute: memory and descriptors stay
 * level in every process, and the books are exact at the end.
 *
 * Faults: a worker or the API is killed, the API is suspended, hostile clients, sub-accounts are
 * cut off. The first worker is never killed, and the API not in the second half, so that both live
 * long enough for the slope of their memory to be meaningful.
 */
import { connect } from "node:net";
import { type Arena, inArena, type Sub } from "./arena.ts";
import { after } from "./origin.ts";
import { processesOf, processNamed, servesCustomers } from "./processes.ts";
import type { Random } from "@turnpike/net/testing/random.ts";
import {
  type StoryOptions,
  atMost,
  exactly,
  type Figure,
  sleep,
  type Story,
  runStoryCli,
} from "./story.ts";
import { openTunnel, TunnelRefused } from "./tunnel.ts";
import { ProcessWatch } from "./watch.ts";
import { inspectable } from "./garbage.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const lanes = 16;
const bookedMs = 30_000;

interface Soak {
  arena: Arena;
  random: Random;
  subs: Sub[];
  /** Bytes received by clients of sub-accounts whose worker may be killed. */
  received: number;
  sent: number;
  wrong: number;
  /** Tunnels that ended too early, opened tunnels, and refusals by status. */
  broken: number;
  opened: number;
  refused: Map<number, number>;
  on: boolean;
}

/** One lane of honest load: tunnels of varying length, one after another. */
async function load(soak: Soak): Promise<void> {
  const { arena, random } = soak;
  while (soak.on) {
    const sub = random.pick(soak.subs);
    const way = random.pick(["connect", "socks5"] as const);
    try {
      const tunnel = await openTunnel(arena.place(sub, arena.origins[0], way));
      soak.opened += 1;
      try {
        for (let left = random.integer(1, 40); left > 0 && soak.on; left -= 1) {
          await tunnel.exchange(random.integer(0, 20_000), random.integer(0, 200_000));
          await sleep(random.integer(0, 100));
        }
        if (random.next() < 0.1) await tunnel.exchange(0, 100_000, after.end);
        await tunnel.finish();
      } catch {
        soak.broken += 1;
        tunnel.socket.destroy();
      }
      soak.received += tunnel.received;
      soak.sent += tunnel.sent;
      soak.wrong += tunnel.wrong;
    } catch (error) {
      const status = error instanceof TunnelRefused ? error.status : 0;
      soak.refused.set(status, (soak.refused.get(status) ?? 0) + 1);
      await sleep(100);
    }
  }
}

/** Clients that send half a head, garbage or nothing, and disconnect at random. */
async function hostile({ arena, random }: Soak): Promise<void> {
  const heads = [
    "CONNECT 127.0.0.1:1 HT",
    "GET http://127.0.0.1/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "\u0005\u0001\u0002\u0001\u0003abc\u0003def",
    "\u0016\u0003\u0001\u0002\u0000",
    "",
  ];
  const sockets = Array.from({ length: 200 }, () => {
    const socket = connect(arena.product.ports.gateway, "127.0.0.1");
    socket.on("error", () => {});
    socket.resume();
    socket.write(random.pick(heads), "latin1");
    return socket;
  });
  await sleep(3_000);
  for (const socket of sockets) socket.resetAndDestroy();
}

/** Disables a sub-account during its traffic, and enables it again. */
async function cutOff({ subs, random }: Soak): Promise<void> {
  const { customer, id } = random.pick(subs);
  await customer.ask("upSubUser", { id, enabled: 0 });
  await sleep(2_000);
  await customer.ask("upSubUser", { id, enabled: 1 });
}

async function suspendApi({ arena }: Soak): Promise<void> {
  const { pid } = processNamed(arena.product, "api");
  process.kill(pid, "SIGSTOP");
  await sleep(5_000);
  process.kill(pid, "SIGCONT");
}

async function killProcess({ arena: { product } }: Soak, name: string): Promise<void> {
  const { pid } = processNamed(product, name);
  process.kill(pid, "SIGKILL");
  await waitFor(
    `${name} runs again`,
    async () => {
      const again = processesOf(product).find((process) => process.name === name);
      return again && again.pid !== pid && (await servesCustomers(product.url));
    },
    20_000,
  );
}

const faults: [string, (soak: Soak) => Promise<void>][] = [
  ["hostile clients", hostile],
  ["worker 2 killed", (soak) => killProcess(soak, "gateway 2")],
  ["a sub-account cut off", cutOff],
  ["the API stands still", suspendApi],
  ["the API killed", (soak) => killProcess(soak, "api")],
];

/** Plays faults one after another; those that end the API only in the first half. */
async function playFaults(soak: Soak, forMs: number, everyMs: number): Promise<string[]> {
  const played: string[] = [];
  const began = performance.now();
  for (let at = 0; performance.now() - began + everyMs <= forMs; at += 1) {
    const [name, play] = faults[at % faults.length] as (typeof faults)[number];
    const early = performance.now() - began < forMs / 2;
    const next = sleep(everyMs);
    const [chosen, run] =
      name === "the API killed" && !early ? ["hostile clients", hostile] : [name, play];
    played.push(chosen as string);
    await (run as typeof play)(soak);
    await next;
  }
  return played;
}

/** Billed bytes are bounded by both ends' counts: broken tunnels may lose some, never add any. */
async function books({ arena, subs, ...soak }: Soak): Promise<Figure[]> {
  const origin = arena.origins[0].totals();
  const used = async () => {
    const { items } = await (subs[0] as Sub).customer.ask("subUsers", {});
    return items.reduce((sum, { usedBytes }) => sum + usedBytes, 0);
  };
  let last = -1;
  await waitFor(
    "nothing more is booked",
    async () => {
      const before = last;
      await sleep(1_500);
      last = await used();
      return last === before;
    },
    bookedMs,
  ).catch(() => {});
  const over = Math.max(0, last - soak.sent - 20_000 * soak.broken - origin.sent);
  const share =
    ((origin.received + soak.received - last) / (origin.received + soak.received)) * 100;
  return [
    exactly(
      "soak",
      `${(last / 1e9).toFixed(1)} GB, ${soak.opened} tunnels: billed, never carried`,
      {
        value: over,
        bar: 0,
        unit: "bytes",
      },
    ),
    atMost("soak", "forgiven to crashes", { value: Math.max(0, share), bar: 1, unit: "%" }),
    exactly("soak", "wrong bytes", { value: soak.wrong, bar: 0, unit: "bytes" }),
    exactly("soak", "difference in the books", {
      value: (await arena.verify()) ?? "none",
      bar: "none",
      unit: "",
    }),
  ];
}

async function play(arena: Arena, { full, random }: StoryOptions): Promise<Figure[]> {
  const minutes = full ? 15 : 0.3;
  const customer = await arena.customer(900e9);
  const subs = await Promise.all(Array.from({ length: 6 }, () => arena.sub(customer, 100)));
  const soak: Soak = {
    arena,
    random,
    subs,
    received: 0,
    sent: 0,
    wrong: 0,
    broken: 0,
    opened: 0,
    refused: new Map(),
    on: true,
  };
  const watch = new ProcessWatch(arena.product, full);
  const working = Array.from({ length: lanes }, () => load(soak));
  const played = await playFaults(soak, minutes * 60_000, full ? 30_000 : 4_000);
  soak.on = false;
  await Promise.all(working);
  await waitFor("the origin's ends are closed", () => arena.origins[0].open() === 0, 20_000);
  // Idle resources are released after some seconds.
  await sleep(full ? 15_000 : 2_000);
  watch.stop();
  const refused = [...soak.refused].map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(`  faults: ${played.join(", ")}; ${soak.broken} tunnels broken, refused ${refused}`);
  return [...watch.figures(full), ...(await books(soak))];
}

export const soak: Story = {
  name: "soak",
  run: (options) => inArena((arena) => play(arena, options), { env: inspectable }),
};

if (import.meta.main) await runStoryCli(soak);
