/** Unauthenticated clients at every listener, and which of them wait if there is no room. */
import { afterEach, describe, expect, test } from "vitest";
import { basic, Client, connectTo, eventually, type Endpoint } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { erin, first, openedIp, whitelistedPort } from "../testing/leased-ports.ts";
import { labExit } from "../testing/resources.ts";
import { dora, unlimitedExit, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";
import { carol, StaticIpStage } from "../testing/static-ips.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

const limits = { perSubAccount: 50, all: 60, unauthenticated: 40, perNetwork: 10 };
const alice = { user: "alice1", password: "secret1" };
const crowdFrom = "127.0.0.101";

describe.each(engines)("unauthenticated clients ($name engine)", (engine) => {
  let stage: StaticIpStage;
  let clients: Client[] = [];
  afterEach(async () => {
    for (const { socket } of clients) socket.destroy();
    clients = [];
    await stage.stop();
  });

  const idle = (count: number, door: Endpoint, from: string) => {
    const made = Array.from({ length: count }, () => new Client(door.port, from, door.host));
    clients.push(...made);
    return made;
  };
  const isOpen = ({ ended, closed }: Client) => !ended && !closed;
  async function statusOf(
    door: Endpoint,
    from: string,
    login: { user?: string; password?: string },
  ) {
    const { authority } = stage.origin;
    const { client, head } = await connectTo(door, { ...login, authority, from });
    clients.push(client);
    return head.split(" ")[1];
  }

  /** The gateway's own port, a static IP's listener, and ports of each kind, each with a login. */
  async function entrances(): Promise<{ door: Endpoint; login: object; from?: string }[]> {
    const { hub, gateway, endpoint: door } = stage;
    const exit = labExit();
    for (const each of [exit, unlimitedExit()]) hub.upsert(each);
    hub.addSubAccount("erinone", "secret8", 1e9);
    const entry = { kind: "whitelist", id: "entry", expiresAt: null } as const;
    hub.upsert({ ...entry, ip: first, subAccountId: "sub-erinone" });
    const [one = 0, two = 0, three = 0] = await freePorts(3);
    const unlimited = unlimitedPort({ port: one });
    const opened = { ...openedIp(exit), port: two };
    const white = { ...whitelistedPort({ accountId: "account-erinone" }), port: three };
    for (const fact of [unlimited, opened, white]) hub.upsert(fact);
    return [
      { door: { port: gateway.port }, login: alice },
      { door, login: carol },
      { door: await whenOpen(hub, unlimited), login: dora },
      { door: await whenOpen(hub, opened), login: erin },
      { door: await whenOpen(hub, white), login: {}, from: first },
    ];
  }

  test("At each listener a silent crowd is limited to its network's share, and customers get in", async () => {
    stage = await StaticIpStage.open({ ...engine.options, limits });
    const all = await entrances();
    const crowd = all.flatMap(({ door }) => idle(60, door, crowdFrom));
    // While they all arrive at once, a client from the same address is just one of them.
    await eventually("the pool is full", () => crowd.filter(isOpen).length <= 40);
    for (const { door, login, from } of all) {
      for (const network of [from ?? crowdFrom, from ?? "127.0.0.102"]) {
        expect([door.port, await statusOf(door, network, login)]).toEqual([door.port, "200"]);
      }
    }
    // All listeners share one pool: the network has 10 connections in total, not 10 at each.
    await eventually("its share is left", () => crowd.filter(isOpen).length <= 10);
    expect(crowd.filter(isOpen).length).toBeGreaterThanOrEqual(9);
  });

  test("A program that opens many connections at once before it sends anything is served", async () => {
    stage = await StaticIpStage.open({ ...engine.options, limits });
    const made = idle(35, { port: stage.gateway.port }, crowdFrom);
    await eventually("they are there", () => made.every(({ socket }) => !socket.connecting));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { authority } = stage.origin;
    const login = `Proxy-Authorization: ${basic(carol.user, carol.password)}\r\n`;
    for (const { socket } of made) {
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`);
    }
    // Wrong credentials at this port: a client that gets a response was not closed.
    const heads = await Promise.all(made.map((client) => client.head()));
    expect(heads.filter((head) => /^HTTP\/1\.1 (407|429) /.test(head))).toHaveLength(35);
  });

  test("When the pool is full, the greediest network loses its oldest clients, others lose none", async () => {
    const few = { ...limits, perNetwork: 36 };
    stage = await StaticIpStage.open({ ...engine.options, limits: few });
    const door = { port: stage.gateway.port };
    const greedy = idle(36, door, crowdFrom);
    const others = [1, 2, 3, 4, 5, 6, 7, 8].map((each) => idle(1, door, `127.0.0.${110 + each}`));
    await eventually("the oldest end", () => greedy.filter(isOpen).length <= 32);
    expect(greedy.filter(isOpen)).toHaveLength(32);
    expect(greedy.findIndex(isOpen)).toBe(4);
    expect(others.flat().filter(isOpen)).toHaveLength(8);
  });

  test("In a crowd, a client that sends nothing is closed after 2 s instead of 8.5 s", async () => {
    const few = { ...limits, perNetwork: 40 };
    stage = await StaticIpStage.open({ ...engine.options, limits: few });
    const door = { port: stage.gateway.port };
    const [early] = idle(30, door, crowdFrom);
    await eventually("they are there", () => clients.every(({ socket }) => !socket.connecting));
    const began = performance.now();
    const [late] = idle(1, door, "127.0.0.102");
    await eventually("the late one ends", () => !(late && isOpen(late)), 6_000);
    expect(performance.now() - began).toBeGreaterThan(1_500);
    expect(early && isOpen(early)).toBe(true);
  });

  test("When connections run short, a kept-alive connection is closed after 3 s without a request", async () => {
    const few = { ...limits, all: 10 };
    stage = await StaticIpStage.open({ ...engine.options, limits: few, accountShare: 1 });
    const door = { port: stage.gateway.port };
    for (let count = 0; count < 9; count += 1) {
      expect(await statusOf(door, "127.0.0.102", alice)).toBe("200");
    }
    const [kept] = idle(1, door, "127.0.0.103");
    const { authority } = stage.origin;
    const login = `Proxy-Authorization: ${basic(alice.user, alice.password)}\r\n`;
    kept?.socket.write(`GET http://${authority}/ip HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`);
    await eventually("it is answered", () => (kept?.bytes ?? 0) > 0);
    const began = performance.now();
    await eventually("it ends", () => !(kept && isOpen(kept)), 10_000);
    expect(performance.now() - began).toBeGreaterThan(2_000);
  });
});
