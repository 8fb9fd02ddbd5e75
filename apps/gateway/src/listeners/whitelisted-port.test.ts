/**
 * Whitelisted ports of the traffic plan: which clients they admit, which exits they use, and who
 * pays (spec/extraction#whitelisted-ports).
 */
import { describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { Client, connectTo, eventually } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import {
  erin,
  first,
  foreign,
  LeasedPortStage,
  second,
  whitelistedPort,
} from "../testing/leased-ports.ts";
import { labExit } from "../testing/resources.ts";
import { rawOrigin } from "../testing/origin.ts";
import { afterChange, socksBare } from "../testing/static-ips.ts";

describe.each(engines)("whitelisted ports ($name engine)", (engine) => {
  const stage = forEachTest(() => LeasedPortStage.open(engine.options));

  const socks = (from: string) => socksBare(stage.endpoint, { port: stage.origin.port, from });
  const ipFrom = async (from: string) => (await stage.ask({ from })).ip;
  /** Removes the exit that the session holds. */
  const drop = async (ip: string | undefined) => {
    const exit = stage.exits.find((each) => each.ip === ip);
    if (exit) stage.hub.delete("exit", exit.id);
    await afterChange();
  };

  describe("access", () => {
    test("The account's whitelisted addresses need no password; all others are refused, whatever they send", async () => {
      await stage.add(whitelistedPort());
      for (const from of [first, second]) {
        expect((await stage.ask({ from })).status).toBe(200);
        const { client } = await connectTo(stage.endpoint, {
          from,
          authority: stage.origin.authority,
        });
        expect(await stage.ipOf(client)).toBeDefined();
        const bare = await socks(from);
        expect(bare.code).toBe(0);
        expect(await stage.ipOf(bare.client)).toBeDefined();
      }
      for (const from of [foreign, "127.0.0.94", "127.0.0.1"]) {
        expect((await stage.ask({ from })).status).toBe(407);
        const bare = await socks(from);
        expect(bare.code).toBe(255);
        bare.client.socket.destroy();
        for (const [user, password] of [
          ["erinone", "secret8"],
          ["zoe001", "secret8"],
          [erin.user, erin.password],
        ] as const) {
          const refused = await stage.refusals({ user, password, from });
          expect(refused).toEqual([407, 255, "credentials"]);
        }
      }
    });

    test("A client that sends a password gets a message that none is accepted, and is never blocked", async () => {
      await stage.add(whitelistedPort());
      for (let count = 0; count < 12; count += 1) {
        const user = "erinone-region-FR";
        const answer = await stage.ask({ user, password: "secret8", from: first });
        expect(answer.status).toBe(407);
        expect(answer.text).toContain("this port accepts only whitelisted addresses");
      }
      expect((await stage.ask({ from: first })).status).toBe(200);
      await eventually("lines", () => stage.hub.requests.length === 13);
      const refused = stage.hub.requests.filter(({ reason }) => reason === "credentials");
      expect(refused).toHaveLength(12);
      expect(refused[0]?.subAccountId).toBe(stage.subAccounts.one.id);
    });

    test("Disabled sub-accounts, empty budgets and forbidden targets are refused as usual", async () => {
      await stage.add(whitelistedPort());
      const { one } = stage.subAccounts;
      const answer = async () => {
        const { status, text } = await stage.ask({ from: first });
        return [status, /\((\w+)\)/.exec(text)?.[1]];
      };
      const limits = { ...one.limits, denyDomains: ["127.0.0.1"] };
      await stage.change(one, { limits });
      expect(await answer()).toEqual([403, "domainNotAllowed"]);
      await stage.change(one, { enabled: false });
      expect(await answer()).toEqual([403, "accountDisabled"]);
      await stage.change(one, {});
      stage.hub.left.set(one.id, 0);
      expect(await answer()).toEqual([402, "insufficientTraffic"]);
      expect((await stage.ask({ from: second })).status).toBe(200);
    });

    test("A sub-account's connection limit counts connections at ports and elsewhere together", async () => {
      const { one } = stage.subAccounts;
      await stage.change(one, { limits: { ...one.limits, maxConnections: 2 } });
      await stage.add(whitelistedPort());
      const { authority } = stage.origin;
      const open = [
        await connectTo(stage.endpoint, { from: first, authority }),
        await connectTo(stage.gateway, { from: first, authority }),
      ];
      for (const { head } of open) expect(head).toMatch(/ 200 /);
      expect((await stage.ask({ from: first })).status).toBe(429);
      // The hub grants them only to a machine that leases for the sub-account.
      expect(stage.hub.slotsAsked).toMatchObject({ beforeLease: 0 });
      for (const { client } of open) client.socket.destroy();
    });
  });

  describe("location and session", () => {
    test("The port's filter is applied", async () => {
      const french = stage.exits[2].ip;
      await stage.add(whitelistedPort({ filter: { country: "fr", city: "frankfurt", asn: 3320 } }));
      for (const from of [first, second, first]) expect(await ipFrom(from)).toBe(french);
    });

    test("All connections share one exit, for any sub-account, one after another or at once", async () => {
      for (let count = 0; count < 20; count += 1) stage.hub.upsert(labExit());
      const fact = await stage.add(whitelistedPort());
      const ips = await Promise.all(
        Array.from({ length: 6 }, (_, at) => ipFrom(at % 2 ? first : second)),
      );
      for (let count = 0; count < 6; count += 1) ips.push(await ipFrom(count % 2 ? first : second));
      expect(new Set(ips).size).toBe(1);
      expect(
        [...stage.hub.stickySessions.keys()].every((key) => key.startsWith(`${fact.id} `)),
      ).toBe(true);
      expect(stage.hub.stickySessions.size).toBe(1);
    });

    test("Each port has its own session, separate from the sids of its clients", async () => {
      for (let count = 0; count < 30; count += 1) stage.hub.upsert(labExit());
      const filter = { country: "de" };
      const ips = new Set<string | undefined>();
      for (let count = 0; count < 5; count += 1) {
        await stage.add(whitelistedPort({ filter }));
        ips.add(await ipFrom(first));
      }
      expect(ips.size).toBeGreaterThan(1);
      expect(stage.hub.stickySessions.size).toBe(5);
      stage.endpoint = { port: stage.gateway.port };
      for (const sid of ["of", "ofthe", "oftheport", "white", "port"]) {
        const user = `erinone-region-de-sid-${sid}`;
        expect((await stage.ask({ user, password: "secret8" })).status).toBe(200);
      }
      expect(stage.hub.stickySessions.size).toBe(10);
      expect(
        (await stage.ask({ user: "erinone-sid-of_the_port", password: "secret8" })).status,
      ).toBe(400);
    });

    test("The exit stays for the port's minutes, by the product's clock, and changes after them", async () => {
      for (let count = 0; count < 60; count += 1) stage.hub.upsert(labExit());
      const day = { minutes: 1_440, expiresAt: Date.now() + 10 * 86_400_000 };
      stage.hub.leaseMs = 2 * 86_400_000;
      await stage.add(whitelistedPort(day));
      const ip = await ipFrom(first);
      stage.clock.ahead = 1_439 * 60_000;
      expect(await ipFrom(second)).toBe(ip);
      expect(stage.hub.stickySessionsAsked).toBe(1);
      // Each is chosen at random, so a single one may be the same again.
      const later = new Set<string | undefined>();
      for (let days = 1; days <= 4; days += 1) {
        stage.clock.ahead = days * 1_441 * 60_000;
        stage.hub.offsetMs = stage.clock.ahead;
        const next = await ipFrom(first);
        expect(await ipFrom(second)).toBe(next);
        later.add(next);
      }
      expect(stage.hub.stickySessionsAsked).toBe(5);
      later.delete(ip);
      expect(later.size).toBeGreaterThan(0);
    });

    test("A retired exit is replaced once for all clients; open tunnels keep theirs", async () => {
      await stage.add(whitelistedPort({ filter: { country: "de" } }));
      const { client } = await connectTo(stage.endpoint, {
        from: first,
        authority: stage.origin.authority,
      });
      const before = await ipFrom(first);
      await drop(before);
      const after = await ipFrom(second);
      expect(after).not.toBe(before);
      expect(await ipFrom(first)).toBe(after);
      expect(await stage.ipOf(client)).toBe(before);
      await drop(after);
      // The place has no exits any more, which is not the client's mistake.
      const none = await stage.ask({ from: first });
      expect([none.status, /\((\w+)\)/.exec(none.text)?.[1]]).toEqual([503, "noExit"]);
    });

    test("A failing exit is replaced within the request, for all clients that share it", async () => {
      let onClient = 0;
      const upstream = await rawOrigin((socket) => {
        onClient += 1;
        socket.destroy();
      });
      await stage.add(whitelistedPort({ filter: { country: "de" } }));
      const before = await ipFrom(first);
      const held = stage.exits.find(({ ip }) => ip === before);
      if (!held) throw new Error("no exit");
      stage.hub.upsert({ ...held, how: "http", host: "127.0.0.1", port: upstream.port });
      await afterChange();
      const after = await ipFrom(first);
      expect(after).not.toBe(before);
      expect([await ipFrom(second), await ipFrom(first)]).toEqual([after, after]);
      expect(onClient).toBe(1);
      await upstream.stop();
    });

    test("The known exit stays while the hub is unreachable", async () => {
      await stage.add(whitelistedPort());
      const ip = await ipFrom(first);
      await stage.hub.disconnect();
      expect(await ipFrom(first)).toBe(ip);
      await stage.hub.listen();
    });

    test("Several requests on one connection use the same exit and connection", async () => {
      await stage.add(whitelistedPort());
      const { authority, sockets } = stage.origin;
      const client = new Client(stage.endpoint.port, first);
      for (let count = 0; count < 4; count += 1) {
        client.socket.write(`GET http://${authority}/bytes/10 HTTP/1.1\r\nHost: a\r\n\r\n`);
        expect(await client.head()).toMatch(/ 200 /);
        await client.exactly(10);
      }
      expect(sockets.size).toBe(1);
      client.socket.destroy();
    });
  });

  test("Each client's bytes are leased and billed to its own sub-account", async () => {
    await stage.add(whitelistedPort({ filter: { country: "fr" } }));
    const { one, two } = stage.subAccounts;
    await stage.ask({ from: first });
    await stage.ask({ from: second });
    await stage.ask({ from: second });
    const requests = () => [one, two].map(({ id }) => stage.hub.billed(id).requests);
    await eventually("they are billed", () => String(requests()) === "1,2");
    expect([
      ...new Set(stage.hub.rows.map(({ product, country }) => `${product} ${country}`)),
    ]).toEqual(["traffic FR"]);
    expect(stage.hub.rows.every(({ leaseId }) => leaseId !== "")).toBe(true);
    expect(stage.hub.unleased).toBe(0);
    const census = () => stage.hub.connectionCounts.flat().map(({ subAccountId }) => subAccountId);
    const { client } = await connectTo(stage.endpoint, {
      from: second,
      authority: stage.origin.authority,
    });
    await eventually("the census", () => census().includes(two.id));
    client.socket.destroy();
  });
});
