/**
 * Rotation on demand, and changes that are refused once a plan has ended (spec/unlimited#rotation).
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { turnAt } from "@turnpike/rules/rotation.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type Customer, startTraffic } from "../traffic/testing.ts";
import {
  endPlan,
  givePlan,
  type GivePlanOptions,
  lastUnlimitedPortFact,
  soon,
} from "./give-testing.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());

const minuteMs = 60_000;
const own = (to: Customer, given?: GivePlanOptions) => givePlan(api.services, to.id, given);
const fact = (id: string | undefined) => {
  const last = lastUnlimitedPortFact(link, id ?? "");
  return last === "gone" ? undefined : last;
};
const advance = (ms: number) => api.services.world.setOffset(api.services.world.offsetMs() + ms);
/** All stored data of a plan's ports, to detect any change. */
const standing = async (customer: Customer, planId: string) => {
  const { rows } = await sql`
    select o.*, p.region, p.whitelist from unlimited_port o join unlimited_plan p
      on p.id = o.plan_id where o.plan_id = ${planId} order by place`.execute(api.db);
  return JSON.stringify([customer.id, rows]);
};

describe("rotate: switches to another exit at once", () => {
  it("advances ports of both kinds by one turn, on top of the scheduled rotations", async () => {
    const jon = await api.customer();
    const plan = await own(jon, { quantity: 2 });
    const wide = await own(jon, { kind: "bandwidth" });
    advance(12 * minuteMs);
    const ids = [plan.portIds[1] ?? "", wide.portIds[0] ?? ""];
    const answer = await jon.call("rotateUnlimit", { ids: ids.join() });
    expect(answer.data.ports.map(({ id }) => id)).toEqual(ids);
    for (const id of ids) {
      await expect.poll(() => fact(id)?.rotation.turn, soon).toBe(2);
      const rotation = fact(id)?.rotation as UnlimitedPortFact["rotation"];
      expect(turnAt(rotation, api.services.world.now())).toBe(2);
      expect(rotation.minutes).toBe(10);
    }
    expect(fact(plan.portIds[0])?.rotation.turn ?? 0).toBe(0);
    await jon.call("rotateUnlimit", { ids: ids[0] });
    await expect.poll(() => fact(ids[0])?.rotation.turn, soon).toBe(3);
    const stranger = await api.customer();
    const refused = await stranger.call("rotateUnlimit", { ids: ids.join() });
    expect([refused.code, refused.data.reason]).toEqual([404, "portNotFound"]);
  });

  it("counts each of several concurrent rotations", async () => {
    const kay = await api.customer();
    const { portIds } = await own(kay);
    const ids = portIds[0] ?? "";
    await Promise.all(Array.from({ length: 8 }, () => kay.call("rotateUnlimit", { ids })));
    await expect.poll(() => fact(ids)?.rotation.turn, soon).toBe(8);
  });
});

it("A plan that has ended cannot be changed from the millisecond of its end: 410", async () => {
  const lea = await api.customer();
  const plan = await own(lea);
  const wide = await own(lea, { kind: "bandwidth" });
  const [ids] = plan.portIds;
  const tries = [
    ["upport", { ids, rotationMinutes: 5 }],
    ["rotateUnlimit", { ids }],
    ["upwhite", { planId: plan.id, ips: "8.8.8.8" }],
    ["upwhite", { planId: plan.id, ips: "" }],
    ["upbandwidth", { planId: wide.id, rotationMinutes: 5 }],
    ["portRegion", { planId: plan.id, region: "asia" }],
    ["portRegion", { planId: plan.id, region: "europe" }],
    ["bandwidthRegion", { planId: wide.id, region: "asia" }],
  ] as const;
  for (const each of [plan, wide]) await endPlan(api.services, each.id, 0);
  const before = [await standing(lea, plan.id), await standing(lea, wide.id)];
  for (const [name, fields] of tries) {
    const answer = await lea.call(name, fields as Record<string, string>);
    expect([name, answer.code, answer.data.reason]).toEqual([name, 410, "planExpired"]);
  }
  expect([await standing(lea, plan.id), await standing(lea, wide.id)]).toEqual(before);
  for (const each of [plan, wide]) await endPlan(api.services, each.id, 60_000);
  for (const [name, fields] of tries)
    expect([name, (await lea.call(name, fields as Record<string, string>)).code]).toEqual([
      name,
      0,
    ]);
});
