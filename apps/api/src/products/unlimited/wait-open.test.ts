/** An order is answered once gateways have opened its ports, so that they work at once. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Fact } from "@turnpike/contract/data-plane.ts";
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { orderUnlimit } from "@turnpike/contract/unlimited-plan.ts";
import { expect, it } from "vitest";
import { give } from "../cdkey/testing.ts";
import { startTraffic } from "../traffic/testing.ts";
import { onePort } from "./buy-testing.ts";
import { waitForPlan } from "./wait-open.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const api = forTests(startTraffic);

/** Simulates a gateway that opens each port after some milliseconds, or (null) never. */
async function gateway(openAfterMs: number | null) {
  const link = await api.link();
  link.onMessage((news) => {
    if (news.kind !== "change" || openAfterMs === null) return;
    const facts = news.puts.filter((fact: Fact) => fact.kind === "unlimitedPort");
    setTimeout(() => {
      const ports = facts.map((fact) => ({
        kind: "unlimitedPort" as const,
        portId: fact.id,
        port: "port" in fact ? Number(fact.port) : 0,
        open: true,
        code: "",
        detail: "",
      }));
      if (ports.length > 0) void link.ask("ports", { gateway: "g1", epoch: "e", ports });
    }, openAfterMs);
  });
  return link;
}

type Ordered = CallResponse<typeof orderUnlimit>;
async function buy(): Promise<{ plan: Ordered["plan"]; data: Ordered; ms: number }> {
  const customer = await api.customer();
  await give(api.services, customer.id, { asset: "wallet", amount: 2700 });
  const began = performance.now();
  const { code, data } = await customer.call("orderUnlimit", { ...onePort, quantity: 3 });
  expect(code).toBe(0);
  return { plan: data.plan, data, ms: performance.now() - began };
}

it("without a gateway the call returns without waiting", async () => {
  const { plan, ms } = await buy();
  expect(plan).toMatchObject({ ports: 3, open: 0 });
  expect(ms).toBeLessThan(timeLimit(900));
});

it("the response waits for gateways and shows the ports as open", async () => {
  const link = await gateway(250);
  const { plan, data, ms } = await buy();
  expect(plan).toMatchObject({ ports: 3, open: 3 });
  expect(ms).toBeGreaterThan(240);
  const began = performance.now();
  await waitForPlan(api.services, data);
  expect(performance.now() - began).toBeLessThan(timeLimit(900));
  await link.stop();
});

it("a gateway that does not report delays the response by only about a second", async () => {
  const link = await gateway(null);
  const { plan, ms } = await buy();
  expect(plan).toMatchObject({ ports: 3, open: 0 });
  expect(ms).toBeGreaterThan(900);
  expect(ms).toBeLessThan(timeLimit(2500));
  await link.stop();
});
