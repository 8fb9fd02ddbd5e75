/** Which changes end the open tunnels of opened IPs, and which must not (M6). */
import type { OpenedIpFact } from "@turnpike/contract/port-facts.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../testing/test-gateway.ts";
import {
  expectOpen,
  type CutCases,
  waitUntilCut,
  entryOf,
  open,
  expectCutReasons,
  status,
} from "../testing/cuts.ts";
import { engines } from "../testing/engines.ts";
import { erin, first, LeasedPortStage, openedIp, second } from "../testing/leased-ports.ts";
import { verifierOf } from "../testing/resources.ts";
import { whenOpen } from "../testing/unlimited-ports.ts";
import { afterChange } from "../testing/static-ips.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

describe.each(engines)("which changes end tunnels of opened IPs ($name engine)", (engine) => {
  const stage = forEachTest(() => LeasedPortStage.open(engine.options));

  describe("an opened IP", () => {
    const fact = forEachTest(() => stage.add(openedIp(stage.exits[0])));

    const change = (changed: Partial<OpenedIpFact>) => () => stage.change(fact, changed);
    const login = { name: erin.user, verifier: verifierOf(erin.user, "secret9") };
    const retire = () => stage.hub.delete("exit", stage.exits[0].id);
    const cuts: CutCases = {
      deleted: [() => stage.hub.delete("openedIp", fact.id), null, "credentials"],
      "with another password": [change({ login }), 407, "credentials"],
      "of a disabled account": [change({ enabled: false }), 403, "accountDisabled"],
      "of an account in arrears for a day": [change({ trafficEndsAt: 1 }), 402, "inArrears"],
      "said to have expired": [change({ expiresAt: Date.now() - 1 }), 402, "planExpired"],
      "whose exit is retired": [retire, 502, "exitUnreachable"],
      "that is another's now": [change({ login: null }), 407, "credentials"],
    };
    test.each(Object.entries(cuts))(
      "One %s is disconnected, with the reason logged",
      async (_, [by, next, why]) => {
        const client = await open(stage, erin);
        await expectOpen(client);
        await by();
        await waitUntilCut(client);
        expect(await status(stage, erin)).toBe(next);
        client.socket.destroy();
        await expectCutReasons(stage, why);
      },
    );

    test("Tunnels end at expiry by the product's clock, not earlier; then 402 until the resource is dropped", async () => {
      const client = await open(stage, erin);
      stage.clock.ahead = fact.expiresAt - Date.now() - 1_500;
      const before = await open(stage, erin);
      await expectOpen(before);
      await expectOpen(client);
      await Promise.all([waitUntilCut(client), waitUntilCut(before)]);
      expect(Date.now() + stage.clock.ahead).toBeGreaterThanOrEqual(fact.expiresAt);
      expect(await status(stage, erin)).toBe(402);
      for (const each of [client, before]) each.socket.destroy();
      await expectCutReasons(stage, "planExpired", "planExpired");
      stage.hub.delete("openedIp", fact.id);
      await afterChange();
      expect(await status(stage, erin)).toBeNull();
    });

    test("One dropped at the moment of its expiry is logged as expired", async () => {
      const client = await open(stage, erin);
      stage.clock.ahead = 3_700_000;
      stage.hub.delete("openedIp", fact.id);
      await waitUntilCut(client);
      await expectCutReasons(stage, "planExpired");
    });

    test("A new port number keeps open tunnels; new connections use the new number", async () => {
      const client = await open(stage, erin);
      const [port = 0] = await freePorts(1);
      await stage.change(fact, { port });
      await whenOpen(stage.hub, { ...fact, port });
      await expectOpen(client);
      expect(await status(stage, erin)).toBeNull();
      stage.endpoint = { port };
      expect(await status(stage, erin)).toBe(200);
      client.socket.destroy();
    });

    test("A new snapshot that contains it keeps its tunnels; one without it ends them", async () => {
      const client = await open(stage, erin);
      const again = async () => {
        await stage.hub.disconnect();
        stage.hub.ports.clear();
        await stage.hub.listen();
      };
      await again();
      await eventually("the new snapshot", () => stage.hub.ports.size > 0);
      await expectOpen(client);
      stage.hub.resources.delete(`openedIp ${fact.id}`);
      await again();
      await eventually("it is cut", () => client.ended || client.closed);
      expect(await status(stage, erin)).toBeNull();
    });
  });

  describe("an opened IP for whitelisted addresses", () => {
    beforeEach(async () => {
      await stage.add(openedIp(stage.exits[0], { login: null }));
    });

    const ids = () => stage.subAccounts;
    const put = (entry: () => ReturnType<typeof entryOf>) => () => stage.hub.upsert(entry());
    const moved = { ...entryOf("127.0.0.96", "sub-erinone"), id: `entry-${first}` };
    test.each([
      ["is removed", () => stage.hub.delete("whitelist", `entry-${first}`)],
      ["expires", put(() => entryOf(first, ids().one.id, Date.now() + 300))],
      ["moves to another account", put(() => entryOf(first, ids().foreign.id))],
      ["is another address now", () => stage.hub.upsert(moved)],
      ["has no sub-account left", () => stage.hub.delete("subAccount", ids().one.id)],
    ])("Only tunnels admitted by an entry that %s are closed", async (_, by) => {
      const [ends, stays] = [
        await open(stage, { from: first }),
        await open(stage, { from: second }),
      ];
      by();
      await waitUntilCut(ends);
      await expectOpen(stays);
      expect([await status(stage, { from: first }), await status(stage, { from: second })]).toEqual(
        [407, 200],
      );
      stays.socket.destroy();
      ends.socket.destroy();
      await expectCutReasons(stage, "credentials");
    });

    test("An entry of any sub-account of the account is enough, even of a disabled one", async () => {
      const client = await open(stage, { from: first });
      stage.hub.upsert(entryOf(first, stage.subAccounts.two.id));
      await stage.change(stage.subAccounts.two, { enabled: false });
      await stage.change(stage.subAccounts.one, { enabled: false });
      await expectOpen(client);
      stage.hub.delete("subAccount", stage.subAccounts.one.id);
      await afterChange();
      await expectOpen(client);
      client.socket.destroy();
    });
  });
});
