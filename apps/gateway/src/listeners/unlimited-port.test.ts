/** A port of an unlimited plan: which clients it admits, and which exits it uses. */
import { changedRotation, rotatedNow } from "@turnpike/rules/rotation.ts";
import { describe, expect, test } from "vitest";
import { basic, Client, connectTo, eventually, socksTo } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { rawOrigin } from "../testing/origin.ts";
import {
  dora,
  listed,
  UnlimitedPortStage,
  unlimitedExit,
  unlimitedPort,
  whenOpen,
} from "../testing/unlimited-ports.ts";
import { afterChange, socksBare } from "../testing/static-ips.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

const minuteMs = 60_000;

describe.each(engines)("unlimited ports ($name engine)", (engine) => {
  const stage = forEachTest(() => UnlimitedPortStage.open(engine.options));

  const addresses = () => stage.exits.map(({ ip }) => ip);
  /** The first different address that a later turn uses. */
  const other = async (ip: string | undefined) => {
    const next = await stage.ip();
    expect(addresses()).toContain(next);
    expect(next).not.toBe(ip);
    return next;
  };

  describe("access", () => {
    test("CONNECT works with the port's own name and password, the name in any case", async () => {
      for (const user of ["dora01", "DORA01", "user-Dora01"]) {
        const request = { ...dora, user, authority: stage.origin.authority };
        const { client, head } = await connectTo(stage.endpoint, request);
        expect(head).toMatch(/^HTTP\/1\.1 200 .*\r\nX-Request-Id: [0-9a-f]{24}\r\n/);
        expect(addresses()).toContain(await stage.ipOf(client));
      }
    });

    test("SOCKS5 works with the same credentials", async () => {
      const { client, code } = await socksTo(stage.endpoint, { ...dora, port: stage.origin.port });
      expect(code).toBe(0);
      expect(addresses()).toContain(await stage.ipOf(client));
    });

    test("Addresses on the plan's whitelist need no password at any of its ports, over HTTP and SOCKS5", async () => {
      const [port = 0] = await freePorts(1);
      const second = unlimitedPort({ port, region: "europe", whitelist: [listed] });
      stage.hub.upsert(second);
      for (const door of [stage.endpoint, await whenOpen(stage.hub, second)]) {
        stage.endpoint = door;
        expect((await stage.ask({ from: listed })).status).toBe(200);
        const bare = await socksBare(door, { port: stage.origin.port, from: listed });
        expect(bare.code).toBe(0);
        bare.client.socket.destroy();
        for (const from of ["127.0.0.82", "127.0.0.8"]) {
          expect((await stage.ask({ from })).status).toBe(407);
          const refused = await socksBare(door, { port: stage.origin.port, from });
          expect(refused.code).toBe(255);
          refused.client.socket.destroy();
        }
        // A listed address does not make up for wrong credentials.
        const wrong = { ...dora, password: "wrong12", from: listed };
        expect((await stage.ask(wrong)).status).toBe(407);
      }
    });

    test("A changed whitelist, password or name applies as soon as it arrives", async () => {
      await stage.change({ whitelist: ["127.0.0.83"] });
      expect((await stage.ask({ from: listed })).status).toBe(407);
      expect((await stage.ask({ from: "127.0.0.83" })).status).toBe(200);
      const { name, verifier } = unlimitedPort();
      await stage.change({ verifier: "0".repeat(64) });
      expect((await stage.ask()).status).toBe(407);
      await stage.change({ name: "other1", verifier });
      expect((await stage.ask()).status).toBe(407);
      await stage.change({ name });
      expect((await stage.ask()).status).toBe(200);
    });
  });

  describe("rotation (spec/unlimited#rotation)", () => {
    test("The exit is kept for its minutes by the product's clock, then replaced", async () => {
      const first = await stage.ip();
      expect(addresses()).toContain(first);
      for (let count = 0; count < 4; count += 1) expect(await stage.ip()).toBe(first);
      stage.clock.ahead += 8 * minuteMs;
      expect(await stage.ip()).toBe(first);
      stage.clock.ahead += minuteMs;
      await other(first);
    });

    test("A clock change from the hub rotates the exit", async () => {
      const first = await stage.ip();
      stage.hub.offsetMs = 10 * minuteMs;
      await stage.hub.disconnect();
      stage.hub.ports.clear();
      await stage.hub.listen();
      await eventually("the clock", () => stage.hub.ports.size > 0);
      await other(first);
    });

    test("Rotation on demand switches at once; open tunnels and a changed interval keep their exit", async () => {
      const authority = stage.origin.authority;
      const { client } = await connectTo(stage.endpoint, { ...dora, authority });
      const first = await stage.ip();
      await stage.change({ rotation: rotatedNow(stage.fact.rotation, Date.now()) });
      const second = await other(first);
      await stage.change({ rotation: changedRotation(stage.fact.rotation, 120, Date.now()) });
      stage.clock.ahead += 119 * minuteMs;
      await stage.change({ expiresAt: Date.now() + 86_400_000 });
      expect(await stage.ip()).toBe(second);
      stage.clock.ahead += minuteMs;
      await other(second);
      expect(await stage.ipOf(client)).toBe(first);
    });

    test("Requests on one connection share the connection to the target only within a turn", async () => {
      const client = new Client(stage.endpoint.port);
      const login = `Proxy-Authorization: ${basic(dora.user, dora.password)}\r\n`;
      const ask = async () => {
        client.socket.write(
          `GET http://${stage.origin.authority}/ip HTTP/1.1\r\nHost: a\r\n${login}\r\n`,
        );
        const head = await client.head();
        expect(head).toMatch(/^HTTP\/1\.1 200/);
        const body = await client.exactly(Number(/content-length: (\d+)/i.exec(head)?.[1]));
        return (JSON.parse(body.toString()) as { ip: string }).ip;
      };
      const first = await ask();
      const way = [...stage.origin.sockets];
      expect(await ask()).toBe(first);
      expect([...stage.origin.sockets]).toEqual(way);
      stage.clock.ahead += 10 * minuteMs;
      const second = await ask();
      expect(second).not.toBe(first);
      expect(addresses()).toContain(second);
      await eventually("the old way ends", () => stage.origin.sockets.size === 1);
      expect([...stage.origin.sockets]).not.toEqual(way);
      client.socket.destroy();
    });

    test("A changed country or region applies only to new connections", async () => {
      const authority = stage.origin.authority;
      const france = stage.exits.at(-1)?.ip;
      await stage.change({ country: "FR" });
      expect(await stage.ip()).toBe(france);
      const { client } = await connectTo(stage.endpoint, { ...dora, authority });
      const brazil = unlimitedExit({ country: "BR" });
      stage.hub.upsert(brazil);
      await stage.change({ region: "south-america", country: null });
      expect(await stage.ip()).toBe(brazil.ip);
      await new Promise((resolve) => setTimeout(resolve, 700));
      expect(await stage.ipOf(client)).toBe(france);
    });

    test("Without an exit in the region, 503 names the region", async () => {
      await stage.change({ region: "africa" });
      expect(await stage.refusals(dora)).toEqual([503, 1, "noExit"]);
      expect((await stage.ask()).text).toContain("no exit of unlimited plans is in africa now");
    });

    test("It uses neither pool nor static exits, and the traffic plan does not use its exits", async () => {
      const seen = new Set<string | undefined>();
      for (let turn = 0; turn < 6; turn += 1) {
        seen.add(await stage.ip());
        stage.clock.ahead += 9 * minuteMs;
      }
      expect(seen).toEqual(new Set(addresses()));
      // The hub's leases follow its own clock: for a clock that is ahead they have expired.
      const { ahead } = stage.clock;
      stage.clock.ahead = 0;
      stage.endpoint = { port: stage.gateway.port };
      for (let count = 0; count < 6; count += 1) {
        const { ip } = await stage.ask({ user: "alice1", password: "secret1" });
        expect(addresses()).not.toContain(ip);
      }
      stage.clock.ahead = ahead;
    });

    test("A failing exit is skipped within the request and avoided afterwards", async () => {
      const asked: string[] = [];
      const upstream = await rawOrigin((socket) => {
        socket.on("data", (chunk: Buffer) => {
          asked.push(chunk.toString("latin1").split(" ")[1] ?? "");
          socket.destroy();
        });
      });
      const first = await stage.ip();
      const dead = stage.exits.find(({ ip }) => ip === first);
      if (!dead) throw new Error("no exit");
      stage.hub.upsert({ ...dead, how: "http", host: "127.0.0.1", port: upstream.port });
      await afterChange();
      const second = await other(first);
      expect(asked).toEqual([stage.origin.authority]);
      expect(await stage.ip()).toBe(second);
      expect(asked.length).toBe(1);
      // If it is the only exit it is tried each time, and works as soon as it is back.
      for (const exit of stage.exits) if (exit !== dead) stage.hub.delete("exit", exit.id);
      await afterChange();
      expect(await stage.refusals(dora)).toEqual([502, 5, "exitUnreachable"]);
      stage.hub.upsert(dead);
      await afterChange();
      expect(await stage.ip()).toBe(first);
      await upstream.stop();
    });
  });

  describe("accounting (spec/unlimited#speed)", () => {
    test("No lease is requested, and traffic continues while the hub is unreachable", async () => {
      expect((await stage.ask()).status).toBe(200);
      await stage.hub.disconnect();
      for (let count = 0; count < 3; count += 1) expect((await stage.ask()).status).toBe(200);
      expect(stage.hub.leases.size).toBe(0);
      await stage.hub.listen();
      await eventually("it is counted", () => stage.hub.billed(stage.fact.id).requests === 4);
      expect(stage.hub.unleased).toBe(0);
    });

    test("Usage rows have the port's id, its product and its exit's country", async () => {
      await stage.change({ product: "bandwidth", country: "FR" });
      await stage.ask();
      await eventually("it is counted", () => stage.hub.rows.length > 0);
      expect(stage.hub.rows).toMatchObject([
        {
          leaseId: "",
          product: "bandwidth",
          subAccountId: stage.fact.id,
          accountId: "account-dora",
          country: "FR",
          requests: 1,
        },
      ]);
      await eventually("its line", () => stage.hub.requests.length > 0);
      expect(stage.hub.requests.at(-1)).toMatchObject({
        subAccountId: stage.fact.id,
        accountId: "account-dora",
        target: stage.origin.authority,
        exitIp: stage.exits.at(-1)?.ip,
        country: "FR",
        outcome: "ok",
      });
    });

    test("Refused requests are logged, too, if their customer is known", async () => {
      await stage.change({ region: "africa" });
      await stage.ask();
      await stage.ask({ ...dora, user: "dora01-region-FR" });
      await stage.ask({ ...dora, user: "nobody1" });
      await eventually("two lines", () => stage.hub.requests.length >= 2);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const lines = stage.hub.requests.map(({ outcome, reason, subAccountId }) =>
        [outcome, reason, subAccountId].join(" "),
      );
      expect(lines.sort()).toEqual([
        `failed noExit ${stage.fact.id}`,
        `refused badParameters ${stage.fact.id}`,
      ]);
    });

    test("The traffic plan's connection counts exclude it", async () => {
      const authority = stage.origin.authority;
      const { client } = await connectTo(stage.endpoint, { ...dora, authority });
      await new Promise((resolve) => setTimeout(resolve, 1_300));
      expect(stage.hub.connectionCounts.flat()).toEqual([]);
      client.socket.destroy();
    });
  });
});
