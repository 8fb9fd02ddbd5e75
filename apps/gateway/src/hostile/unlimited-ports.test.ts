/** Clients at an unlimited plan's port, and its credentials elsewhere (G1, G8, G9, G18). */
import { beforeEach, describe, expect, test } from "vitest";
import { Client, connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import {
  dora,
  listed,
  perPort,
  UnlimitedPortStage,
  unlimitedPort,
  whenOpen,
} from "../testing/unlimited-ports.ts";
import { afterChange, carol, staticListenerOf, socksBare } from "../testing/static-ips.ts";
import { seeded, times } from "../testing/test-sizes.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import {
  acceptedWrongly,
  expectHalfHeadsEnd,
  expectNotSpoofed,
  keptErrors,
  sendNoise,
} from "../testing/hostile-clients.ts";

const { errors, log } = keptErrors();
const wrongCredentials = [407, 255, "credentials"];
const alice = { user: "alice1", password: "secret1" };

describe.each(engines)(
  "each refusal at a port has its status and reply ($name engine)",
  (engine) => {
    let statics: number;
    beforeEach(async () => {
      errors.length = 0;
      statics = await freePort();
    });
    const stage = forEachTest(() =>
      UnlimitedPortStage.open({ staticPorts: [statics], log, ...engine.options }),
    );

    test("A wrong password, another name or another customer's valid credentials get 407 (G8)", async () => {
      const port = await freePort();
      const rival = unlimitedPort({ port, name: "rival1", verifier: "0".repeat(64) });
      stage.hub.upsert(rival);
      await whenOpen(stage.hub, rival);
      const exit = labExit({ product: "static" });
      stage.hub.upsert(exit);
      stage.hub.addStaticIp(exit, carol.user, carol.password);
      await staticListenerOf(stage.hub, exit, statics);
      for (const [user, password] of [
        ["dora01", "wrong12"],
        ["dora01", "Secret6"],
        ["dora01", ""],
        ["nobody1", "secret6"],
        ["rival1", "secret6"],
        ["alice1", "secret1"],
        ["carol1", "secret3"],
        ["dora01:secret6", ""],
        [stage.fact.id, "secret6"],
      ] as const) {
        expect([user, await stage.refusals({ user, password })]).toEqual([user, wrongCredentials]);
      }
      const [here, there] = [stage.endpoint, { port }];
      for (const door of [there, { port: stage.gateway.port }, { host: exit.ip, port: statics }]) {
        stage.endpoint = door;
        expect(await stage.refusals(dora)).toEqual(wrongCredentials);
        expect((await stage.ask({ from: listed })).status).toBe(407);
      }
      stage.endpoint = here;
      expect((await stage.ask()).status).toBe(200);
    });

    test("The traffic plan's whitelist gives no access to a port", async () => {
      const entry = { id: "w", ip: "127.0.0.7", subAccountId: "sub-alice1", expiresAt: null };
      stage.hub.upsert({ kind: "whitelist", ...entry });
      await afterChange();
      expect((await stage.ask({ from: "127.0.0.7" })).status).toBe(407);
      const bare = await socksBare(stage.endpoint, { port: stage.origin.port, from: "127.0.0.7" });
      expect(bare.code).toBe(255);
      bare.client.socket.destroy();
    });

    test("The client's address comes from the socket, whatever a header claims", async () => {
      await expectNotSpoofed(stage, listed);
      expect(stage.origin.sockets.size).toBe(0);
    });

    test("Disabled gets 403, expired 402, parameters 400, checked in this order and after 407", async () => {
      const wrong = { ...dora, password: "wrong12" };
      const asking = { ...dora, user: "dora01-region-FR" };
      expect(await stage.refusals(asking)).toEqual([400, 1, "badParameters"]);
      expect((await stage.ask(asking)).text).toContain("its user name takes no parameters");
      expect(await stage.refusals({ ...dora, user: "dora01-sid-a" })).toEqual([
        400,
        1,
        "badParameters",
      ]);
      await stage.change({ expiresAt: Date.now() - 1 });
      expect(await stage.refusals(asking)).toEqual([402, 2, "planExpired"]);
      expect(await stage.refusals(dora)).toEqual([402, 2, "planExpired"]);
      expect((await stage.ask({ from: listed })).status).toBe(402);
      await stage.change({ enabled: false });
      expect(await stage.refusals(dora)).toEqual([403, 2, "accountDisabled"]);
      expect(await stage.refusals(wrong)).toEqual(wrongCredentials);
    });

    test("10 wrong passwords at one port block further ones from that address, and block no other port, plan or IP (G9)", async () => {
      const port = await freePort();
      const twin = unlimitedPort({ port, region: "europe" });
      stage.hub.upsert(twin);
      stage.hub.addSubAccount(dora.user, "secret9", 1e9);
      const second = await whenOpen(stage.hub, twin);
      const first = stage.endpoint;
      const wrong = (count: number) => ({ ...dora, password: `wrong${count}` });
      for (let count = 10; count < 20; count += 1) await stage.refusals(wrong(count));
      expect(await stage.refusals(wrong(20))).toEqual([429, 255, "tooManyTries"]);
      expect((await stage.ask()).status).toBe(200);
      expect((await stage.ask({ ...dora, from: "127.0.0.9" })).status).toBe(200);
      expect((await stage.ask({ from: listed })).status).toBe(200);
      stage.endpoint = second;
      expect((await stage.ask()).status).toBe(200);
      stage.endpoint = { port: stage.gateway.port };
      expect((await stage.ask({ ...dora, password: "secret9" })).status).toBe(200);
      // Attempts at the gateway's own port do not block a port either.
      for (let count = 10; count < 20; count += 1) await stage.refusals(wrong(count));
      expect(await stage.refusals(wrong(20))).toEqual([429, 255, "tooManyTries"]);
      stage.endpoint = second;
      expect((await stage.ask()).status).toBe(200);
      stage.endpoint = first;
      expect(await stage.refusals(wrong(21))).toEqual([429, 255, "tooManyTries"]);
    });

    test("Each port has its own connection limit: 429", async () => {
      const open: Client[] = [];
      const { authority } = stage.origin;
      for (let count = 0; count < perPort; count += 1) {
        const { client, head } = await connectTo(stage.endpoint, { ...dora, authority });
        expect(head).toMatch(/ 200 /);
        open.push(client);
      }
      expect(await stage.refusals(dora)).toEqual([429, 2, "tooManyConnections"]);
      expect((await connectTo(stage.gateway, { ...alice, authority })).head).toMatch(/ 200 /);
      for (const client of open) client.socket.destroy();
      await eventually("there is room", () => stage.gateway.connections.count(stage.fact.id) === 0);
      expect((await stage.ask()).status).toBe(200);
    });

    test("Requests that no HTTP server may accept are refused at a port, too (G1)", async () => {
      const taken = await acceptedWrongly(stage.endpoint.port, listed);
      expect([taken, errors]).toEqual([[], []]);
      expect(stage.origin.sockets.size).toBe(0);
    }, 30_000);

    test("Random bytes at a port crash nothing, and its owner is served meanwhile (G18)", async () => {
      const seed = Date.now() % 1_000_000;
      const random = seeded(seed);
      const { authority } = stage.origin;
      const login = [6, ...Buffer.from("dora01"), 7, ...Buffer.from("secret6")];
      const socks = [5, 1, 2, 1, ...login, 5, 1, 0];
      const starts = [
        Buffer.alloc(0),
        Buffer.from(socks),
        Buffer.from(`CONNECT ${authority} HTTP/1.1\r\nHost: x\r\n`),
        Buffer.from(
          `POST http://${authority}/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
        ),
      ];
      const part = () => 1 + Math.floor(random() * 250);
      const noise = () => {
        const localAddress = `127.0.${part()}.${part()}`;
        return sendNoise({ port: stage.endpoint.port, localAddress }, starts, random);
      };
      let served = 0;
      const honest = async () => {
        for (let count = 0; count < 20; count += 1) {
          expect((await stage.ask()).status, `seed ${seed}`).toBe(200);
          served += 1;
        }
      };
      await Promise.all([honest(), times(400, 16, noise)]);
      expect([served, errors]).toEqual([20, []]);
      await eventually("all are gone", () => stage.gateway.connections.size === 0);
    }, 30_000);

    test("Clients that send no complete head are closed in time (G13)", async () => {
      const port = await freePort();
      const fact = unlimitedPort({ port });
      stage.hub.upsert(fact);
      const gateway = await gatewayAt(stage.hub, [], {
        gateway: "g2",
        host: "127.0.0.6",
        headTimeoutMs: 300,
        ...engine.options,
      });
      await gateway.listenersReported(2_000);
      await expectHalfHeadsEnd(port, undefined, "127.0.0.6");
      await gateway.stop(0);
    });
  },
);
