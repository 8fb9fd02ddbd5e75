/** How the gateway detects whether static exits are reachable. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { parseHost, type Target } from "@turnpike/rules/destination.ts";
import type { GatewayOptions } from "../serve.ts";
import { eventually, gatewayAt, statusOf } from "../testing/test-gateway.ts";
import { close, reportedState, listenAt, quickPace } from "../testing/static-listeners.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

const undo: (() => unknown)[] = [];
let port: number;
let target: Server;
let targetPort: number;
/** The remote addresses of the connections that the target received. */
let seen: string[];
let address = 0;

const hub = forEachTest(() => new TestHub().listen());
beforeEach(async () => {
  [port = 0, targetPort = 0] = await freePorts(2);
  seen = [];
  target = await targetAt();
});
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
  if (target.listening) await close(target);
});

async function targetAt(): Promise<Server> {
  const server = await listenAt("127.0.0.1", targetPort);
  server.on("connection", (socket) => void seen.push(socket.remoteAddress ?? ""));
  return server;
}

const staticExit = (changed: Partial<ExitFact> = {}): ExitFact => {
  address += 1;
  return labExit({ ip: `127.46.0.${address}`, product: "static", ...changed });
};
function probeAt(host = "127.0.0.1"): Target {
  const read = parseHost(host, targetPort);
  if ("bad" in read) throw new Error(read.bad);
  return read.target;
}
const lines: string[] = [];
async function gateway(changed: Partial<GatewayOptions> = {}) {
  lines.length = 0;
  const line = (_fields: object, message: string) => void lines.push(message);
  const running = await gatewayAt(hub, [`127.0.0.1:${targetPort}`], {
    staticPorts: [port],
    probe: probeAt(),
    probePace: quickPace,
    log: { debug: () => {}, info: line, warn: line, error: () => {} },
    ...changed,
  });
  undo.push(() => running.stop(0));
  return running;
}
const until = (exit: ExitFact, what: RegExp, timeoutMs = 15_000) =>
  eventually(`told ${what}`, () => what.test(reportedState(hub, exit)), timeoutMs).catch(() =>
    expect(reportedState(hub, exit)).toMatch(what),
  );
const well = () => new RegExp(`^${port}$`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An upstream proxy that counts connections, and can be stopped and restarted on its port. */
async function upstream() {
  const sockets = new Set<Socket>();
  const [free = 0] = await freePorts(1);
  const state = { port: free, came: 0, refused: 0, answer: "200 Fine" };
  const serve = (socket: Socket) => {
    state.came += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (head) => {
      if (!state.answer.startsWith("200")) {
        state.refused += 1;
        return socket.end(`HTTP/1.1 ${state.answer}\r\n\r\n`);
      }
      const [host, to] = head.toString("latin1").split(" ")[1]?.split(":") ?? [];
      const through = connect(Number(to), host, () => {
        socket.write("HTTP/1.1 200 Fine\r\n\r\n");
        socket.pipe(through).pipe(socket);
      });
      through.on("error", () => socket.destroy());
      socket.on("close", () => through.destroy());
      return undefined;
    });
  };
  let server = createServer(serve);
  const live = async () => {
    server = createServer(serve);
    await new Promise<void>((resolve) => server.listen(state.port, "127.0.0.1", resolve));
  };
  const die = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await live();
  undo.push(() => (server.listening ? die() : undefined));
  return Object.assign(state, { live, die });
}

describe.each(engines)("with the $name engine", ({ options }) => {
  test("A sold upstream that dies is reported as unreachable, and as reachable once it is back", async () => {
    const proxy = await upstream();
    const exit = staticExit({ how: "http", host: "127.0.0.1", port: proxy.port });
    hub.upsert(exit);
    hub.addStaticIp(exit, "static1", "secret22");
    // If it were probed like an unsold exit, the test would time out first.
    await gateway({ ...options, probePace: { ...quickPace, unsoldMs: 60_000 } });
    await until(exit, well());
    await proxy.die();
    await until(exit, /dead: exitUnreachable/);
    await proxy.live();
    await until(exit, well());
    await eventually("both are logged", () => lines.includes("static exits reachable again"));
    expect(lines).toContain("static exits unreachable");
  });

  test("The target sees local exits by their own addresses", async () => {
    const exit = staticExit();
    hub.upsert(exit);
    await gateway(options);
    await until(exit, well());
    expect(seen).toContain(exit.ip);
  });
});

test("An upstream that refuses tunnels is unreachable even if it accepts connections", async () => {
  const proxy = await upstream();
  proxy.answer = "407 No";
  const exit = staticExit({ how: "http", host: "127.0.0.1", port: proxy.port });
  hub.upsert(exit);
  await gateway();
  await until(exit, /dead: exitUnreachable: the upstream answers 407/);
});

test("A single failure makes no exit unreachable", async () => {
  const proxy = await upstream();
  const exit = staticExit({ how: "http", host: "127.0.0.1", port: proxy.port });
  hub.upsert(exit);
  hub.addStaticIp(exit, "static1", "secret22");
  await gateway({ probePace: { ...quickPace, soldMs: 100, confirmMs: 300 } });
  await until(exit, well());
  const heardOf: string[] = [];
  const watch = setInterval(() => heardOf.push(reportedState(hub, exit)), 5);
  proxy.answer = "500 No";
  // Not the next that comes: one that came before may be refused, and the next would confirm it.
  await eventually("a probe failed", () => proxy.refused > 0);
  proxy.answer = "200 Fine";
  const { came } = proxy;
  await eventually("others came through", () => proxy.came > came + 3);
  await pause(400);
  clearInterval(watch);
  expect(new Set(heardOf)).toEqual(new Set([String(port)]));
});

test("While the target itself does not respond, no exit is judged", async () => {
  const exits = [staticExit(), staticExit()];
  const proxy = await upstream();
  exits.push(staticExit({ how: "http", host: "127.0.0.1", port: proxy.port }));
  for (const exit of exits) {
    hub.upsert(exit);
    hub.addStaticIp(exit, "static1", "secret22");
  }
  await gateway();
  for (const exit of exits) await until(exit, well());
  await close(target);
  await eventually("it is logged", () =>
    lines.some((each) => each.includes("exit states are kept")),
  );
  // A new exit is reported, too.
  const late = staticExit();
  hub.upsert(late);
  await until(late, well());
  await pause(1_000);
  expect(exits.map((exit) => reportedState(hub, exit))).toEqual(exits.map(() => String(port)));
  await proxy.die();
  await pause(500);
  expect(exits.map((exit) => reportedState(hub, exit))).toEqual(exits.map(() => String(port)));
  target = await targetAt();
  await until(exits[2] as ExitFact, /dead/);
  expect(lines).toContain("probe target reachable again");
  expect(reportedState(hub, late)).toBe(String(port));
});

test("A dead upstream is not reported as reachable before it is tried", async () => {
  const [nobody = 0] = await freePorts(1);
  const exit = staticExit({ how: "socks5", host: "127.0.0.1", port: nobody });
  hub.upsert(exit);
  const heardOf = new Set<string>();
  const watch = setInterval(() => heardOf.add(reportedState(hub, exit)), 3);
  await gateway({ probePace: { ...quickPace, confirmMs: 500 } });
  await until(exit, /dead/);
  clearInterval(watch);
  expect([...heardOf].filter((each) => !each.includes("dead"))).toEqual(["nothing"]);
});

test("Traffic that finds an exit dead triggers a probe at once", async () => {
  const proxy = await upstream();
  const exit = staticExit({ how: "http", host: "127.0.0.1", port: proxy.port });
  hub.upsert(exit);
  hub.addStaticIp(exit, "static1", "secret22");
  await gateway({ probePace: { ...quickPace, soldMs: 60_000, unsoldMs: 60_000 } });
  await until(exit, well());
  await pause(1_100);
  await proxy.die();
  await pause(500);
  expect(reportedState(hub, exit)).toBe(String(port));
  const login = { user: "static1", password: "secret22" };
  const authority = `127.0.0.1:${targetPort}`;
  expect(await statusOf({ host: exit.ip, port }, { ...login, authority })).toBe(502);
  await until(exit, /dead/);
});

test("An exit whose host or port changes is judged anew", async () => {
  const [nobody = 0] = await freePorts(1);
  const proxy = await upstream();
  const exit = staticExit({ how: "http", host: "127.0.0.1", port: nobody });
  hub.upsert(exit);
  await gateway({ probePace: { ...quickPace, downMs: 60_000 } });
  await until(exit, /dead/);
  hub.upsert({ ...exit, port: proxy.port });
  await until(exit, well());
});

describe("Without a probe target", () => {
  test("A local exit is reachable while its listener is open, an upstream while it accepts connections", async () => {
    const proxy = await upstream();
    proxy.answer = "500 No";
    const local = staticExit();
    const exit = staticExit({ how: "http", host: "127.0.0.1", port: proxy.port });
    for (const each of [local, exit]) hub.upsert(each);
    hub.addStaticIp(exit, "static1", "secret22");
    await gateway({ probe: null });
    for (const each of [local, exit]) await until(each, well());
    await proxy.die();
    await until(exit, /dead: the upstream does not answer: ECONNREFUSED/);
    expect(seen).toEqual([]);
    await proxy.live();
    await until(exit, well());
  });

  test("An upstream's name is looked up", async () => {
    const { port: at } = await upstream();
    const exit = staticExit({ how: "socks5", host: "localhost", port: at });
    const nobody = staticExit({ how: "socks5", host: "nobody.example", port: at });
    for (const each of [exit, nobody]) hub.upsert(each);
    hub.addStaticIp(nobody, "static1", "secret22");
    const { realWorld } = await import("../lib/world.ts");
    const lookup = async (host: string) => {
      if (host !== "localhost") throw new Error("no such name");
      return ["127.0.0.1"];
    };
    const world = { ...realWorld(), lookup };
    await gateway({ probe: null, exitNetworks: ["127.0.0.0/8"], world });
    await until(exit, well());
    await until(nobody, /dead: the upstream's name does not resolve/);
  });
});

test("A target's name is looked up; while it has no address no exit is judged", async () => {
  const exit = staticExit();
  hub.upsert(exit);
  let found = false;
  const { realWorld } = await import("../lib/world.ts");
  const lookup = async (host: string) => {
    if (!found || host !== "probe.example.com") throw new Error("no such name");
    return ["127.0.0.1"];
  };
  await gateway({ probe: probeAt("probe.example.com"), world: { ...realWorld(), lookup } });
  await until(exit, well());
  expect(seen).toEqual([]);
  found = true;
  await eventually("the exit is tried", () => seen.includes(exit.ip));
});
