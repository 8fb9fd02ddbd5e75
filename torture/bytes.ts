/** Billed bytes equal carried bytes exactly, whatever the route (spec/gateway#billing, M1). */
import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { type Arena, type Billed, inArena, type Sub } from "./arena.ts";
import { after, type Origin, streamPart } from "./origin.ts";
import { type Random, seeded } from "@turnpike/net/testing/random.ts";
import {
  type StoryOptions,
  exactly,
  type Figure,
  sleep,
  type Story,
  runStoryCli,
} from "./story.ts";
import { openTunnel, type Tunnel } from "./tunnel.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

const most = 4 * 1024 * 1024;
const atOnce = 16;
const bookedMs = 5_000;
const ways = ["connect", "socks5"] as const;

/** Counts at the client's end: a lower and an upper bound of what was carried. */
interface Count {
  received: number;
  sent: number;
  wrong: number;
}
interface Play {
  arena: Arena;
  sub: Sub;
  origin: Origin;
  random: Random;
  count: Count;
  agent: Agent;
}

/** Favours small sizes: large ones take longer. */
const size = (random: Random) => Math.floor(random.next() ** 4 * most);

async function withTunnel({ arena, sub, origin, random, count }: Play, use: Use): Promise<void> {
  const tunnel = await openTunnel(arena.place(sub, origin, random.pick(ways)));
  await use(tunnel, random);
  count.received += tunnel.received;
  count.sent += tunnel.sent;
  count.wrong += tunnel.wrong;
}
type Use = (tunnel: Tunnel, random: Random) => Promise<void>;

/** Transfers that complete, so that both ends know exactly what was carried. */
const whole: ((play: Play) => Promise<void>)[] = [
  (play) =>
    withTunnel(play, async (tunnel, random) => {
      for (let left = random.integer(1, 3); left > 0; left -= 1) {
        await tunnel.exchange(size(random), size(random));
      }
      await tunnel.finish();
    }),
  // The origin ends its side first; the client's remaining bytes still pass.
  (play) =>
    withTunnel(play, async (tunnel, random) => {
      await tunnel.exchange(size(random), size(random), after.end);
      await tunnel.finish();
    }),
  (play) => fetchBytes(play, "GET", 0),
  (play) => fetchBytes(play, "GET", 0),
  (play) => fetchBytes(play, "POST", size(play.random)),
];

/** Transfers aborted midway: the carried bytes are between the two ends' counts. */
const broken: ((play: Play) => Promise<void>)[] = [
  (play) =>
    withTunnel(play, async (tunnel, random) => {
      await tunnel.exchange(size(random), size(random), after.reset).catch(() => {});
      tunnel.socket.destroy();
    }),
  // The client is killed during a download or an upload.
  (play) =>
    withTunnel(play, async (tunnel, random) => {
      const upload = tunnel.sendRequest(size(random), most).catch(() => {});
      await sleep(random.integer(0, 30));
      tunnel.socket.resetAndDestroy();
      await upload;
    }),
];

/** One absolute-form request over a persistent connection, counted on its socket. */
function fetchBytes({ arena, sub, origin, random, agent }: Play, method: string, up: number) {
  const key = Buffer.from(`${sub.account}:${sub.password}`).toString("base64");
  const down = size(random);
  return new Promise<void>((resolve, reject) => {
    const ask = request(
      {
        agent,
        method,
        host: "127.0.0.1",
        port: arena.product.ports.gateway,
        path: `http://127.0.0.1:${origin.httpPort}/${down}`,
        headers: {
          Host: `127.0.0.1:${origin.httpPort}`,
          "Proxy-Authorization": `Basic ${key}`,
          ...(up > 0 ? { "Content-Length": up } : {}),
        },
      },
      (answer) => {
        let came = 0;
        answer.on("data", (chunk: Buffer) => {
          came += chunk.length;
        });
        answer.on("end", () => {
          if (answer.statusCode === 200 && came === down) resolve();
          else reject(new Error(`${answer.statusCode} with ${came} of ${down} bytes`));
        });
      },
    );
    ask.on("error", reject);
    for (let at = 0; at < up; ) {
      const part = streamPart(at, up - at);
      ask.write(part);
      at += part.length;
    }
    ask.end();
  });
}

/** An agent with persistent connections, and the bytes received over all of them. */
function countingAgent(): { agent: Agent; received: () => number } {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const sockets: Socket[] = [];
  const create = agent.createConnection.bind(agent);
  agent.createConnection = (...args) => {
    const socket = create(...args) as Socket;
    sockets.push(socket);
    return socket;
  };
  return { agent, received: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0) };
}

async function playAll(play: Play, kinds: typeof whole, times: number): Promise<void> {
  let left = times;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      // Each has its own random numbers, so that the order of workers has no influence.
      const random = seeded(play.random.integer(0, 2 ** 31));
      await random.pick(kinds)({ ...play, random });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Resolves with the billed bytes once they are as wanted, or after five seconds. */
async function billedSoon(arena: Arena, sub: Sub, wanted: (billed: Billed) => boolean) {
  const began = performance.now();
  let billed: Billed = { up: 0, down: 0 };
  await waitFor(
    "it is billed",
    async () => {
      billed = await arena.billed(sub);
      return wanted(billed);
    },
    bookedMs,
  ).catch(() => {});
  return { billed, ms: performance.now() - began };
}

async function wholeFigures(arena: Arena, { full, random }: StoryOptions): Promise<Figure[]> {
  const sub = await arena.sub(await arena.customer(40e9));
  const { agent, received } = countingAgent();
  const origin = arena.origins[0];
  const play = { arena, sub, origin, random, agent, count: { received: 0, sent: 0, wrong: 0 } };
  const times = full ? 800 : 80;
  await playAll(play, whole, times);
  const carried = { up: origin.totals().received, down: play.count.received + received() };
  const { billed, ms } = await billedSoon(
    arena,
    sub,
    ({ up, down }) => up >= carried.up && down >= carried.down,
  );
  agent.destroy();
  const moved = `${times} transfers, ${((carried.up + carried.down) / 1e6).toFixed(0)} MB`;
  const of = (value: number) => ({ value, bar: 0, unit: "bytes" });
  const { used } = await usedOf(sub);
  return [
    exactly("M1", `${moved}: billed up - carried up`, of(billed.up - carried.up)),
    exactly("M1", `${moved}: billed down - carried down`, of(billed.down - carried.down)),
    exactly("M1", "used - in the statistics", of(used - billed.up - billed.down)),
    exactly("M1", "wrong bytes", of(play.count.wrong + origin.wrong)),
    {
      criterion: "M1",
      what: "in the statistics",
      figure: `${ms.toFixed(0)} ms`,
      bar: `≤ ${bookedMs} ms`,
      pass: ms <= bookedMs,
    },
  ];
}

async function usedOf({ customer, account }: Sub): Promise<{ used: number }> {
  const { items } = await customer.ask("subUsers", {});
  return { used: items.find((item) => item.account === account)?.usedBytes ?? -1 };
}

async function brokenFigures(arena: Arena, { full, random }: StoryOptions): Promise<Figure[]> {
  const sub = await arena.sub(await arena.customer(40e9));
  const origin = arena.origins[1];
  const { agent } = countingAgent();
  const play = { arena, sub, origin, random, agent, count: { received: 0, sent: 0, wrong: 0 } };
  const times = full ? 200 : 20;
  await playAll(play, broken, times);
  await waitFor("all tunnels ended", () => origin.open() === 0);
  const { received, sent } = origin.totals();
  const { count } = play;
  const least = { up: received, down: count.received };
  const { billed } = await billedSoon(
    arena,
    sub,
    ({ up, down }) => up >= least.up && down >= least.down,
  );
  const short = Math.max(least.up - billed.up, least.down - billed.down, 0);
  const over = Math.max(billed.up - count.sent, billed.down - sent, 0);
  const of = (value: number) => ({ value, bar: 0, unit: "bytes" });
  return [
    exactly("M1", `${times} resets and killed clients: arrived, not billed`, of(short)),
    exactly("M1", `${times} resets and killed clients: billed, never sent`, of(over)),
  ];
}

export const bytes: Story = {
  name: "bytes",
  run: (options) =>
    inArena(async (arena) => {
      const figures = [
        ...(await wholeFigures(arena, options)),
        ...(await brokenFigures(arena, options)),
      ];
      const difference = (await arena.verify()) ?? "none";
      figures.push(
        exactly("M1", "difference in the books", { value: difference, bar: "none", unit: "" }),
      );
      return figures;
    }),
};

if (import.meta.main) await runStoryCli(bytes);
