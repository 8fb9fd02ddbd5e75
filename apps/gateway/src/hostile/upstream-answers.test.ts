/** Upstreams that answer with anything: limits hold, nothing leaks, other upstreams serve (G3, G17). */
import type { Socket } from "node:net";
import { ScriptedWholesaler } from "@turnpike/wholesale/scripted.ts";
import { afterEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import { engines } from "../testing/engines.ts";
import { connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { seeded, sized, times } from "../testing/test-sizes.ts";
import { upstreamFact } from "../testing/wholesaler.ts";

const password = "secret1";
/** Long enough that a busy machine answers a good login in time. */
const connectMs = sized({ short: 400, full: 1_500 });
const refusals = [400, 403, 429, 502, 503, 504];
const secret = "Kanarytext99";
const ok = `HTTP/1.1 200 OK\r\nX-A: ${secret}\r\n\r\n`;
const no = `HTTP/1.1 502 ${secret}\r\nX-A: ${secret}\r\nContent-Length: 12\r\n\r\n${secret}`;

/** What is done to a socket, and whether a tunnel may open; null: that is up to the bytes. */
interface Play {
  title: string;
  play: (socket: Socket) => void;
  opens: boolean | null;
}
type Random = () => number;
const whole = (random: Random, most: number) => Math.floor(random() * most);
const pick = <T>(random: Random, all: readonly T[]): T => all[whole(random, all.length)] as T;

const send = (title: string, bytes: string | Buffer, opens: boolean | null = false): Play => ({
  title,
  opens,
  play: (socket) =>
    void socket.end(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes),
});
/** Parts with a pause between them; then silence. */
const drip = (title: string, parts: readonly string[], opens: boolean | null): Play => ({
  title,
  opens,
  play: (socket) => {
    let at = 0;
    const timer = setInterval(() => {
      const part = parts[at];
      at += 1;
      if (part === undefined || socket.destroyed) clearInterval(timer);
      else socket.write(part, "latin1");
    }, 2);
  },
});
const noise = (random: Random, length: number) =>
  Buffer.from(Array.from({ length }, () => whole(random, 256)));

const makers: ((random: Random) => Play)[] = [
  (random) => {
    const size = whole(random, 90_000);
    const line = `HTTP/1.1 ${pick(random, [200, 407, 502, 999])} ${secret}\r\n`;
    return send(`a field of ${size} bytes`, `${line}X-A: ${"a".repeat(size)}\r\n\r\n`, null);
  },
  (random) => {
    const count = whole(random, 20_000);
    return send(`${count} fields`, `HTTP/1.1 200 OK\r\n${"A: 1\r\n".repeat(count)}\r\n`, null);
  },
  (random) => {
    const count = 9 + whole(random, 3_000);
    const status = pick(random, [100, 101, 102, 103, 199]);
    return send(
      `${count} times ${status}`,
      `HTTP/1.1 ${status} Go\r\n\r\n`.repeat(count) + ok,
      null,
    );
  },
  (random) => {
    const count = 20 + whole(random, 400);
    return drip("endless 100s", Array<string>(count).fill("HTTP/1.1 100 Go\r\n\r\n"), false);
  },
  (random) => send("HTTP/0.9", `<html>${secret.repeat(1 + whole(random, 900))}`),
  (random) =>
    send(
      "another protocol",
      pick(random, [
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "SSH-2.0-OpenSSH_9\r\n",
        "\u0015\u0003\u0001\u0000\u0002\u0002(",
        "220 ftp\r\n",
        "\u0005\u0000",
        "HTTP/3 200\r\n\r\n",
        "HTTP/1.1\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 -1 OK\r\n\r\n",
        "http/1.1 two\r\n\r\n",
      ]),
      null,
    ),
  (random) => {
    const text = pick(random, [ok, no]);
    const part = text.slice(0, whole(random, text.length - 14));
    const end = pick(random, ["end", "destroy", "reset", "silence"]);
    return {
      title: `half an answer, then ${end}`,
      opens: text === ok ? false : null,
      play: (socket) => {
        socket.write(part, "latin1");
        if (end === "end") socket.end();
        else if (end === "destroy") setImmediate(() => socket.destroy());
        else if (end === "reset") setImmediate(() => socket.resetAndDestroy());
      },
    };
  },
  (random) => {
    const odd = pick(random, [
      "\n",
      "\r",
      "\r\r\n",
      "\r\n ",
      "\r\n\t",
      "\0",
      " \r\n",
      "\v",
      ":",
      "\r\n\r",
    ]);
    const [head = "", ...rest] = pick(random, [ok, no]).split("\r\n");
    return send("odd ends of lines", [head, ...rest].join(odd), null);
  },
  (random) => {
    const field = pick(random, [
      "Content-Length: 5",
      "Transfer-Encoding: chunked",
      "Content-Length: -1",
    ]);
    return send(
      "a 200 with a length",
      `HTTP/1.1 200 OK\r\n${field}\r\n${field}x\r\n\r\n${secret}`,
      null,
    );
  },
  (random) => drip("byte by byte", [...pick(random, [ok, no])], null),
  (random) => send("noise", noise(random, whole(random, 70_000)), null),
  () => ({ title: "nothing at all", opens: false, play: () => {} }),
  () => ({ title: "a hang-up", opens: false, play: (socket) => void socket.destroy() }),
];
/** After the request for a target; greeting and login were answered well. */
const socksMakers: ((random: Random) => Play)[] = [
  (random) => send("noise", noise(random, whole(random, 300)), null),
  (random) => send("a reply", Buffer.from([5, 1 + whole(random, 255), 0, 1, 0, 0, 0, 0, 0, 0])),
  (random) => send("another version", Buffer.from([whole(random, 5), 0, 0, 1, 0, 0, 0, 0, 0, 0])),
  (random) => send("a type of address", Buffer.from([5, 0, 0, 5 + whole(random, 250), 1, 2, 3])),
  (random) => send("half a reply", Buffer.from([5, 0, 0, 3, 255]).subarray(0, whole(random, 6))),
  (random) =>
    drip("byte by byte", [..."\u0005\u0000\u0000\u0001abcdef"].slice(0, whole(random, 11)), null),
  (random) =>
    send("a long name", Buffer.concat([Buffer.from([5, 0, 0, 3, 200]), noise(random, 202)]), null),
  () => ({ title: "nothing at all", opens: false, play: () => {} }),
];

describe.each(engines)("answers of hostile upstreams, $name", ({ options }) => {
  let hostile: ScriptedWholesaler;
  let good: ScriptedWholesaler;

  const hub = forEachTest(() => new TestHub().listen());
  const gateway = forEachTest(async () => {
    for (const name of ["alice1", "bob111"]) hub.addSubAccount(name, password, 1e9);
    hostile = await new ScriptedWholesaler().listen();
    good = await new ScriptedWholesaler().listen();
    hub.upsert(upstreamFact(good, "good", { countries: ["FR"] }));
    const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
    return gatewayAt(hub, [], { world, ...options });
  });
  afterEach(async () => {
    for (const seller of [hostile, good]) await seller.stop();
  });
  /** Returns the status and how long it took; the head says nothing of the upstream's. */
  const ask = async (user: string, authority: string) => {
    const began = performance.now();
    const { client, head } = await connectTo(gateway, { user, password, authority });
    const ms = performance.now() - began;
    const status = Number(head.split(" ")[1]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const read = status === 200 ? head : head + client.all().toString("latin1");
    client.socket.destroy();
    expect(read).not.toContain(secret);
    return { status, ms };
  };

  test.each([
    ["http", makers],
    ["socks5", socksMakers],
  ] as const)(
    "%s: any answer is read or refused in time, and other upstreams serve",
    async (how, all) => {
      const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 1e9));
      const random = seeded(seed);
      const count = sized({ short: 130, full: 2_600 });
      const plays = Array.from(
        { length: count },
        (_, at) => all[at % all.length]?.(random) as Play,
      );
      hostile.answer = ({ authority }) =>
        plays[Number(/^p(\d+)\./.exec(authority)?.[1])]?.play ?? null;
      hub.upsert(upstreamFact(hostile, "hostile", { how, connectMs, countries: ["DE"] }));
      await eventually("it is known", async () => {
        await ask("bob111-region-de", "known.example:443");
        return hostile.asked.length > 0;
      });
      const faults: string[] = [];
      await times(count, 16, async (at) => {
        const play = plays[at] as Play;
        const { status, ms } = await ask("alice1-region-de", `p${at}.example:443`);
        const others = at % 10 === 0 ? await ask("bob111-region-fr", "a.example:443") : null;
        const isKnown = status === 200 || refusals.includes(status);
        const isRight = play.opens === null || (status === 200) === play.opens;
        // Its own time and what a busy machine adds.
        const inTime = ms < connectMs + 5_000;
        if (isKnown && isRight && inTime && (others === null || others.status === 200)) return;
        const said = `${status} after ${Math.round(ms)} ms, others ${others?.status ?? ""}`;
        faults.push(`${play.title} (case ${at} of seed ${seed}): ${said}`);
      });
      expect(faults).toEqual([]);
      await eventually("no connection is left", () => hostile.open + good.open === 0, 10_000);
      await eventually(
        "the hub is told",
        () => (hub.supply.open.get("g1") ?? []).length === 0,
        15_000,
      );
      const own = hub.supply.sum("upstream-hostile");
      expect(own.received).toBeLessThanOrEqual(hostile.sent);
      // A busy machine may let its host rest.
      expect(own.connections + own.failures).toBeGreaterThan(count / 10);
    },
    300_000,
  );
});
