/** Pools: a sub-account is served by the members of its own (spec/supply#pools). */
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";
import { ScriptedWholesaler } from "@turnpike/wholesale/scripted.ts";
import { afterEach, describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { realWorld } from "../lib/world.ts";
import type { RunningGateway } from "../serve.ts";
import { engines } from "../testing/engines.ts";
import { Outside } from "../testing/outside.ts";
import { noLimits, verifierOf } from "../testing/resources.ts";
import { eventually, gatewayAt, statusOf as tunnelStatus } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { upstreamFact } from "../testing/wholesaler.ts";

const password = "secret1";

describe.each(engines)("pools of traffic, $name", ({ options }) => {
  const running: { stop: (graceMs: number) => unknown }[] = [];

  const hub = forEachTest(() => new TestHub().listen());
  const outside = forEachTest(async () => {
    hub.addSubAccount("alice1", password, 1e9);
    return new Outside().listen();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop(0);
  });
  const sell = async (name: string, changed: Partial<UpstreamFact> = {}) => {
    const seller = await new ScriptedWholesaler().listen();
    running.push(seller);
    hub.upsert(upstreamFact(seller, name, changed));
    return seller;
  };
  const start = async () => {
    const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
    const gateway = await gatewayAt(hub, [], { world, ...options });
    running.push(gateway);
    return gateway;
  };
  const statusOf = (gateway: RunningGateway, user: string) =>
    tunnelStatus(gateway, { user, password, authority: "a.example:443" });

  test("A sub-account of a pool is served by that pool's members alone (spec/supply#pools)", async () => {
    const of = { accountId: "account-bob111", limits: noLimits, enabled: true, pool: "budget" };
    const verifier = verifierOf("bob111", password);
    hub.addSubAccount("bob111", password, 1e9);
    hub.upsert({ kind: "subAccount", id: "sub-bob111", name: "bob111", verifier, ...of });
    hub.upsert(outside.exit({ country: "DE" }));
    const first = await sell("first", { weight: 0 });
    const gateway = await start();
    // Nobody serves the pool: never an exit of another one instead.
    expect(await statusOf(gateway, "bob111-region-de")).toBe(503);
    expect(await statusOf(gateway, "bob111-region-de-sid-s1-t-5")).toBe(503);
    const cheap = await sell("cheap", {
      products: [],
      pools: { budget: { priority: 1, weight: 1 } },
    });
    await eventually("the pool has a member", async () => {
      return (await statusOf(gateway, "bob111-region-de")) === 200;
    });
    const served = cheap.asked.length;
    for (const user of ["bob111-region-de-sid-s1-t-5", "bob111-region-fr", "bob111"])
      expect(await statusOf(gateway, user)).toBe(200);
    expect(cheap.asked).toHaveLength(served + 3);
    expect([outside.reached.length, first.asked.length]).toEqual([0, 0]);
    expect(await statusOf(gateway, "alice1-region-de")).toBe(200);
    expect(await statusOf(gateway, "alice1-region-fr")).toBe(200);
    expect([outside.reached.length, first.asked.length]).toEqual([1, 1]);
    expect(cheap.asked).toHaveLength(served + 3);
    // A member that left serves no session of the pool either; own exits do once they are one.
    const own = { kind: "ownExits", id: "own", priority: 1, weight: 100 } as const;
    hub.upsert({ ...own, pools: { budget: { priority: 1, weight: 1 } } });
    hub.upsert(upstreamFact(cheap, "cheap", { products: [] }));
    await eventually("own exits serve the pool", async () => {
      return (await statusOf(gateway, "bob111-region-de-sid-s1-t-5")) === 200;
    });
    expect(cheap.asked).toHaveLength(served + 3);
    expect(outside.reached.length).toBeGreaterThan(1);
  });
});
