/**
 * SIGKILL at random moments, with 20 live tunnels: billed ≤ carried, little is forgiven, nothing is
 * counted twice, and the product recovers quickly (M2, M3).
 *
 * Each kill has its own sub-account, so that its cost is known to the byte. A tunnel moves its
 * bytes in small exchanges, so that the counts of both ends differ by at most one exchange.
 */
import { type Arena, type Billed, inArena, type Sub } from "./arena.ts";
import {
  gatewaysOf,
  listenersOn,
  processesOf,
  processNamed,
  servesCustomers,
} from "./processes.ts";
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
import { openTunnel, type Tunnel } from "./tunnel.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const tunnelsAtOnce = 20;
const forgivenMs = 500;
const readyMs = 5_000;
/** The bounded form runs beside other tests. */
const readyBesideMs = 10_000;
const bookedMs = 20_000;
/** A lease whose answer was lost returns after about 20 s (rules/lease.ts). */
const returnedMs = 40_000;
const upBytes = 8 * 1024;
const downBytes = 32 * 1024;

const victims = ["gateway", "api", "database", "gateway", "gateway and api"] as const;
type Victim = (typeof victims)[number];

/** Results of one kill. */
interface Kill {
  victim: Victim;
  sub: Sub;
  /** Bytes received and bytes sent by the two ends: the carried bytes are in between. */
  arrived: Billed;
  sent: Billed;
  /** Bytes that the tunnels which died moved in the last 500 ms. */
  forgivable: number;
  died: number;
  readyMs: number;
  wrong: number;
}

/** Moves bytes through a tunnel until told to end; then closes it normally. */
async function keepMoving(
  tunnel: Tunnel,
  paceMs: () => number,
  on: () => boolean,
): Promise<boolean> {
  try {
    while (on()) {
      await tunnel.exchange(upBytes, downBytes);
      await sleep(paceMs());
    }
    await tunnel.finish();
    return true;
  } catch {
    tunnel.socket.destroy();
    return false;
  }
}

/** Kills the victim; resolves with the milliseconds until all its processes run and serve again. */
async function killAndWait({ product }: Arena, victim: Victim, random: Random): Promise<number> {
  const gateway = random.pick(gatewaysOf(product)).name;
  const names = victim === "gateway" ? [gateway] : [victim];
  if (victim === "gateway and api") names.splice(0, 1, gateway, "api");
  const before = names.map((name) => processNamed(product, name));
  for (const { pid } of before) process.kill(pid, "SIGKILL");
  const began = performance.now();
  await waitFor(
    `${victim} is ready again`,
    async () => {
      const now = processesOf(product);
      const again = before.every(({ name, pid }) =>
        now.some((process) => process.name === name && process.pid !== pid),
      );
      if (!again || listenersOn(product.ports.gateway) < gatewaysOf(product).length) return false;
      const prices = await fetch(`${product.url}/v2/priceList`, { method: "POST" }).catch(
        () => null,
      );
      return (await servesCustomers(product.url)) && prices?.status === 200;
    },
    4 * readyMs,
  );
  return performance.now() - began;
}

async function kill(arena: Arena, sub: Sub, victim: Victim, random: Random): Promise<Kill> {
  const [origin] = arena.origins;
  const before = origin.totals();
  const tunnels = await Promise.all(
    Array.from({ length: tunnelsAtOnce }, (_, at) =>
      openTunnel(arena.place(sub, origin, at % 2 ? "connect" : "socks5")),
    ),
  );
  let moving = true;
  const pace = () => random.integer(5, 35);
  const moved = tunnels.map((tunnel) => keepMoving(tunnel, pace, () => moving));
  await sleep(random.integer(700, 2_000));
  const killedAt = performance.now();
  const readyAfterMs = await killAndWait(arena, victim, random);
  moving = false;
  const lived = await Promise.all(moved);
  await waitFor("the origin's ends are closed", () => origin.open() === 0);
  const after = origin.totals();
  const sum = (of: (tunnel: Tunnel) => number) => tunnels.reduce((all, one) => all + of(one), 0);
  const dead = tunnels.filter((_, at) => !lived[at]);
  return {
    victim,
    sub,
    arrived: { up: after.received - before.received, down: sum(({ received }) => received) },
    sent: { up: sum(({ sent }) => sent + upBytes), down: after.sent - before.sent },
    forgivable: dead.reduce((all, one) => all + one.movedWithin(killedAt, forgivenMs), 0),
    died: dead.length,
    readyMs: readyAfterMs,
    wrong: sum(({ wrong }) => wrong),
  };
}

const total = ({ up, down }: Billed) => up + down;

/** The bytes billed for a kill, once no more are expected. */
async function billedOf(arena: Arena, { sub, arrived, forgivable }: Kill): Promise<Billed> {
  let billed: Billed = { up: 0, down: 0 };
  await waitFor(
    "it is billed",
    async () => {
      billed = await arena.billed(sub);
      return total(billed) >= total(arrived) - forgivable;
    },
    bookedMs,
  ).catch(() => {});
  for (let before = -1; total(billed) !== before; billed = await arena.billed(sub)) {
    before = total(billed);
    await sleep(1_000);
  }
  return billed;
}

function figuresOf(kills: (Kill & { billed: Billed })[], full: boolean): Figure[] {
  const over = ({ billed, sent }: (typeof kills)[number]) =>
    Math.max(billed.up - sent.up, billed.down - sent.down, 0);
  const unbilled = ({ billed, arrived }: Kill & { billed: Billed }) =>
    Math.max(total(arrived) - total(billed), 0);
  const shares = kills
    .filter(({ forgivable }) => forgivable > 0)
    .map((each) => (unbilled(each) / each.forgivable) * forgivenMs);
  const others = kills.filter(({ victim }) => !victim.startsWith("gateway"));
  const sum = (each: number[]) => each.reduce((all, one) => all + one, 0);
  const carried = sum(kills.map(({ arrived }) => total(arrived)));
  const [many, count] = [kills.length, others.length];
  const bar = { bar: 0, unit: "bytes" };
  return [
    exactly("M2", `${many} kills, ${(carried / 1e6).toFixed(0)} MB: billed, never carried`, {
      value: sum(kills.map(over)),
      ...bar,
    }),
    atMost("M2", "most of a dead worker's traffic unbilled", {
      value: Math.max(0, ...shares),
      bar: forgivenMs,
      unit: "ms",
    }),
    exactly("M3", `${count} kills of API or database: unbilled`, {
      value: sum(others.map(unbilled)),
      ...bar,
    }),
    exactly("M3", `${count} kills of API or database: tunnels lost`, {
      value: sum(others.map(({ died }) => died)),
      bar: 0,
      unit: "tunnels",
    }),
    exactly("M2", "wrong bytes", { value: sum(kills.map(({ wrong }) => wrong)), ...bar }),
    atMost("M2", "ready again after at most", {
      value: Math.max(...kills.map((each) => each.readyMs)),
      bar: full ? readyMs : readyBesideMs,
      unit: "ms",
    }),
  ];
}

/** Every lease returns, also of killed workers: each allotment can be lowered to its usage. */
async function leasesFigure(arena: Arena, done: Kill[]): Promise<Figure> {
  const lower = ({ sub }: Kill) => {
    const lowered = async () => {
      const trafficGb = Math.ceil(total(await arena.billed(sub)) / 1e6) / 1_000;
      const { code } = await sub.customer.try("upSubUser", { id: sub.id, trafficGb });
      return code === 0;
    };
    return waitFor("its leases are back", lowered, returnedMs).then(
      () => null,
      () => sub.account,
    );
  };
  const stuckAccounts = (await Promise.all(done.map(lower))).filter((each) => each !== null);
  const value = stuckAccounts.join(", ") || "none";
  return exactly("M3", "sub-accounts with leases that never came back", {
    value,
    bar: "none",
    unit: "",
  });
}

async function play(arena: Arena, { full, random }: StoryOptions): Promise<Figure[]> {
  const gbEach = 4;
  const count = full ? 50 : 4;
  const customer = await arena.customer(count * gbEach * 1e9);
  const kills: Kill[] = [];
  for (let at = 0; at < count; at += 1) {
    const sub = await arena.sub(customer, gbEach);
    const victim = victims[at % victims.length] as Victim;
    const done = await kill(arena, sub, victim, random);
    kills.push(done);
    if (full)
      console.log(`  ${at + 1}/${count} ${victim}: ready after ${done.readyMs.toFixed(0)} ms`);
  }
  const billed = await Promise.all(
    kills.map(async (each) => ({ ...each, billed: await billedOf(arena, each) })),
  );
  const figures = figuresOf(billed, full);
  figures.push(await leasesFigure(arena, kills));
  const difference = (await arena.verify()) ?? "none";
  figures.push(
    exactly("M3", "difference in the books", { value: difference, bar: "none", unit: "" }),
  );
  return figures;
}

export const kills: Story = {
  name: "kills",
  run: (options) => inArena((arena) => play(arena, options)),
};

if (import.meta.main) await runStoryCli(kills);
