/** Which changes end the open tunnels of whitelisted ports, and which must not (M6). */
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import type { WhitePortFact } from "@turnpike/contract/port-facts.ts";
import { describe, expect, test } from "vitest";
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
import {
  first,
  foreign,
  LeasedPortStage,
  second,
  whitelistedPort,
} from "../testing/leased-ports.ts";
import { noLimits } from "../testing/resources.ts";
import { afterChange } from "../testing/static-ips.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";

describe.each(engines)(
  "which changes end tunnels at whitelisted ports ($name engine)",
  (engine) => {
    const stage = forEachTest(() => LeasedPortStage.open(engine.options));
    const fact = forEachTest(async () => {
      stage.hub.leaseMs = 86_400_000;
      return stage.add(whitelistedPort());
    });

    const from = first;

    const change = (changed: Partial<WhitePortFact>) => () => stage.change(fact, changed);
    const caller = (changed: Partial<SubAccountFact>) => () =>
      stage.change(stage.subAccounts.one, changed);
    const limits = (more: Partial<SubAccountFact["limits"]>) =>
      caller({ limits: { ...noLimits, ...more } });
    const usedUp = { why: "dayLimit", until: Date.now() + 600_000 } as const;
    const move = () => stage.hub.upsert(entryOf(first, stage.subAccounts.two.id));
    const remove = () => stage.hub.delete("whitelist", `entry-${first}`);
    const ofPort: CutCases = {
      "that is deleted": [() => stage.hub.delete("whitePort", fact.id), null, "credentials"],
      "that is said to have expired": [change({ expiresAt: 1 }), 402, "planExpired"],
      "of another account": [change({ accountId: "account-zoe" }), 407, "credentials"],
    };
    const ofCaller: CutCases = {
      "whose caller's entry is removed": [remove, 407, "credentials"],
      "whose caller is another sub-account now": [move, 200, "credentials"],
      "whose caller is disabled": [caller({ enabled: false }), 403, "accountDisabled"],
      "whose caller's account is in arrears for a day": [
        caller({ trafficEndsAt: 1 }),
        402,
        "inArrears",
      ],
      "whose caller has used up its day": [limits({ spent: usedUp }), 402, "dayLimit"],
      "whose caller may not go there any more": [
        limits({ denyDomains: ["127.0.0.1"] }),
        403,
        "domainNotAllowed",
      ],
    };
    test.each(Object.entries(ofPort))(
      "A port %s disconnects all clients",
      async (_, [by, next, why]) => {
        const both = [await open(stage, { from }), await open(stage, { from: second })];
        for (const client of both) await expectOpen(client);
        await by();
        for (const client of both) await waitUntilCut(client);
        expect([await status(stage, { from }), await status(stage, { from: second })]).toEqual([
          next,
          next,
        ]);
        for (const { socket } of both) socket.destroy();
        await expectCutReasons(stage, why, why);
      },
    );

    test.each(Object.entries(ofCaller))(
      "A port %s disconnects only that caller",
      async (_, [by, next, why]) => {
        const [ends, stays] = [await open(stage, { from }), await open(stage, { from: second })];
        await expectOpen(ends);
        await by();
        await waitUntilCut(ends);
        expect(await status(stage, { from })).toBe(next);
        await expectOpen(stays);
        for (const { socket } of [ends, stays]) socket.destroy();
        await expectCutReasons(stage, why);
      },
    );

    test("Tunnels end at expiry by the product's clock, not earlier; then 402 until the resource is dropped", async () => {
      const client = await open(stage, { from });
      stage.clock.ahead = fact.expiresAt - Date.now() - 1_500;
      const before = await open(stage, { from: second });
      await expectOpen(before);
      await expectOpen(client);
      await Promise.all([waitUntilCut(client), waitUntilCut(before)]);
      expect(Date.now() + stage.clock.ahead).toBeGreaterThanOrEqual(fact.expiresAt);
      expect([await status(stage, { from }), await status(stage, { from: foreign })]).toEqual([
        402, 407,
      ]);
      for (const each of [client, before]) each.socket.destroy();
      await expectCutReasons(stage, "planExpired", "planExpired");
      stage.hub.delete("whitePort", fact.id);
      await afterChange();
      expect(await status(stage, { from })).toBeNull();
    });

    test("A port dropped at the moment of its expiry is logged as expired", async () => {
      const client = await open(stage, { from });
      stage.clock.ahead = 3_700_000;
      stage.hub.delete("whitePort", fact.id);
      await waitUntilCut(client);
      await expectCutReasons(stage, "planExpired");
    });

    test("Ending one port affects neither another one nor the gateway's own port", async () => {
      const ends = await open(stage, { from });
      const last = await stage.add(whitelistedPort());
      const stays = await open(stage, { from });
      stage.endpoint = { port: stage.gateway.port };
      const plain = await open(stage, { from });
      stage.hub.delete("whitePort", fact.id);
      await waitUntilCut(ends);
      await expectOpen(stays);
      stage.hub.delete("whitePort", last.id);
      await waitUntilCut(stays);
      await expectOpen(plain);
      plain.socket.destroy();
    });

    test("A new place or port number does not affect open tunnels", async () => {
      const client = await open(stage, { from });
      const [port = 0] = await freePorts(1);
      await stage.change(fact, { filter: { country: "fr" }, port });
      await expectOpen(client);
      stage.endpoint = { port };
      expect((await stage.ask({ from })).ip).toBe(stage.exits[2].ip);
      client.socket.destroy();
    });
  },
);
