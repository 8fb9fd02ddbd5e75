/** Lists of unlimited plans and their ports (spec/unlimited#calls). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { releaseEnded } from "./end.ts";
import { endPlan, givePlan, type GivePlanOptions, reportPlanPorts } from "./give-testing.ts";
import { addPortUse } from "./store/usage.ts";

const shop = forTests(() => startShop({ UNLIMITED_DOMAIN: "{region}.proxy.example" }));

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const own = (to: Customer, given?: GivePlanOptions) => givePlan(shop.services, to.id, given);
const use = (portId: string, at: number, upBytes: number, downBytes: number) =>
  shop.db
    .transaction()
    .execute((tx) => addPortUse(tx, [{ portId, at, upBytes, downBytes, requests: 1 }]));

describe("portOrders and bandwidthOrders: the account's plans, newest first", () => {
  it("show each plan's region, time, ports, whitelist and usage, and only plans of their kind", async () => {
    const ada = await shop.customer();
    const older = await own(ada, { endsInMs: 90 * 60_000 });
    const plan = await own(ada, { quantity: 3, region: "asia" });
    const wide = await own(ada, { kind: "bandwidth", quantity: 300 });
    const now = shop.services.world.now();
    await use(plan.portIds[0] ?? "", now, 7, 35);
    await use(plan.portIds[2] ?? "", now - 29 * dayMs, 100, 0);
    await reportPlanPorts(shop.services, plan.ports.slice(1, 2), {
      open: false,
      detail: "it fell",
    });
    const { plans, items, total, page, limit, glance } = await ada.get("portOrders", {
      lang: "de",
    });
    expect(plans).toEqual(items);
    expect([total, page, limit]).toEqual([2, 1, 10]);
    expect(items.map(({ id }) => id)).toEqual([plan.id, older.id]);
    expect(items[0]).toEqual({
      id: plan.id,
      orderNo: plan.order_no,
      kind: "port",
      region: "asia",
      regionName: "Asien",
      quantity: 3,
      mbps: 15,
      days: 30,
      startedAt: plan.started_at.toISOString(),
      expiresAt: new Date(plan.started_at.getTime() + 30 * dayMs).toISOString(),
      remainingHours: 720,
      status: "active",
      closesAt: new Date(plan.started_at.getTime() + 31 * dayMs).toISOString(),
      host: "127.0.0.1",
      domain: "asia.proxy.example",
      ports: 3,
      open: 2,
      whitelist: [],
      // Usage from before the plan started counts for its first day.
      usedBytes: 142,
    });
    expect(items[1]).toMatchObject({ remainingHours: 2, domain: "europe.proxy.example" });
    expect(glance).toEqual({ active: 2, expiring: 1, expired: 0, quantity: 4, usedBytes: 142 });
    const other = await ada.get("bandwidthOrders");
    expect(other.items.map(({ id }) => id)).toEqual([wide.id]);
    expect(other.items[0]).toMatchObject({ quantity: 300, mbps: 300, ports: 1, open: 1 });
    expect(other.glance).toMatchObject({ active: 1, quantity: 300 });
  });

  it("filter by status and paginate without overlaps, with matching totals", async () => {
    const bea = await shop.customer();
    const ended = await own(bea, { endsInMs: -hourMs });
    for (let n = 0; n < 4; n++) await own(bea);
    const list = async (fields: Record<string, string | number>) => bea.get("portOrders", fields);
    expect((await list({ status: "expired" })).items.map(({ id }) => id)).toEqual([ended.id]);
    expect((await list({ status: "expired" })).items[0]).toMatchObject({
      status: "expired",
      remainingHours: 0,
    });
    expect((await list({ status: "active" })).total).toBe(4);
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const { items, total } = await list({ limit: 2, page });
      expect(total).toBe(5);
      seen.push(...items.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(5);
    expect((await list({ page: 4, limit: 2 })).items).toEqual([]);
    expect((await bea.ask("portOrders", { status: "great" })).refused.field).toBe("status");
  });

  it("omit plans that ended more than 30 days ago", async () => {
    const cleo = await shop.customer();
    const plan = await own(cleo);
    await endPlan(shop.services, plan.id, -30 * dayMs + 60_000);
    expect((await cleo.get("portOrders")).total).toBe(1);
    expect((await cleo.ask("portOrder", { planId: plan.id })).code).toBe(0);
    await endPlan(shop.services, plan.id, -30 * dayMs - 1);
    expect(await cleo.get("portOrders")).toMatchObject({ total: 0, glance: { expired: 0 } });
    expect((await cleo.ask("portOrder", { planId: plan.id })).refused.reason).toBe("planNotFound");
  });
});

describe("portOrder and bandwidthOrder: a plan and its ports", () => {
  it("show everything needed to connect to each port", async () => {
    const dora = await shop.customer();
    const plan = await own(dora, { quantity: 2 });
    const [first] = plan.ports;
    await use(first?.id ?? "", shop.services.world.now(), 1, 2);
    const data = await dora.get("portOrder", { planId: plan.id.toUpperCase() });
    expect(data.ports).toEqual(data.items);
    expect(data).toMatchObject({ total: 2, plan: { id: plan.id, usedBytes: 3 } });
    expect(Math.abs(Date.parse(data.answeredAt) - shop.services.world.now())).toBeLessThan(5_000);
    expect(data.items[0]).toEqual({
      id: first?.id,
      planId: plan.id,
      host: "127.0.0.1",
      port: first?.port,
      domain: "europe.proxy.example",
      rotationMinutes: 10,
      nextRotationAt: new Date(plan.started_at.getTime() + 600_000).toISOString(),
      format: "{host}:{port}:{user}:{password}",
      country: "",
      countryName: "",
      remark: "",
      expiresAt: plan.expires_at.toISOString(),
      account: first?.name,
      password: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      mbps: 5,
      open: true,
      usedBytes: 3,
      dayUsedBytes: 3,
      rotateToken: expect.stringMatching(/^[0-9a-f-]{36}[0-9a-f]{32}$|^\S{40,}$/),
    });
    const wide = await own(dora, { kind: "bandwidth", quantity: 200 });
    const one = await dora.get("bandwidthOrder", { planId: wide.id });
    expect(one.items).toMatchObject([{ mbps: 200, port: wide.ports[0]?.port }]);
  });

  it("show no next rotation once the plan has ended, and no password once it is closed", async () => {
    const eve = await shop.customer();
    const plan = await own(eve, { endsInMs: -1_000 });
    const ports = async () => (await eve.get("portOrder", { planId: plan.id })).items;
    expect(await ports()).toMatchObject([{ nextRotationAt: null, open: true }]);
    await endPlan(shop.services, plan.id, -25 * hourMs);
    await releaseNow();
    expect(await ports()).toMatchObject([
      { password: "", open: false, account: plan.ports[0]?.name },
    ]);
    expect((await eve.get("portOrders")).items).toMatchObject([{ open: 0, status: "expired" }]);
  });

  it("search numbers, accounts, remarks and countries, ignoring case; wildcards are literal", async () => {
    const fay = await shop.customer();
    const plan = await own(fay, { quantity: 12 });
    const [a, b] = plan.portIds;
    const edit = (id: string | undefined, fields: Record<string, string>) =>
      fay.get("upport", { ids: id, rotationMinutes: 10, ...fields });
    await edit(a, { remark: "50%_Off", account: "FayOffice1" });
    await edit(b, { country: "DE", remark: "a\\b" });
    const found = async (search: string, lang = "en") => {
      const fields = { planId: plan.id, search, lang, limit: 100 };
      const { items, total } = await fay.get("portOrder", fields);
      expect(total).toBe(items.length);
      return items.map(({ id }) => id);
    };
    expect(await found("fayoff")).toEqual([a]);
    expect(await found("%_o")).toEqual([a]);
    expect(await found("\\")).toEqual([b]);
    expect(await found("germ")).toEqual([b]);
    expect(await found("deutsch", "de")).toEqual([b]);
    expect(await found("de")).toContain(b);
    expect(await found(String(plan.ports[5]?.port))).toEqual([plan.portIds[5]]);
    expect(await found("' or 1=1 --")).toEqual([]);
    const paged = await fay.get("portOrder", { planId: plan.id, limit: 5, page: 3 });
    expect(paged.items.map(({ id }) => id)).toEqual(plan.portIds.slice(10));
    expect(paged.total).toBe(12);
  });

  it("return 404 for a plan that is foreign, unknown or of the other kind", async () => {
    const [gil, stranger] = [await shop.customer(), await shop.customer()];
    const plan = await own(gil);
    const wide = await own(gil, { kind: "bandwidth" });
    for (const [caller, name, planId] of [
      [stranger, "portOrder", plan.id],
      [stranger, "bandwidthOrder", wide.id],
      [gil, "portOrder", wide.id],
      [gil, "bandwidthOrder", plan.id],
      [gil, "portOrder", shop.services.world.id()],
      [gil, "portOrder", "nothing"],
    ] as const) {
      const { code, refused } = await caller.ask(name, { planId });
      expect([code, refused.reason]).toEqual([404, "planNotFound"]);
    }
    expect((await stranger.get("portOrders")).total).toBe(0);
  });

  it("accept an access key, since they are read calls", async () => {
    const hal = await shop.customer();
    const plan = await own(hal);
    const { accessKey: key } = await hal.get("member");
    for (const name of ["portOrders", "bandwidthOrders"] as const)
      expect((await shop.ask(name, { key })).code).toBe(0);
    expect((await shop.ask("portOrder", { key, planId: plan.id })).code).toBe(0);
    const answer = await shop.ask("upwhite", { key, planId: plan.id, ips: "" });
    expect(answer.refused.reason).toBe("keyReadOnly");
  });
});

async function releaseNow() {
  await releaseEnded(shop.services);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from unlimited_port where released_at is not null`.execute(shop.db);
  expect(rows[0]?.n).toBeGreaterThan(0);
}
