/** Clients at a static IP's listener, and its credentials elsewhere (G8). */
import { describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { type Client, connectTo, eventually } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { rawOrigin } from "../testing/origin.ts";
import {
  afterChange,
  carol,
  staticListenerOf,
  listed,
  perSubAccount,
  socksBare,
  StaticIpStage,
} from "../testing/static-ips.ts";

describe.each(engines)(
  "each refusal has its status and its SOCKS5 reply, spec/gateway#refusals ($name engine)",
  (engine) => {
    const stage = forEachTest(() => StaticIpStage.open(engine.options));

    test("A wrong password, another name or another customer's credentials get 407 (G8)", async () => {
      const rival = labExit({ product: "static" });
      stage.hub.upsert(rival);
      stage.hub.addStaticIp(rival, "rival1", "secret5");
      await staticListenerOf(stage.hub, rival, stage.port);
      for (const [user, password] of [
        ["carol1", "wrong12"],
        ["carol1", "Secret3"],
        ["carol1", ""],
        ["nobody1", "secret3"],
        ["rival1", "secret5"],
        ["alice1", "secret1"],
        ["carol1:secret3", ""],
        [stage.sold.id, "secret3"],
      ] as const) {
        expect(await stage.refusals({ user, password })).toEqual([407, 255, "credentials"]);
      }
      expect(stage.origin.sockets.size).toBe(0);
    });

    test("An unsold static listener refuses everyone with 407", async () => {
      const unsold = labExit({ product: "static" });
      stage.hub.upsert(unsold);
      stage.endpoint = await staticListenerOf(stage.hub, unsold, stage.port);
      for (const [user, password] of [
        ["carol1", "secret3"],
        ["alice1", "secret1"],
      ] as const) {
        expect(await stage.refusals({ user, password })).toEqual([407, 255, "credentials"]);
      }
      expect((await stage.ask({ from: listed })).status).toBe(407);
    });

    test("At the plan's port neither the IP's password nor its whitelist is accepted: 407 (G8)", async () => {
      stage.hub.upsert({
        kind: "whitelist",
        id: "w",
        ip: "127.0.0.7",
        subAccountId: "sub-alice1",
        expiresAt: null,
      });
      await afterChange();
      stage.endpoint = { port: stage.gateway.port };
      expect(await stage.refusals(carol)).toEqual([407, 255, "credentials"]);
      expect((await stage.ask({ from: listed })).status).toBe(407);
      expect((await stage.ask({ from: "127.0.0.7" })).status).toBe(200);
      // The plan's whitelist does not admit clients to a static IP.
      stage.endpoint = await staticListenerOf(stage.hub, stage.exit, stage.port);
      expect((await stage.ask({ from: "127.0.0.7" })).status).toBe(407);
      const bare = await socksBare(stage.endpoint, { port: stage.origin.port, from: "127.0.0.7" });
      expect(bare.code).toBe(255);
      bare.client.socket.destroy();
    });

    test("Disabled gets 403, expired 402, parameters 400, checked in this order and after 407", async () => {
      const wrong = { ...carol, password: "wrong12" };
      const asking = { ...carol, user: "carol1-region-FR" };
      expect(await stage.refusals(asking)).toEqual([400, 1, "badParameters"]);
      const { client } = await connectTo(stage.endpoint, {
        ...asking,
        authority: stage.origin.authority,
      });
      await eventually("its body", () => client.ended);
      expect(client.all().toString()).toContain("takes no parameters");
      await stage.change({ expiresAt: Date.now() - 1 });
      expect(await stage.refusals(asking)).toEqual([402, 2, "planExpired"]);
      expect(await stage.refusals(carol)).toEqual([402, 2, "planExpired"]);
      expect((await stage.ask({ from: listed })).status).toBe(402);
      expect(
        (await socksBare(stage.endpoint, { port: stage.origin.port, from: listed })).code,
      ).toBe(2);
      await stage.change({ expiresAt: Date.now() - 1, enabled: false });
      expect(await stage.refusals(carol)).toEqual([403, 2, "accountDisabled"]);
      expect(await stage.refusals(wrong)).toEqual([407, 255, "credentials"]);
      stage.hub.delete("staticIp", stage.sold.id);
      await afterChange();
      expect(await stage.refusals(carol)).toEqual([407, 255, "credentials"]);
      expect((await stage.ask({ from: listed })).status).toBe(407);
    });

    test("The IP expires by the movable clock (spec/lab#clock)", async () => {
      const authority = stage.origin.authority;
      await stage.change({ expiresAt: Date.now() + 86_400_000 });
      expect((await connectTo(stage.endpoint, { ...carol, authority })).head).toMatch(/ 200 /);
      stage.hub.offsetMs = 86_400_000;
      await stage.hub.disconnect();
      await stage.hub.listen();
      await eventually("the clock", () => stage.gateway.connections.size === 0);
      expect(await stage.refusals(carol)).toEqual([402, 2, "planExpired"]);
    });

    test("Each IP has its own connection limit: 429", async () => {
      const open: Client[] = [];
      for (let count = 0; count < perSubAccount; count += 1) {
        const { client, head } = await connectTo(stage.endpoint, {
          ...carol,
          authority: stage.origin.authority,
        });
        expect(head).toMatch(/ 200 /);
        open.push(client);
      }
      expect(await stage.refusals(carol)).toEqual([429, 2, "tooManyConnections"]);
      const user = { user: "alice1", password: "secret1", authority: stage.origin.authority };
      expect((await connectTo(stage.gateway, user)).head).toMatch(/ 200 /);
      for (const client of open) client.socket.destroy();
      await eventually("there is room", () => stage.gateway.connections.count(stage.sold.id) === 0);
      expect((await stage.ask(carol)).status).toBe(200);
    });

    test("Targets are checked as for other clients: denied 403, not listening 502", async () => {
      expect(await stage.refusals(carol, 22)).toEqual([403, 2, "targetNotAllowed"]);
      const gone = stage.origin.port;
      await stage.origin.stop();
      expect(await stage.refusals(carol, gone)).toEqual([502, 5, "targetRefused"]);
    });

    test("An IP whose exit fails gets 502; it is tried once, and no other exit is used", async () => {
      // An upstream proxy that hangs up on every request.
      const asked: string[] = [];
      const upstream = await rawOrigin((socket) => {
        socket.on("data", (chunk: Buffer) => {
          asked.push(chunk.toString("latin1").split(" ")[1] ?? "");
          socket.destroy();
        });
      });
      stage.hub.upsert({ ...stage.exit, how: "http", host: "127.0.0.1", port: upstream.port });
      await afterChange();
      expect(await stage.refusals(carol)).toEqual([502, 5, "exitUnreachable"]);
      expect(asked.filter((authority) => authority === stage.origin.authority)).toHaveLength(2);
      expect(stage.origin.sockets.size).toBe(0);
      await upstream.stop();
      // The failure is not remembered: the next attempt dials again.
      stage.hub.upsert(stage.exit);
      await afterChange();
      expect(await stage.ask(carol)).toMatchObject({ status: 200, ip: stage.exit.ip });
    });
  },
);
