/**
 * An opened IP of the pool: which clients its port admits, and where their traffic is counted
 * (spec/pool#opening).
 */
import { describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { Client, connectTo, eventually, socksTo } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import {
  erin,
  first,
  foreign,
  LeasedPortStage,
  openedIp,
  perPort,
  second,
} from "../testing/leased-ports.ts";
import { labExit } from "../testing/resources.ts";
import { afterChange, socksBare } from "../testing/static-ips.ts";

const wrongCredentials = [407, 255, "credentials"];

describe.each(engines)("opened IPs ($name engine)", (engine) => {
  const stage = forEachTest(() => LeasedPortStage.open(engine.options));

  const statusFrom = async (from: string) => {
    const bare = await socksBare(stage.endpoint, { port: stage.origin.port, from });
    bare.client.socket.destroy();
    return [(await stage.ask({ from })).status, bare.code];
  };

  test("Name and password give access to its one exit, by CONNECT, SOCKS5 and absolute form", async () => {
    for (const exit of stage.exits) {
      await stage.add(openedIp(exit));
      const { authority, port } = stage.origin;
      for (const user of ["erin01", "ERIN01", "user-Erin01"]) {
        const { client } = await connectTo(stage.endpoint, { ...erin, user, authority });
        expect(await stage.ipOf(client)).toBe(exit.ip);
      }
      const { client, code } = await socksTo(stage.endpoint, { ...erin, port });
      expect([code, await stage.ipOf(client)]).toEqual([0, exit.ip]);
      expect((await stage.ask(erin)).ip).toBe(exit.ip);
    }
  });

  test("With a password the whitelist does not count; wrong credentials get 407 from any address", async () => {
    await stage.add(openedIp(stage.exits[0]));
    for (const from of [first, foreign, "127.0.0.1"]) {
      expect(await statusFrom(from)).toEqual([407, 255]);
      for (const [user, password] of [
        ["erin01", "secret8"],
        ["erin01", ""],
        ["erinone", "secret8"],
        ["nobody1", "secret7"],
      ] as const) {
        expect(await stage.refusals({ user, password, from })).toEqual(wrongCredentials);
      }
    }
    expect((await stage.ask({ ...erin, from: foreign })).status).toBe(200);
    // Its name and password are unknown at the gateway's own port.
    stage.endpoint = { port: stage.gateway.port };
    expect(await stage.refusals(erin)).toEqual(wrongCredentials);
  });

  describe("for whitelisted addresses", () => {
    test("Any entry of the account gives access, whatever its sub-account, but no other account's", async () => {
      const [, , exit] = stage.exits;
      await stage.add(openedIp(exit, { login: null }));
      await stage.change(stage.subAccounts.two, { enabled: false });
      for (const from of [first, second]) {
        expect(await stage.ask({ from })).toMatchObject({ status: 200, ip: exit.ip });
        const bare = await socksBare(stage.endpoint, { port: stage.origin.port, from });
        expect([bare.code, await stage.ipOf(bare.client)]).toEqual([0, exit.ip]);
      }
      for (const from of [foreign, "127.0.0.94", "127.0.0.1"]) {
        expect(await statusFrom(from)).toEqual([407, 255]);
      }
      expect((await stage.ask({ more: `X-Forwarded-For: ${first}\r\n` })).status).toBe(407);
    });

    test("An entry gives access until it expires", async () => {
      const expiresAt = Date.now() + 60_000;
      const entry = { id: "brief", ip: "127.0.0.95", subAccountId: stage.subAccounts.one.id };
      stage.hub.upsert({ kind: "whitelist", ...entry, expiresAt });
      await stage.add(openedIp(stage.exits[0], { login: null }));
      expect(await statusFrom("127.0.0.95")).toEqual([200, 0]);
      stage.clock.ahead += 61_000;
      expect(await statusFrom("127.0.0.95")).toEqual([407, 255]);
      expect(await statusFrom(first)).toEqual([200, 0]);
    });

    test("A client that sends a password gets a message that none is accepted, and is never blocked", async () => {
      const fact = await stage.add(openedIp(stage.exits[0], { login: null }));
      for (let count = 0; count < 12; count += 1) {
        const answer = await stage.ask({ ...erin, from: first });
        expect(answer.status).toBe(407);
        expect(answer.text).toContain("this port accepts only whitelisted addresses");
      }
      const sub = { user: "erinone", password: "secret8" };
      expect(await stage.refusals({ ...sub, from: first })).toEqual(wrongCredentials);
      expect(await stage.refusals({ ...sub, from: foreign })).toEqual(wrongCredentials);
      expect((await stage.ask({ from: first })).status).toBe(200);
      await eventually("lines for the account", () => stage.hub.requests.length >= 14);
      // Unknown clients leave no lines in any customer's log.
      const clients = new Set(stage.hub.requests.map(({ client }) => client));
      expect([...clients]).toEqual([first]);
      const refused = stage.hub.requests.find(({ reason }) => reason === "credentials");
      expect(refused).toMatchObject({ subAccountId: fact.id, accountId: "account-erin" });
    });

    test("A SOCKS5 client that offers both methods is authorised by its address", async () => {
      const [exit] = stage.exits;
      await stage.add(openedIp(exit, { login: null }));
      const methodOf = async (from: string, methods: number[]) => {
        const client = new Client(stage.endpoint.port, from);
        client.socket.write(Buffer.from([5, methods.length, ...methods]));
        const [, method] = await client.exactly(2);
        client.socket.destroy();
        return method;
      };
      expect(await methodOf(first, [0, 2])).toBe(0);
      expect(await methodOf(first, [0, 1, 2])).toBe(0);
      expect(await methodOf(foreign, [0, 2])).toBe(2);
      expect(await methodOf(foreign, [0])).toBe(255);
      await stage.add(openedIp(exit));
      expect(await methodOf(first, [0, 2])).toBe(2);
    });
  });

  test("User names take no parameters, and refusals are checked in order", async () => {
    const fact = await stage.add(openedIp(stage.exits[0]));
    const wrong = { ...erin, password: "wrong12" };
    for (const asks of ["region-FR", "sid-a", "t-5", "strict-1", "color-red", "isp"]) {
      const asking = { ...erin, user: `erin01-${asks}` };
      expect(await stage.refusals(asking)).toEqual([400, 1, "badParameters"]);
    }
    const asking = { ...erin, user: "erin01-region-FR" };
    await stage.change(fact, { expiresAt: Date.now() - 1 });
    expect(await stage.refusals(asking)).toEqual([402, 2, "planExpired"]);
    expect(await stage.refusals(erin)).toEqual([402, 2, "planExpired"]);
    await stage.change(fact, { enabled: false });
    expect(await stage.refusals(erin)).toEqual([403, 2, "accountDisabled"]);
    expect(await stage.refusals(wrong)).toEqual(wrongCredentials);
  });

  test("A deleted exit gets 502, and so does one of another product", async () => {
    const [exit] = stage.exits;
    await stage.add(openedIp(exit));
    stage.hub.delete("exit", exit.id);
    await afterChange();
    expect(await stage.refusals(erin)).toEqual([502, 5, "exitUnreachable"]);
    stage.hub.upsert({ ...exit, product: "unlimited" });
    await afterChange();
    expect(await stage.refusals(erin)).toEqual([502, 5, "exitUnreachable"]);
    stage.hub.upsert(exit);
    await afterChange();
    expect((await stage.ask(erin)).ip).toBe(exit.ip);
  });

  test("A failing exit is not replaced by another", async () => {
    const dead = labExit({ how: "http", host: "127.0.0.1", port: 9 });
    stage.hub.upsert(dead);
    await stage.add(openedIp(dead));
    for (let count = 0; count < 3; count += 1) {
      expect(await stage.refusals(erin)).toEqual([502, 5, "exitUnreachable"]);
    }
    expect(stage.origin.sockets.size).toBe(0);
  });

  test("The plan's traffic and an opened IP can share an exit and are counted separately", async () => {
    const [exit] = stage.exits;
    for (const { id } of stage.exits.slice(1)) stage.hub.delete("exit", id);
    const fact = await stage.add(openedIp(exit));
    expect((await stage.ask(erin)).ip).toBe(exit.ip);
    stage.endpoint = { port: stage.gateway.port };
    expect((await stage.ask({ from: first })).ip).toBe(exit.ip);
    await eventually("both are counted", () => stage.hub.rows.length === 2);
    const rows = stage.hub.rows.map(({ product, subAccountId, leaseId }) =>
      [product, subAccountId, leaseId === ""].join(" "),
    );
    expect(rows.toSorted()).toEqual([
      `ip ${fact.id} true`,
      `traffic ${stage.subAccounts.one.id} false`,
    ]);
  });

  test("Each opened IP has its own connection limit: 429", async () => {
    const fact = await stage.add(openedIp(stage.exits[0]));
    const here = stage.endpoint;
    const { authority } = stage.origin;
    const open: Client[] = [];
    for (let count = 0; count < perPort; count += 1) {
      open.push((await connectTo(here, { ...erin, authority })).client);
    }
    expect(await stage.refusals(erin)).toEqual([429, 2, "tooManyConnections"]);
    await stage.add(openedIp(stage.exits[0]));
    expect((await stage.ask(erin)).status).toBe(200);
    for (const client of open) client.socket.destroy();
    await eventually("there is room", () => stage.gateway.connections.count(fact.id) === 0);
    stage.endpoint = here;
    expect((await stage.ask(erin)).status).toBe(200);
  });

  test("It works while the hub is unreachable, and the plan's connection counts exclude it", async () => {
    const fact = await stage.add(openedIp(stage.exits[0]));
    const { authority } = stage.origin;
    const { client } = await connectTo(stage.endpoint, { ...erin, authority });
    await stage.hub.disconnect();
    for (let count = 0; count < 3; count += 1) expect((await stage.ask(erin)).status).toBe(200);
    expect(stage.hub.leases.size).toBe(0);
    await stage.hub.listen();
    await eventually("it is counted", () => stage.hub.billed(fact.id).requests === 4);
    expect(stage.hub.connectionCounts.flat()).toEqual([]);
    expect(stage.hub.unleased).toBe(0);
    client.socket.destroy();
  });
});
