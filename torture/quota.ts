/** Traffic that was not bought is not carried, and changes apply while bytes flow (M5, M6). */
import { type Arena, inArena, type Sub } from "./arena.ts";
import {
  type StoryOptions,
  atMost,
  exactly,
  type Figure,
  sleep,
  type Story,
  runStoryCli,
} from "./story.ts";
import { openTunnel, type Tunnel, TunnelRefused } from "./tunnel.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const MiB = 1024 * 1024;
const bought = 100 * MiB;
const leasesMost = 8 * MiB;
const downloads = 50;
const bookedMs = 10_000;

/** The status with which a new tunnel is refused; 200 if it opens. */
async function statusOf(arena: Arena, sub: Sub): Promise<number> {
  try {
    const tunnel = await openTunnel(arena.place(sub, arena.origins[1], "connect"));
    tunnel.socket.destroy();
    return 200;
  } catch (error) {
    if (error instanceof TunnelRefused) return error.status;
    throw error;
  }
}

/** Milliseconds from `began` until it holds; more than the timeout if it never does. */
async function msUntil(
  holds: () => boolean | Promise<boolean>,
  { timeoutMs = 10_000, began = performance.now() } = {},
) {
  await waitFor("it holds", holds, timeoutMs).catch(() => {});
  return performance.now() - began;
}

/** 50 concurrent downloads of more than was bought (M5). */
async function exhaust(arena: Arena): Promise<Figure[]> {
  const customer = await arena.customer(bought);
  const sub = await arena.sub(customer);
  const [origin] = arena.origins;
  const place = arena.place(sub, origin, "connect");
  const tunnels = await Promise.all(Array.from({ length: downloads }, () => openTunnel(place)));
  for (const tunnel of tunnels) void tunnel.sendRequest(0, bought).catch(() => {});
  const isOver = () => tunnels.every(({ overAt }) => overAt !== null);
  await waitFor("all tunnels were cut", isOver, 60_000);
  const received = tunnels.reduce((sum, tunnel) => sum + tunnel.received, 0);
  const lastByteAt = Math.max(...tunnels.map((tunnel) => tunnel.lastByteAt));
  const cutMs = Math.max(...tunnels.map(({ overAt }) => overAt ?? 0)) - lastByteAt;
  const refused = await statusOf(arena, sub);
  let carried = 0;
  await msUntil(
    async () => {
      const { up, down } = await arena.billed(sub);
      carried = up + down;
      return carried >= Math.max(received, bought - MiB);
    },
    { timeoutMs: bookedMs },
  );
  const figures = [
    atMost("M5", `${downloads} downloads, 2 workers: carried of 100 MiB`, {
      value: carried / MiB,
      bar: bought / MiB,
      unit: "MiB",
    }),
    atMost("M5", "not carried and held by leases", {
      value: (bought - carried) / MiB,
      bar: 1,
      unit: "MiB",
    }),
    atMost("M5", "arrived, above what was billed", {
      value: Math.max(0, received - carried),
      bar: 0,
      unit: "bytes",
    }),
    atMost("M5", "handed to clients that were cut before they read it", {
      value: Math.max(0, carried - received) / MiB,
      bar: leasesMost / MiB,
      unit: "MiB",
    }),
    atMost("M5", "the last tunnel cut after the last byte", {
      value: cutMs,
      bar: 1_000,
      unit: "ms",
    }),
    exactly("M5", "a new tunnel is refused with", { value: refused, bar: 402, unit: "" }),
  ];
  return [...figures, await topUpFigure(arena, sub)];
}

/** After a top-up the same credential works again. */
async function topUpFigure(arena: Arena, sub: Sub): Promise<Figure> {
  await arena.grant(sub.customer, bought);
  // The command itself takes a second: measure from when it is done.
  const ms = await msUntil(async () => (await statusOf(arena, sub)) === 200);
  return atMost("M6", "works again after the top-up", { value: ms, bar: 2_000, unit: "ms" });
}

interface Change {
  title: string;
  status: number;
  make(sub: Sub): Promise<unknown>;
}
const changes: Change[] = [
  {
    title: "disabled",
    status: 403,
    make: ({ customer, id }) => customer.ask("upSubUser", { id, enabled: 0 }),
  },
  {
    title: "given another password",
    status: 407,
    make: ({ customer, id }) => customer.ask("upSubUserPasswd", { id, password: "another99" }),
  },
  {
    title: "deleted",
    status: 407,
    make: ({ customer, id }) => customer.ask("delSubUser", { ids: [id] }),
  },
];

/** A steady download that continues until it is cut off. */
async function flowing(tunnel: Tunnel): Promise<void> {
  try {
    for (;;) {
      await tunnel.exchange(1_000, 64 * 1024);
      await sleep(5);
    }
  } catch {
    // Cut off, as the story expects.
  }
}

/** A change in the dashboard while eight tunnels are active (M6). */
async function changeFigures(arena: Arena, change: Change): Promise<Figure[]> {
  const sub = await arena.sub(await arena.customer(5e9), 4);
  const [origin] = arena.origins;
  const tunnels = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      openTunnel(arena.place(sub, origin, at % 2 ? "connect" : "socks5")),
    ),
  );
  const over = tunnels.map(flowing);
  await sleep(500);
  const began = performance.now();
  await change.make(sub);
  const ms = await msUntil(() => tunnels.every(({ overAt }) => overAt !== null), { began });
  const status = await statusOf(arena, sub);
  for (const tunnel of tunnels) tunnel.socket.destroy();
  await Promise.all(over);
  return [
    atMost("M6", `${change.title}: tunnels cut`, { value: ms, bar: 2_000, unit: "ms" }),
    exactly("M6", `${change.title}: refused with`, { value: status, bar: change.status, unit: "" }),
  ];
}

/** The tunnel of a whitelisted client, when its entry is removed and when it expires (M6). */
async function unlistFigure(arena: Arena, how: "removed" | "expired"): Promise<Figure> {
  const { customer, ...sub } = await arena.sub(await arena.customer(5e9));
  const from = how === "removed" ? "127.0.0.78" : "127.0.0.79";
  const { added } = await customer.ask("addTrafficWhite", { ips: from, days: 1 });
  const place = { ...arena.place({ customer, ...sub }, arena.origins[0], "connect"), user: "" };
  let tunnel: Tunnel | null = null;
  await waitFor("the address is let in", async () => {
    tunnel = await openTunnel({ ...place, from }).catch(() => null);
    return tunnel;
  });
  const open = tunnel as Tunnel | null;
  if (open === null) throw new Error("No tunnel");
  const over = flowing(open);
  await sleep(300);
  const began = performance.now();
  if (how === "removed") {
    await customer.ask("delTrafficWhite", { ids: added.map(({ id }) => id) });
  } else await arena.advance(24 * 3_600);
  const ms = await msUntil(() => open.overAt !== null, { began });
  open.socket.destroy();
  await over;
  return atMost("M6", `whitelist entry ${how}: tunnel cut`, { value: ms, bar: 2_000, unit: "ms" });
}

async function play(arena: Arena, { full }: StoryOptions): Promise<Figure[]> {
  const figures = await exhaust(arena);
  if (full) figures.push(...(await exhaust(arena)), ...(await exhaust(arena)));
  for (const change of changes) figures.push(...(await changeFigures(arena, change)));
  figures.push(await unlistFigure(arena, "removed"), await unlistFigure(arena, "expired"));
  const difference = (await arena.verify()) ?? "none";
  figures.push(
    exactly("M5", "difference in the books", { value: difference, bar: "none", unit: "" }),
  );
  return figures;
}

export const quota: Story = {
  name: "quota",
  run: (options) => inArena((arena) => play(arena, options)),
};

if (import.meta.main) await runStoryCli(quota);
