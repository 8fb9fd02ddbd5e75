/** A static IP is listener and exit in one: whom it admits, and from which address it dials. */
import { describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { basic, Client, connectTo, eventually, socksTo } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import {
  carol,
  staticListenerOf,
  listed,
  socksBare,
  StaticIpStage,
} from "../testing/static-ips.ts";
import { expectNotSpoofed } from "../testing/hostile-clients.ts";

describe.each(engines)("static IPs ($name engine)", (engine) => {
  const stage = forEachTest(() => StaticIpStage.open(engine.options));

  describe("the IP is both the static listener and the exit (spec/static#ports)", () => {
    test("CONNECT works with its own name and password, the name in any case", async () => {
      for (const user of ["carol1", "CAROL1", "user-Carol1"]) {
        const request = { ...carol, user, authority: stage.origin.authority };
        const { client, head } = await connectTo(stage.endpoint, request);
        expect(head).toMatch(/^HTTP\/1\.1 200 .*\r\nX-Request-Id: [0-9a-f]{24}\r\n/);
        expect(await stage.ipOf(client)).toBe(stage.exit.ip);
      }
    });

    test("Consecutive absolute-form requests work on one connection", async () => {
      const client = new Client(stage.endpoint.port, undefined, stage.endpoint.host);
      const login = `Proxy-Authorization: ${basic(carol.user, carol.password)}\r\n`;
      for (let count = 0; count < 3; count += 1) {
        client.socket.write(
          `GET http://${stage.origin.authority}/ip HTTP/1.1\r\nHost: a\r\n${login}\r\n`,
        );
        const head = await client.head();
        expect(head).toMatch(/^HTTP\/1\.1 200/);
        const body = await client.exactly(Number(/content-length: (\d+)/i.exec(head)?.[1]));
        expect(JSON.parse(body.toString())).toEqual({ ip: stage.exit.ip });
      }
      // The exit stays the same, so the connection to the target may be reused.
      expect(stage.origin.sockets.size).toBe(1);
      client.socket.destroy();
    });

    test("SOCKS5 works with its own name and password", async () => {
      const { client, code } = await socksTo(stage.endpoint, { ...carol, port: stage.origin.port });
      expect(code).toBe(0);
      expect(await stage.ipOf(client)).toBe(stage.exit.ip);
    });

    test("Addresses on its own whitelist need no password, over HTTP and SOCKS5", async () => {
      expect(await stage.ask({ from: listed })).toMatchObject({ status: 200, ip: stage.exit.ip });
      const { client, code } = await socksBare(stage.endpoint, {
        port: stage.origin.port,
        from: listed,
      });
      expect(code).toBe(0);
      expect(await stage.ipOf(client)).toBe(stage.exit.ip);
      for (const from of ["127.0.0.62", "127.0.0.6"]) {
        expect(await stage.ask({ from })).toMatchObject({ status: 407 });
        const bare = await socksBare(stage.endpoint, { port: stage.origin.port, from });
        expect(bare.code).toBe(255);
        bare.client.socket.destroy();
      }
      // A listed address does not make up for wrong credentials.
      expect(await stage.ask({ ...carol, password: "wrong12", from: listed })).toMatchObject({
        status: 407,
      });
    });

    test("The client's address comes from the socket, whatever a header claims", async () => {
      await expectNotSpoofed(stage, listed);
      expect(stage.origin.sockets.size).toBe(0);
    });

    test("A short-term IP works the same, and is counted under its own product", async () => {
      const short = labExit({ product: "short" });
      stage.hub.upsert(short);
      const fact = stage.hub.addStaticIp(short, "shorty1", "secret4");
      stage.endpoint = await staticListenerOf(stage.hub, short, stage.port);
      expect(await stage.ask({ user: "shorty1", password: "secret4" })).toMatchObject({
        ip: short.ip,
      });
      await eventually("it is counted", () => stage.hub.billed(fact.id).requests === 1);
      expect(stage.hub.rows.at(-1)).toMatchObject({ product: "short", leaseId: "" });
    });

    test("Plan traffic never uses a static exit", async () => {
      const seen = new Set<string | undefined>();
      const user = { user: "alice1", password: "secret1", authority: stage.origin.authority };
      for (let count = 0; count < 12; count += 1) {
        const { client } = await connectTo(stage.gateway, user);
        seen.add(await stage.ipOf(client));
      }
      expect(seen.size).toBeGreaterThan(1);
      expect(seen.has(stage.exit.ip)).toBe(false);
      const there = { ...user, user: "alice1-region-FR" };
      expect((await connectTo(stage.gateway, there)).head).toMatch(/^HTTP\/1\.1 400/);
    });
  });

  describe("static traffic is counted, not billed (spec/static#traffic)", () => {
    test("No lease is requested, and traffic continues while the hub is unreachable", async () => {
      await stage.ask(carol);
      await stage.hub.disconnect();
      expect(await stage.ask(carol)).toMatchObject({ status: 200, ip: stage.exit.ip });
      await stage.hub.listen();
      await eventually("both are counted", () => stage.hub.billed(stage.sold.id).requests === 2);
      expect(stage.hub.leases.size + stage.hub.settledLeases).toBe(0);
      expect(stage.hub.rows.every(({ leaseId }) => leaseId === "")).toBe(true);
      expect(stage.hub.rows[0]).toMatchObject({
        accountId: stage.sold.accountId,
        subAccountId: stage.sold.id,
        product: "static",
        country: "FR",
        city: "paris",
        domain: "127.0.0.1",
      });
    });

    test("Each request is logged, including refused ones whose customer is known", async () => {
      const { text } = await stage.ask(carol);
      await stage.ask({ ...carol, password: "wrong12" });
      await stage.ask({ user: "nobody1", password: "wrong12" });
      await stage.change({ enabled: false });
      await stage.ask({ from: listed });
      await eventually("the lines", () => stage.hub.requests.length === 3);
      const line = (outcome: string, reason: string) =>
        stage.hub.requests.find((row) => row.outcome === outcome && row.reason === reason);
      expect(line("ok", "")).toMatchObject({
        accountId: stage.sold.accountId,
        subAccountId: stage.sold.id,
        exitIp: stage.exit.ip,
        country: "FR",
        target: stage.origin.authority,
        protocol: "http",
        downBytes: text.length,
      });
      expect(line("refused", "credentials")).toMatchObject({
        subAccountId: stage.sold.id,
        exitIp: "",
      });
      expect(line("refused", "accountDisabled")).toMatchObject({ client: listed });
    });

    test("The plan's connection counts exclude static IPs", async () => {
      const user = { user: "alice1", password: "secret1", authority: stage.origin.authority };
      await connectTo(stage.gateway, user);
      await connectTo(stage.endpoint, { ...carol, authority: stage.origin.authority });
      await eventually("a census", () => stage.hub.connectionCounts.length > 1);
      expect(stage.hub.connectionCounts.at(-1)).toEqual([
        { accountId: "account-alice1", subAccountId: "sub-alice1", connections: 1 },
      ]);
      expect(stage.gateway.connections.count(stage.sold.id)).toBe(1);
    });
  });
});
