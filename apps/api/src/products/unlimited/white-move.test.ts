/** A plan's whitelist, and its moves to other regions (spec/unlimited#whitelist). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { type Customer, startTraffic } from "../traffic/testing.ts";
import { setFreeCapacity } from "./buy-testing.ts";
import { givePlan, type GivePlanOptions, lastUnlimitedPortFact, soon } from "./give-testing.ts";
import { setRegionCapacity } from "./store/regions.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());

const own = (to: Customer, given?: GivePlanOptions) => givePlan(api.services, to.id, given);
const fact = (id: string | undefined) => {
  const last = lastUnlimitedPortFact(link, id ?? "");
  return last === "gone" ? undefined : last;
};

describe("upwhite: planId, ips → whitelist", () => {
  it("replaces the list with canonical, unique IPs and sends it to gateways for every port", async () => {
    const ada = await api.customer();
    const plan = await own(ada, { quantity: 2 });
    const ips = "8.8.4.4,::ffff:8.8.8.8, 2001:4860:4860:0000::8888,8.8.8.8";
    const answer = await ada.call("upwhite", { planId: plan.id, ips });
    const wanted = ["8.8.4.4", "8.8.8.8", "2001:4860:4860::8888"];
    expect(answer.data).toEqual({ whitelist: wanted });
    for (const id of plan.portIds)
      await expect.poll(() => fact(id)?.whitelist, soon).toEqual(wanted);
    expect((await ada.call("portOrders")).data.items[0]?.whitelist).toEqual(wanted);
    await ada.call("upwhite", { planId: plan.id, ips: "127.0.0.9" });
    for (const id of plan.portIds)
      await expect.poll(() => fact(id)?.whitelist, soon).toEqual(["127.0.0.9"]);
    expect((await ada.call("upwhite", { planId: plan.id, ips: "" })).data.whitelist).toEqual([]);
    for (const id of plan.portIds) await expect.poll(() => fact(id)?.whitelist, soon).toEqual([]);
  });

  it("accepts an IP address that is listed for another plan, even another account's", async () => {
    const [bea, cleo] = [await api.customer(), await api.customer()];
    for (const customer of [bea, bea, cleo]) {
      const plan = await own(customer, { kind: "bandwidth" });
      const answer = await customer.call("upwhite", { planId: plan.id, ips: "8.8.8.8" });
      expect(answer.data.whitelist).toEqual(["8.8.8.8"]);
    }
  });

  it.each([
    ["8.8.8.8,nonsense", "badIp"],
    ["0.0.0.0", "badIp"],
    ["8.8.8.0/24", "badIp"],
    ["8.8.8.8,114.114.114.114", "mainlandChinaIp"],
    [Array.from({ length: 101 }, (_, n) => `8.8.8.${n}`).join(), "tooManyAddresses"],
  ])("refuses %s as %s and keeps the list", async (ips, reason) => {
    const dora = await api.customer();
    const plan = await own(dora);
    await dora.call("upwhite", { planId: plan.id, ips: "9.9.9.9" });
    const answer = await dora.call("upwhite", { planId: plan.id, ips });
    expect([answer.code, answer.data.reason, answer.data.field]).toEqual([400, reason, "ips"]);
    const { items } = (await dora.call("portOrders")).data;
    expect(items[0]?.whitelist).toEqual(["9.9.9.9"]);
  });

  it("requires the list: a call without it clears nothing", async () => {
    const fern = await api.customer();
    const plan = await own(fern);
    await fern.call("upwhite", { planId: plan.id, ips: "9.9.9.9" });
    const answer = await fern.call("upwhite", { planId: plan.id });
    expect([answer.code, answer.data]).toEqual([400, { reason: "missingField", field: "ips" }]);
    expect((await fern.call("portOrders")).data.items[0]?.whitelist).toEqual(["9.9.9.9"]);
  });

  it("refuses a foreign or unknown plan", async () => {
    const [eve, stranger] = [await api.customer(), await api.customer()];
    const plan = await own(eve);
    for (const planId of [plan.id, "nothing", api.services.world.id()]) {
      const answer = await stranger.call("upwhite", { planId, ips: "8.8.8.8" });
      expect([answer.code, answer.data.reason]).toEqual([404, "planNotFound"]);
    }
  });
});

describe("portRegion and bandwidthRegion: the regions open to a plan; with region they move it", () => {
  afterEach(async () => {
    for (const region of ["asia", "europe", "africa", "oceania"] as const)
      await setRegionCapacity(api.db, region, { ports: 2_000, mbps: 20_000 });
    await sql`update price_tier t set unit_micros = v.unit_micros
      from (values (7, 3000000), (30, 9000000), (90, 24000000)) as v (days, unit_micros)
      where t.sku like 'port-%-' || v.days`.execute(api.db);
    await sql`update product set on_sale = true`.execute(api.db);
  });
  const names = (said: { data: { regions: { region: string }[] } }) =>
    said.data.regions.map(({ region }) => region);

  it("move a plan with its ports and keep numbers, credentials, rotation and time", async () => {
    const fay = await api.customer();
    const plan = await own(fay, { quantity: 3 });
    const edit = (at: number, country: string) =>
      fay.call("upport", { ids: plan.portIds[at], rotationMinutes: 10, country });
    await edit(0, "DE");
    await edit(1, "FR");
    const ports = async () => (await fay.call("portOrder", { planId: plan.id })).data.items;
    const before = await ports();
    const listed = await fay.call("portRegion", { planId: plan.id });
    expect(names(listed)).toEqual(expect.arrayContaining(["europe", "asia", "global"]));
    expect(listed.data.plan).toMatchObject({ id: plan.id, region: "europe" });
    const moved = await fay.call("portRegion", { planId: plan.id, region: "asia", lang: "de" });
    expect(moved.data.plan).toMatchObject({ region: "asia", regionName: "Asien" });
    expect(names(moved)).toContain("europe");
    expect(await ports()).toEqual(
      before.map((port) => ({ ...port, country: "", countryName: "" })),
    );
    for (const id of plan.portIds)
      await expect.poll(() => fact(id), soon).toMatchObject({ region: "asia", country: null });
    // The region `global` contains every country.
    await edit(0, "JP");
    await fay.call("portRegion", { planId: plan.id, region: "global" });
    await expect
      .poll(() => fact(plan.portIds[0]), soon)
      .toMatchObject({ region: "global", country: "JP" });
    const back = await fay.call("portRegion", { planId: plan.id, region: "europe" });
    expect(back.code).toBe(0);
    expect((await ports()).map(({ country }) => country)).toEqual(["", "", ""]);
  });

  it("list regions with enough stock for the complete plan, and always its own", async () => {
    const gil = await api.customer();
    const plan = await own(gil, { quantity: 3 });
    const wide = await own(gil, { kind: "bandwidth", quantity: 300 });
    await setFreeCapacity(api.services, "asia", { ports: 2, mbps: 299 });
    await setFreeCapacity(api.services, "africa", { ports: 3, mbps: 300 });
    await setFreeCapacity(api.services, "europe", { ports: 0, mbps: 0 });
    for (const [name, planId] of [
      ["portRegion", plan.id],
      ["bandwidthRegion", wide.id],
    ] as const) {
      const open = names(await gil.call(name, { planId }));
      expect(open).not.toContain("asia");
      expect(open).toEqual(expect.arrayContaining(["europe", "africa"]));
      const refused = await gil.call(name, { planId, region: "asia" });
      expect([refused.code, refused.data.reason]).toEqual([409, "regionNotOpen"]);
      expect((await gil.call(name, { planId, region: "europe" })).code).toBe(0);
      expect((await gil.call(name, { planId, region: "africa" })).data.plan.region).toBe("africa");
    }
  });

  it("omit regions that cost more or are not sold", async () => {
    const { db } = api.services;
    const hal = await api.customer();
    const plan = await own(hal, { days: 30 });
    await sql`update price_tier set unit_micros = 9000001 where sku = 'port-asia-30'`.execute(db);
    await sql`update price_tier set unit_micros = 8999999 where sku = 'port-africa-30'`.execute(db);
    await sql`update product set on_sale = false where sku = 'port-oceania-7'`.execute(db);
    const open = names(await hal.call("portRegion", { planId: plan.id }));
    expect(open).toContain("africa");
    expect(open).not.toContain("asia");
    expect(open).not.toContain("oceania");
    for (const region of ["asia", "oceania"]) {
      const answer = await hal.call("portRegion", { planId: plan.id, region });
      expect([answer.code, answer.data.reason]).toEqual([409, "regionNotOpen"]);
    }
  });

  it.each([7, 30, 90])(
    "omit regions that cost more for %i days, whichever period was bought",
    async (dear) => {
      const kim = await api.customer();
      await sql`update price_tier set unit_micros = unit_micros + 1
      where sku = ${`port-asia-${dear}`}`.execute(api.db);
      for (const days of [7, 30, 90] as const) {
        const plan = await own(kim, { days });
        expect(names(await kim.call("portRegion", { planId: plan.id }))).not.toContain("asia");
        const answer = await kim.call("portRegion", { planId: plan.id, region: "asia" });
        expect([answer.code, answer.data.reason]).toEqual([409, "regionNotOpen"]);
      }
    },
  );

  it("compare the prices of the tier that the plan's size reaches", async () => {
    const max = await api.customer();
    const [small, large] = [await own(max, { quantity: 4 }), await own(max, { quantity: 5 })];
    await sql`insert into price_tier (sku, from_qty, unit_micros)
      values ('port-europe-90', 5, 23000000)`.execute(api.db);
    try {
      const open = async (planId: string) => names(await max.call("portRegion", { planId }));
      expect(await open(small.id)).toContain("asia");
      expect(await open(large.id)).not.toContain("asia");
    } finally {
      await sql`delete from price_tier where sku = 'port-europe-90' and from_qty = 5`.execute(
        api.db,
      );
    }
  });

  it("compare only the periods that the plan's own region still sells", async () => {
    const { db } = api.services;
    const lea = await api.customer();
    const plan = await own(lea, { days: 30 });
    await sql`update price_tier set unit_micros = 24000001 where sku = 'port-asia-90'`.execute(db);
    await sql`update product set on_sale = false where sku = 'port-europe-30'`.execute(db);
    const open = async () => names(await lea.call("portRegion", { planId: plan.id }));
    expect(await open()).toContain("africa");
    expect(await open()).not.toContain("asia");
    await sql`update product set on_sale = false where sku like 'port-europe-%'`.execute(db);
    expect(await open()).toEqual(expect.arrayContaining(["africa", "asia"]));
    const moved = await lea.call("portRegion", { planId: plan.id, region: "africa" });
    expect(moved.data.plan.region).toBe("africa");
  });

  it("never exceed a region's capacity when many plans move at once", async () => {
    const ida = await api.customer();
    const plans = [];
    for (let n = 0; n < 6; n++) plans.push(await own(ida, { quantity: 2 }));
    await setFreeCapacity(api.services, "oceania", { ports: 5 });
    const answers = await Promise.all(
      plans.map(({ id }) => ida.call("portRegion", { planId: id, region: "oceania" })),
    );
    expect(answers.map(({ code }) => code).sort((one, other) => one - other)).toEqual([
      0, 0, 409, 409, 409, 409,
    ]);
  });

  it("refuse a plan that is foreign, unknown or of the other kind, and an unknown region", async () => {
    const [jon, stranger] = [await api.customer(), await api.customer()];
    const plan = await own(jon);
    const wide = await own(jon, { kind: "bandwidth" });
    for (const [caller, name, planId] of [
      [stranger, "portRegion", plan.id],
      [stranger, "bandwidthRegion", wide.id],
      [jon, "portRegion", wide.id],
      [jon, "bandwidthRegion", plan.id],
      [jon, "portRegion", "nothing"],
    ] as const) {
      for (const region of [undefined, "asia"]) {
        const answer = await caller.call(name, { planId, region });
        expect([answer.code, answer.data.reason]).toEqual([404, "planNotFound"]);
      }
    }
    const none = await jon.call("portRegion", { planId: plan.id, region: "atlantis" });
    expect([none.code, none.data.reason]).toEqual([400, "badRegion"]);
  });
});
