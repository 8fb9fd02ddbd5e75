/** Internal addresses in every spelling, by every protocol and exit (G4, G5, G6). */
import { networkInterfaces } from "node:os";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { internalHosts, socksHost } from "../parse/hostile-targets.ts";
import type { RunningGateway } from "../serve.ts";
import { basic, Client, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { type Engine, engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { type Origin, rawOrigin } from "../testing/origin.ts";
import { Outside } from "../testing/outside.ts";
import { times } from "../testing/test-sizes.ts";
import { realWorld } from "../lib/world.ts";

let hub: TestHub;
let gateway: RunningGateway;
let outside: Outside;
/** Listens on every address of this machine; must never be reached. */
let trap: Origin;
let lab: Origin;
const reached = { trap: 0, lab: 0 };
/** The resolver's answers, and the names it was asked for. */
let lookup: (host: string) => string[];
const asked: string[] = [];
const publicIp = "93.184.216.34";

async function start({ options }: Engine, exit: (outside: Outside) => ExitFact): Promise<void> {
  Object.assign(reached, { trap: 0, lab: 0 });
  asked.length = 0;
  lookup = () => [publicIp];
  hub = await new TestHub().listen();
  hub.addSubAccount("alice1", "secret1", 1e9);
  outside = await new Outside(({ socket }) => socket.end("HTTP/1.1 204 Here\r\n\r\n")).listen();
  trap = await rawOrigin((socket) => {
    reached.trap += 1;
    socket.destroy();
  }, "::");
  lab = await rawOrigin((socket) => {
    reached.lab += 1;
    socket.end("HTTP/1.1 204 Here\r\n\r\n");
  });
  hub.upsert(exit(outside));
  const world = {
    ...realWorld(),
    lookup: async (host: string) => {
      asked.push(host);
      return lookup(host);
    },
  };
  gateway = await gatewayAt(hub, [lab.authority], { world, ...options });
}
async function stop(): Promise<void> {
  await gateway.stop(0);
  await Promise.all([trap.stop(), lab.stop(), outside.stop()]);
  await hub.stop();
}

type Way = "connect" | "get" | "socks";
const refusedBy = { connect: /^HTTP\/1\.1 40[03] /, get: /^HTTP\/1\.1 40[03] /, socks: /^[12]$/ };

/** Tries to connect; returns the beginning of the response, or SOCKS5's reply code. */
async function reach(way: Way, host: string, port: number, sid = ""): Promise<string> {
  const client = new Client(gateway.port);
  const user = `alice1${sid}`;
  try {
    if (way === "socks") return await bySocks(client, user, [3, nameOf(host), port]);
    const line = way === "connect" ? `CONNECT ${host}:${port}` : `GET http://${host}:${port}/`;
    const login = `Proxy-Authorization: ${basic(user, "secret1")}`;
    client.socket.write(`${line} HTTP/1.1\r\nHost: a.example\r\n${login}\r\n\r\n`);
    return (await client.head()).slice(0, 200);
  } finally {
    client.socket.destroy();
  }
}
function nameOf(host: string): number[] {
  const name = socksHost(host);
  return [name.length, ...name];
}
async function bySocks(
  client: Client,
  user: string,
  [type, address, port]: [number, number[], number],
): Promise<string> {
  const login = [1, user.length, ...Buffer.from(user), 7, ...Buffer.from("secret1")];
  client.socket.write(Buffer.from([5, 1, 2, ...login]));
  client.socket.write(Buffer.from([5, 1, 0, type, ...address, port >> 8, port & 255]));
  return String((await client.exactly(14))[5]);
}

/** The attempts that were not refused. */
async function unrefused(tries: { way: Way; host: string; port: number }[]): Promise<string[]> {
  const wrong: string[] = [];
  await times(tries.length, 24, async (index) => {
    const { way, host, port } = tries[index] ?? { way: "get", host: "", port: 1 };
    const answer = await reach(way, host, port);
    if (!refusedBy[way].test(answer)) wrong.push(`${way} ${host}:${port}: ${answer}`);
  });
  return wrong;
}
const everyWay = (host: string, port: number) =>
  (["connect", "get", "socks"] as const).map((way) => ({ way, host, port }));

const exits: [string, (outside: Outside) => ExitFact][] = [
  ["a local exit", () => labExit()],
  ["an upstream proxy", (outside) => outside.exit()],
];
const cases = engines.flatMap((engine) =>
  exits.map(([by, exit]) => ({ name: `${engine.name} engine, by ${by}`, engine, exit })),
);

describe.each(cases)("no access to internal addresses ($name)", ({ engine, exit }) => {
  beforeEach(() => start(engine, exit));
  afterEach(stop);

  test("No spelling of an internal address is dialled (G4)", async () => {
    const tries = internalHosts.flatMap((host) => [
      ...everyWay(host, trap.port),
      ...(host === "127.0.0.1" ? [] : everyWay(host, lab.port)),
    ]);
    expect(await unrefused(tries)).toEqual([]);
    expect(reached).toEqual({ trap: 0, lab: 0 });
    expect(outside.reached).toEqual([]);
    expect(asked).toEqual([]);
    const lab1 = await Promise.all(
      everyWay("127.0.0.1", lab.port).map(({ way }) => reach(way, "127.0.0.1", lab.port)),
    );
    expect(lab1.map((answer) => answer.slice(0, 10))).toEqual(["HTTP/1.1 2", "HTTP/1.1 2", "0"]);
  }, 60_000);

  test("SOCKS5's binary addresses are checked in the same way", async () => {
    const zeros = Array<number>(10).fill(0);
    const tries: [number, number[], number][] = [
      [1, [127, 0, 0, 1], trap.port],
      [1, [127, 0, 0, 2], lab.port],
      [1, [0, 0, 0, 0], trap.port],
      [1, [169, 254, 169, 254], 80],
      [4, [...Array<number>(15).fill(0), 1], trap.port],
      [4, Array<number>(16).fill(0), trap.port],
      [4, [...zeros, 255, 255, 127, 0, 0, 1], trap.port],
      [4, [...zeros, 255, 255, 127, 0, 0, 1], lab.port],
      [4, [...zeros, 0, 0, 127, 0, 0, 1], trap.port],
      [4, [0, 0x64, 0xff, 0x9b, ...Array<number>(8).fill(0), 127, 0, 0, 1], trap.port],
      [4, [0x20, 2, 127, 0, 0, 1, ...zeros], trap.port],
      [4, [0xfe, 0x80, ...Array<number>(13).fill(0), 1], trap.port],
    ];
    for (const one of tries) {
      const client = new Client(gateway.port);
      expect([one, await bySocks(client, "alice1", one)]).toEqual([one, "2"]);
      client.socket.destroy();
    }
    expect(reached).toEqual({ trap: 0, lab: 0 });
    expect(outside.reached).toEqual([]);
  });

  test("Names resolving to internal addresses are refused: alone, among public ones, or oddly spelled (G5)", async () => {
    const inside = [
      ["127.0.0.1"],
      ["10.0.0.1"],
      ["169.254.169.254"],
      ["::1"],
      ["::ffff:127.0.0.1"],
      ["0:0:0:0:0:ffff:7f00:1"],
      ["64:ff9b::7f00:1"],
      ["2002:7f00:1::"],
      ["fe80::1%lo"],
      ["fd00::1"],
      ["0.0.0.0"],
      ["127.1"],
      ["2130706433"],
      [""],
      [publicIp, "127.0.0.1"],
      ["127.0.0.1", publicIp],
      [publicIp, publicIp, publicIp, publicIp, "10.0.0.1"],
      ["2606:4700::1111", "::1"],
    ];
    lookup = (host) => inside[Number(host.split(".")[0]?.slice(1))] ?? [publicIp];
    const tries = inside.flatMap((_, index) => [
      ...everyWay(`n${index}.example`, trap.port),
      ...everyWay(`n${index}.example`, lab.port),
    ]);
    expect(await unrefused(tries)).toEqual([]);
    expect(reached).toEqual({ trap: 0, lab: 0 });
    expect(outside.reached).toEqual([]);
    expect(asked).toHaveLength(tries.length);
  }, 30_000);

  test("The product's own listeners are refused as targets at every address of this machine (G6)", async () => {
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const hosts = own.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
    const ports = [gateway.port, trap.port, 3000, 4000, 4100, 5432, 7000, 10_001, 24_000, 26_000];
    const tries = hosts.flatMap((host) => ports.flatMap((port) => everyWay(host, port)));
    expect(await unrefused(tries)).toEqual([]);
    lookup = () => hosts.map((host) => host.replace(/^\[|\]$/g, ""));
    expect(await unrefused(everyWay("own.example", gateway.port))).toEqual([]);
    expect(reached).toEqual({ trap: 0, lab: 0 });
    expect(outside.reached).toEqual([]);
  }, 30_000);
});

describe.each(engines)("each name is resolved only once ($name engine)", (engine) => {
  beforeEach(() => start(engine, (to) => to.exit({ dns: "local" })));
  afterEach(stop);

  test("A name that resolves differently the second time is dialled at the checked address (G5)", async () => {
    const before = new Set<string>();
    lookup = (host) => {
      const again = before.has(host);
      before.add(host);
      return [again ? "127.0.0.1" : publicIp];
    };
    for (const { way } of everyWay("", 1)) {
      const host = `flip-${way}.example`;
      await reach(way, host, trap.port);
      await eventually("it is reached", () => outside.reached.length > 0);
      expect(outside.reached.map(({ authority }) => authority)).toEqual([
        `${publicIp}:${trap.port}`,
      ]);
      expect(asked).toEqual([host]);
      expect(await reach(way, host, trap.port)).toMatch(way === "socks" ? /^2$/ : / 403 /);
      outside.reached.length = 0;
      asked.length = 0;
    }
    expect(reached.trap).toBe(0);
  });

  test("A session's open connection serves no request whose name now resolves to an internal address (G5)", async () => {
    outside.serve = ({ socket, bytes }) => {
      if (bytes.includes("\r\n\r\n")) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    };
    const login = `Proxy-Authorization: ${basic("alice1-sid-a1", "secret1")}\r\n`;
    const get = `GET http://moves.example:81/ HTTP/1.1\r\nHost: x\r\n${login}\r\n`;
    const client = new Client(gateway.port);
    client.socket.write(get);
    expect(await client.head()).toMatch(/ 200 /);
    lookup = () => ["10.0.0.1"];
    client.socket.write(get);
    expect(await client.head()).toMatch(/ 403 /);
    expect(outside.reached).toHaveLength(1);
    client.socket.destroy();
  });

  test("The product's own names are refused, and so are addresses listed as such (G6)", async () => {
    await gateway.stop(0);
    const ownNames = ["Proxy.Example.com", "198.41.0.4", "[2620:fe::fe]"];
    const world = { ...realWorld(), lookup: async (host: string) => lookup(host) };
    gateway = await gatewayAt(hub, [], { world, ownNames, ...engine.options });
    const hosts = ["proxy.example.com", "PROXY.example.com.", "198.41.0.4", "[2620:fe::fe]"];
    lookup = (host) => [host.startsWith("v4") ? "198.41.0.4" : "2620:fe::fe"];
    const tries = [...hosts, "v4.example", "v6.example"].flatMap((host) => everyWay(host, 443));
    expect(await unrefused(tries)).toEqual([]);
    expect(outside.reached).toEqual([]);
  });

  test("Dials do not wait for the machine's addresses to be read, and none of them is a target (G6)", async () => {
    await gateway.stop(0);
    let [reads, isUp] = [0, false];
    const addresses = () => {
      reads += 1;
      if (isUp) throw new Error("EMFILE");
      return ["198.41.0.4", "2620:FE:0::fe"];
    };
    const world = { ...realWorld(), addresses, lookup: async (host: string) => lookup(host) };
    gateway = await gatewayAt(hub, [], { world, ...engine.options });
    isUp = true;
    const readAtStart = reads;
    lookup = (host) => [host.startsWith("v4") ? "198.41.0.4" : "2620:fe::fe"];
    const hosts = ["198.41.0.4", "[2620:fe::fe]", "v4.example", "v6.example"];
    expect(await unrefused(hosts.flatMap((host) => everyWay(host, 443)))).toEqual([]);
    expect(outside.reached).toEqual([]);
    lookup = () => [publicIp];
    for (const { way } of everyWay("", 1))
      expect(await reach(way, "a.example", 81)).toMatch(way === "socks" ? /^0$/ : / 20\d /);
    expect(reads).toBe(readAtStart);
  });

  test("An exit that leads back to the gateway is stopped at its first hop (G6)", async () => {
    await gateway.stop(0);
    hub.resources.clear();
    hub.addSubAccount("alice1", "secret1", 1e9);
    const world = { ...realWorld(), lookup: async (host: string) => lookup(host) };
    const limits = { perSubAccount: 40, all: 80 };
    gateway = await gatewayAt(hub, [], { world, limits, ...engine.options });
    const { port } = gateway;
    const back = { how: "http", host: "127.0.0.1", port, user: "alice1", password: "secret1" };
    hub.upsert(labExit({ ...back, how: "http" }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, gateway.connections.size);
    }, 1);
    expect(await reach("connect", "a.example", 443)).toMatch(/ 50[23] /);
    clearInterval(timer);
    expect(most).toBeLessThanOrEqual(2);
  });
});
