/** Whether the exit or the target is to blame if an upstream proxy does not open a connection. */
import type { Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { openEngine } from "../start/open-engine.ts";
import { parseAuthority } from "@turnpike/rules/destination.ts";
import { gatewayAt, statusOf } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { rawOrigin } from "../testing/origin.ts";
import { dora, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { DeadExits } from "./dead-exits.ts";
import { dial, type DialResult } from "./dial.ts";
import { Upstreams } from "./upstreams.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

type Answer = (socket: Socket, asked: Buffer, at: number) => void;
/** An upstream that responds as `answer` does; `at` counts a connection's chunks from 0. */
async function upstream(answer: Answer): Promise<number> {
  const origin = await rawOrigin((socket) => {
    let at = 0;
    socket.on("error", () => {}).on("data", (asked: Buffer) => answer(socket, asked, at++));
  });
  undo.push(() => origin.stop());
  return origin.port;
}
const says = (status: number) => (socket: Socket) =>
  socket.write(`HTTP/1.1 ${status} So\r\nContent-Length: 0\r\n\r\n`);
/** SOCKS5: accepts the greeting and the login, then calls `then`. */
const afterLogin =
  (then: (socket: Socket) => void, login = 0): Answer =>
  (socket, _, at) => {
    if (at === 2) then(socket);
    else socket.write(Buffer.from(at === 0 ? [5, 2] : [1, login]));
  };
const replies = (code: number) =>
  afterLogin((socket) => socket.write(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])));
const silence = () => {};
const hangUp = (socket: Socket) => void socket.end();

const exitAt = (how: "http" | "socks5", port: number, more: Partial<ExitFact> = {}) =>
  labExit({ how, host: "127.0.0.1", port, user: "up1", password: "pass1", ...more });

describe.each(engines)("who is to blame for an upstream's failure, $name", ({ options }) => {
  async function failure(
    how: "http" | "socks5",
    answer: Answer,
    addresses = ["127.0.0.1"],
  ): Promise<string> {
    const settings = { worker: 0, workers: 1, random: Math.random, log: quiet };
    const engine = openEngine(options.engine ?? "auto", settings);
    const lookup = async () => [];
    const upstreams = new Upstreams({ engine, lookup, isOwn: () => false, isAllowed: () => true });
    const read = parseAuthority("127.0.0.1:80", null);
    if ("bad" in read) throw new Error(read.bad);
    const exit = exitAt(how, await upstream(answer));
    const request = { exit, target: read.target, addresses, upstreams, timeoutMs: 300 };
    const dialled = await new Promise<DialResult>((done) => dial(engine, request, done));
    return "upstream" in dialled
      ? "a way"
      : `${dialled.refused.reason}, failure: ${dialled.exitFailure}`;
  }

  test.each([400, 403, 404, 429])("HTTP %i is the target's failure", async (status) => {
    expect(await failure("http", says(status))).toBe("targetUnreachable, failure: no");
  });
  test.each([500, 502, 503, 599])("After HTTP %i another exit may be tried", async (status) => {
    expect(await failure("http", says(status))).toBe("targetUnreachable, failure: elsewhere");
  });
  test.each([302, 401, 402, 407])(
    "HTTP %i is the exit's failure for everybody only if several customers got it",
    async (status) => {
      expect(await failure("http", says(status))).toBe("exitUnreachable, failure: login");
    },
  );
  test("A missing HTTP response may be either's failure", async () => {
    expect(await failure("http", silence)).toBe("exitUnreachable, failure: perhaps");
    expect(await failure("http", hangUp)).toBe("exitUnreachable, failure: perhaps");
  });

  test("After SOCKS5 reply 1 another exit may be tried", async () => {
    expect(await failure("socks5", replies(1))).toBe("targetUnreachable, failure: elsewhere");
  });
  test.each([2, 3, 4, 6, 8, 9, 255])("SOCKS5 reply %i is the target's failure", async (code) => {
    expect(await failure("socks5", replies(code))).toBe("targetUnreachable, failure: no");
  });
  test("Any failure after the SOCKS5 login is the target's", async () => {
    expect(await failure("socks5", replies(5))).toBe("targetRefused, failure: no");
    expect(await failure("socks5", afterLogin(silence))).toBe("timedOut, failure: no");
    expect(await failure("socks5", afterLogin(hangUp))).toBe("targetUnreachable, failure: no");
  });
  test("A SOCKS5 upstream that sends no valid greeting is dead; a refused login has witnesses", async () => {
    const dead = "exitUnreachable, failure: surely";
    const login = "exitUnreachable, failure: login";
    expect(await failure("socks5", afterLogin(silence, 1))).toBe(login);
    expect(await failure("socks5", (socket) => socket.write(Buffer.from([5, 255])))).toBe(dead);
    expect(await failure("socks5", replies(7))).toBe(login);
    expect(await failure("socks5", silence)).toBe(dead);
    expect(await failure("socks5", hangUp)).toBe(dead);
    expect(await failure("socks5", (socket) => socket.end("SSH-2.0-x\r\n"))).toBe(dead);
  });

  test("An exit that responded for a target's first address is not dead because of the second", async () => {
    let asked = 0;
    const once: Answer = (socket) => (asked++ === 0 ? says(503)(socket) : undefined);
    const both = ["127.0.0.1", "127.0.0.2"];
    expect(await failure("http", once, both)).toBe("targetUnreachable, failure: elsewhere");
    expect(asked).toBe(2);
  });

  /** Two customers' ports that use the same one of three upstreams, which refuses port 81. */
  async function twoPorts(refusal: (socket: Socket) => void) {
    const hub = await new TestHub().listen();
    undo.push(() => hub.stop());
    const seen: string[] = [];
    let refuses: string | undefined;
    for (const name of ["one", "two", "three"]) {
      const port = await upstream((socket, asked) => {
        seen.push(name);
        if (name === refuses && asked.includes(":81 ")) refusal(socket);
        else says(200)(socket);
      });
      hub.upsert(exitAt("http", port, { id: name, product: "unlimited" }));
    }
    const numbers = await freePorts(24);
    const facts = numbers.map((port) => unlimitedPort({ port }));
    for (const fact of facts) hub.upsert(fact);
    const gateway = await gatewayAt(hub, ["127.0.0.1:80", "127.0.0.1:81"], options);
    undo.push(() => gateway.stop(100));
    for (const fact of facts) await whenOpen(hub, fact);
    /** The upstream that the port's connection last used. */
    const exitOf = async (port: number, to = 80) => {
      const request = { ...dora, authority: `127.0.0.1:${to}` };
      const status = await statusOf({ port }, request);
      return { exit: seen.at(-1), status };
    };
    const before = new Map<number, string | undefined>();
    for (const port of numbers) before.set(port, (await exitOf(port)).exit);
    const [hers = 0] = numbers;
    const his = numbers.find((port) => port !== hers && before.get(port) === before.get(hers)) ?? 0;
    refuses = before.get(hers);
    return { exitOf, hers, his, exit: refuses };
  }

  test("A customer whose target is refused keeps the exit, as do all others (spec/gateway#sessions)", async () => {
    const { exitOf, hers, his, exit } = await twoPorts((socket) => says(403)(socket));
    expect(await exitOf(his, 81)).toEqual({ exit, status: 502 });
    expect(await exitOf(hers)).toEqual({ exit, status: 200 });
    expect(await exitOf(his)).toEqual({ exit, status: 200 });
  });

  test("A customer whose target gets no response moves to another exit; all others keep theirs", async () => {
    const { exitOf, hers, his, exit } = await twoPorts(hangUp);
    const other = await exitOf(his, 81);
    expect(other.status).toBe(200);
    expect(other.exit).not.toBe(exit);
    expect(await exitOf(his)).toEqual(other);
    expect(await exitOf(hers)).toEqual({ exit, status: 200 });
  });

  test("An exit's login is refused for one customer's target: all others keep the exit", async () => {
    const { exitOf, hers, his, exit } = await twoPorts((socket) => says(402)(socket));
    for (let tries = 0; tries < 5; tries += 1) {
      const other = await exitOf(his, 81);
      expect(other.status).toBe(200);
      expect(other.exit).not.toBe(exit);
      expect(await exitOf(hers)).toEqual({ exit, status: 200 });
    }
  });
});

test("An exit stays dead for 30 s after its last failure, for one holder or for all", () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  undo.push(() => vi.useRealTimers());
  const dead = new DeadExits();
  const of = (holder: string) => [...dead.of(holder)].sort();
  dead.add("x", "ada");
  dead.add("y", null);
  expect([of("ada"), of("bob")]).toEqual([["x", "y"], ["y"]]);
  vi.setSystemTime(20_000);
  dead.add("x", "ada");
  vi.setSystemTime(29_999);
  expect([of("ada"), of("bob")]).toEqual([["x", "y"], ["y"]]);
  vi.setSystemTime(30_000);
  expect([of("ada"), of("bob")]).toEqual([["x"], []]);
  vi.setSystemTime(50_000);
  expect([of("ada"), of("bob")]).toEqual([[], []]);
});
