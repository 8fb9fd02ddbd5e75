/**
 * Changes of unlimited plans' ports: rotation, country, remark, credentials (spec/unlimited#ports,
 * spec/unlimited#rotation).
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import type { UnlimitedPort } from "@turnpike/contract/unlimited.ts";
import type { upport } from "@turnpike/contract/unlimited-port.ts";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { verifierOf } from "../sub-account/resources.ts";
import { type Customer, startTraffic } from "../traffic/testing.ts";
import { givePlan, type GivePlanOptions, lastUnlimitedPortFact, soon } from "./give-testing.ts";
import { resetPortAccess } from "./reset-access.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const api = forTests(startTraffic);
const link = forTests(() => api.link());

const minuteMs = 60_000;
const own = (to: Customer, given?: GivePlanOptions) => givePlan(api.services, to.id, given);
const fact = (id: string | undefined) => {
  const last = lastUnlimitedPortFact(link, id ?? "");
  return last === "gone" ? undefined : last;
};
const ported = (said: { data: unknown }) => (said.data as CallResponse<typeof upport>).ports;
const advance = (ms: number) => api.services.world.setOffset(api.services.world.offsetMs() + ms);
const listed = async (customer: Customer, planId: string): Promise<UnlimitedPort[]> =>
  (await customer.call("portOrder", { planId, limit: 100 })).data.items;
/** All stored data of a plan's ports, to detect any change. */
const standing = async (customer: Customer, planId: string) => {
  const { rows } = await sql`
    select o.*, p.region, p.whitelist from unlimited_port o join unlimited_plan p
      on p.id = o.plan_id where o.plan_id = ${planId} order by place`.execute(api.db);
  return JSON.stringify([customer.id, rows]);
};

it("A first recovery resets the password and whitelist that somebody else set", async () => {
  const ada = await api.customer();
  const plan = await own(ada, { quantity: 1 });
  const [id = ""] = plan.portIds;
  const [before] = await listed(ada, plan.id);
  const white = await ada.call("upwhite", { planId: plan.id, ips: "8.8.8.8" });
  expect(white.code).toBe(0);
  await transaction(api.db, (tx) => resetPortAccess(api.services, tx, ada.id));
  const [after] = await listed(ada, plan.id);
  expect(after).toMatchObject({ account: before?.account });
  expect(after?.password).toMatch(/^[A-Za-z0-9]{12}$/);
  expect(after?.password).not.toBe(before?.password);
  const verifier = verifierOf(after?.account ?? "", after?.password ?? "");
  await expect.poll(() => fact(id), soon).toMatchObject({ verifier, whitelist: [] });
});

describe("upport: ids, rotationMinutes 1-120, other changes → ports", () => {
  it("changes only the given fields and ports, returns them in the given order and notifies gateways", async () => {
    const ada = await api.customer();
    const plan = await own(ada, { quantity: 3 });
    const [a, b, c] = plan.portIds;
    const before = await listed(ada, plan.id);
    const answer = await ada.call("upport", {
      ids: `${c},${a}`,
      rotationMinutes: 25,
      remark: " my office ",
      format: "{user}:{password}@{host}:{port}",
      country: "de",
      account: "Renamed7",
      password: "secondOne2",
      lang: "fr",
    });
    expect(answer.code).toBe(0);
    expect(ported(answer).map(({ id }) => id)).toEqual([c, a]);
    for (const port of ported(answer)) {
      expect(port).toMatchObject({
        rotationMinutes: 25,
        remark: "my office",
        format: "{user}:{password}@{host}:{port}",
        country: "DE",
        countryName: "Allemagne",
        account: "Renamed7",
        password: "secondOne2",
      });
    }
    const known = { name: "renamed7", verifier: verifierOf("Renamed7", "secondOne2") };
    await expect.poll(() => fact(a), soon).toMatchObject({ ...known, country: "DE" });
    expect(fact(c)).toMatchObject({ ...known, rotation: { minutes: 25 } });
    expect((await listed(ada, plan.id))[1]).toEqual({ ...before[1], usedBytes: 0 });
    expect(fact(b)?.name).not.toBe("renamed7");
    // The password is not stored in plain text.
    const { rows } = await sql<{ sealed_password: string }>`
      select sealed_password from unlimited_port where id = ${a}`.execute(api.db);
    expect(rows[0]?.sealed_password).not.toContain("secondOne2");
  });

  it("keeps the password if only the account changes, and the account if only the password does", async () => {
    const bea = await api.customer();
    const plan = await own(bea);
    const [id = ""] = plan.portIds;
    const one = ported(
      await bea.call("upport", { ids: id, rotationMinutes: 10, account: "JustName1" }),
    );
    const old = one[0]?.password ?? "";
    await expect.poll(() => fact(id)?.verifier, soon).toBe(verifierOf("JustName1", old));
    const two = ported(
      await bea.call("upport", { ids: id, rotationMinutes: 10, password: "justPass1" }),
    );
    expect(two[0]).toMatchObject({ account: "JustName1", password: "justPass1" });
    await expect.poll(() => fact(id)?.verifier, soon).toBe(verifierOf("JustName1", "justPass1"));
  });

  it("clears remark and country if sent empty, and keeps them if omitted", async () => {
    const cleo = await api.customer();
    const plan = await own(cleo);
    const edit = async (fields: Record<string, string>) =>
      ported(
        await cleo.call("upport", { ids: plan.portIds[0], rotationMinutes: 10, ...fields }),
      )[0];
    await edit({ remark: "keep", country: "FR" });
    await expect.poll(() => fact(plan.portIds[0])?.country, soon).toBe("FR");
    expect(await edit({})).toMatchObject({ remark: "keep", country: "FR" });
    expect(await edit({ remark: "" })).toMatchObject({ remark: "", country: "FR" });
    expect(await edit({ country: "" })).toMatchObject({ country: "", countryName: "" });
    await expect.poll(() => fact(plan.portIds[0])?.country, soon).toBeNull();
    // Remark and format are not sent to gateways, so changing them causes no news.
    const before = link.news.length;
    await edit({ remark: "quiet", format: "{host}:{port}" });
    await api.services.hub.changesDelivered();
    await edit({ country: "DE" });
    await expect.poll(() => fact(plan.portIds[0])?.country, soon).toBe("DE");
    const told = link.news
      .slice(before)
      .flatMap((each) => (each.kind === "change" ? each.puts : []));
    expect(told.filter(({ id }) => id === plan.portIds[0])).toHaveLength(1);
  });

  it("restarts the rotation time with the same exit if the minutes change, but not otherwise", async () => {
    const dora = await api.customer();
    const plan = await own(dora);
    const [id = ""] = plan.portIds;
    const now = () => api.services.world.now();
    advance(25 * minuteMs);
    const rotation = () => fact(id)?.rotation as UnlimitedPortFact["rotation"];
    const from = plan.started_at.getTime();
    await dora.call("upport", { ids: id, rotationMinutes: 10, account: "SameMin1" });
    await expect.poll(() => fact(id)?.name, soon).toBe("samemin1");
    expect(rotation()).toEqual({ minutes: 10, from, turn: 0 });
    const [port] = ported(await dora.call("upport", { ids: id, rotationMinutes: 7 }));
    await expect.poll(() => rotation().minutes, soon).toBe(7);
    expect(rotation().turn).toBe(2);
    expect(Math.abs(rotation().from - now())).toBeLessThan(5_000);
    expect(Date.parse(port?.nextRotationAt ?? "")).toBe(rotation().from + 7 * minuteMs);
  });

  it.each([
    [{ rotationMinutes: 0 }, "badPortRotation", "rotationMinutes"],
    [{ rotationMinutes: 121 }, "badPortRotation", "rotationMinutes"],
    [{ rotationMinutes: 1.5 }, "badPortRotation", "rotationMinutes"],
    [{ rotationMinutes: undefined }, "badPortRotation", "rotationMinutes"],
    [{ ids: "" }, "selectRow", "ids"],
    [{ ids: undefined }, "missingField", "ids"],
    [{ country: "QQ" }, "badCountry", "country"],
    [{ country: "ZZ" }, "badCountry", "country"],
    [{ country: "EU" }, "badCountry", "country"],
    [{ country: "\u00df" }, "badCountry", "country"],
    [{ country: "1A" }, "badCountry", "country"],
    [{ country: "DEU" }, "badCountry", "country"],
    [{ country: "US" }, "countryNotInRegion", "country"],
    [{ country: "VA" }, "countryNotInRegion", "country"],
    [{ format: "nothing" }, "badTemplate", "format"],
    [{ format: "{host}{secret}" }, "badTemplate", "format"],
    [{ format: "{host}".padEnd(201, "x") }, "badTemplate", "format"],
    [{ format: "{host}\u0000" }, "badTemplate", "format"],
    [{ format: "{host}\u0007" }, "badTemplate", "format"],
    [{ remark: "x".repeat(201) }, "badField", "remark"],
    [{ remark: "a\u0000b" }, "badField", "remark"],
    [{ account: "short" }, "badAccountName", "account"],
    [{ account: "with-dash" }, "badAccountName", "account"],
    [{ password: "ab" }, "badProxyPassword", "password"],
  ])("refuses %j as %s, and changes nothing", async (fields, reason, field) => {
    const customer = await refusing();
    const before = await standing(customer.customer, customer.plan.id);
    const ids = customer.plan.portIds.join();
    const changed: Record<string, string | number | undefined> = fields;
    const question = { ids, rotationMinutes: 33, remark: "no", ...changed };
    const answer = await customer.customer.call("upport", question);
    expect([answer.code, answer.data.reason, answer.data.field]).toEqual([400, reason, field]);
    expect(await standing(customer.customer, customer.plan.id)).toBe(before);
  });

  let made: { customer: Customer; plan: Awaited<ReturnType<typeof own>> } | undefined;
  async function refusing() {
    if (made === undefined) {
      const customer = await api.customer();
      made = { customer, plan: await own(customer, { quantity: 2 }) };
    }
    return made;
  }

  it("accepts any country for a global plan, unless the exits of that country are retired", async () => {
    const eve = await api.customer();
    const plan = await own(eve, { region: "global" });
    const edit = (country: string) =>
      eve.call("upport", { ids: plan.portIds[0], rotationMinutes: 10, country });
    expect((await edit("us")).code).toBe(0);
    expect((await edit("JP")).code).toBe(0);
    await sql`update exit set retired_at = now() where product = 'unlimited' and country = 'JP'`.execute(
      api.db,
    );
    expect((await edit("JP")).data.reason).toBe("countryNotInRegion");
    await sql`update exit set retired_at = null where product = 'unlimited' and country = 'JP'`.execute(
      api.db,
    );
    expect((await edit("JP")).code).toBe(0);
  });

  it("refuses all ports with 404 if one is foreign, unknown or a bandwidth port", async () => {
    const [gil, stranger] = [await api.customer(), await api.customer()];
    const plan = await own(gil, { quantity: 2 });
    const wide = await own(gil, { kind: "bandwidth" });
    const theirs = await own(stranger);
    const before = [await standing(gil, plan.id), await standing(stranger, theirs.id)];
    for (const other of [theirs.portIds[0], wide.portIds[0], api.services.world.id(), "nothing"]) {
      const ids = `${plan.portIds[0]},${other}`;
      const answer = await gil.call("upport", { ids, rotationMinutes: 90 });
      expect([answer.code, answer.data.reason]).toEqual([404, "portNotFound"]);
    }
    expect([await standing(gil, plan.id), await standing(stranger, theirs.id)]).toEqual(before);
  });

  it("checks the country before it looks up the ports and the plan: 400 before 404 (spec/api#refusal-order)", async () => {
    const kim = await api.customer();
    const change = { rotationMinutes: 5, country: "ZZ" };
    for (const said of [
      await kim.call("upport", { ids: "nothing", ...change }),
      await kim.call("upbandwidth", { planId: "nothing", ...change }),
    ])
      expect([said.code, said.data]).toEqual([400, { reason: "badCountry", field: "country" }]);
  });

  it.runIf(isFull)("changes a thousand ports of several plans in one call", async () => {
    const hal = await api.customer();
    const big = await own(hal, { quantity: 990 });
    const small = await own(hal, { quantity: 10, region: "asia" });
    const ids = [...big.portIds, ...small.portIds].join();
    const began = performance.now();
    const answer = await hal.call("upport", { ids, rotationMinutes: 3, account: "AllOfThem1" });
    expect(performance.now() - began).toBeLessThan(timeLimit(3_000));
    expect(
      new Set(ported(answer).map((port) => `${port.rotationMinutes} ${port.account}`)),
    ).toEqual(new Set(["3 AllOfThem1"]));
    expect(ported(answer)).toHaveLength(1_000);
    await expect.poll(() => fact(big.portIds[989])?.name, soon).toBe("allofthem1");
  });
});

it("upbandwidth: planId, rotationMinutes 3-30 → plan, ports: changes the plan's only port within the limits of bandwidth plans", async () => {
  const ida = await api.customer();
  const wide = await own(ida, { kind: "bandwidth" });
  const fields = { planId: wide.id, rotationMinutes: 30, country: "SE", remark: "wide" };
  const answer = await ida.call("upbandwidth", fields);
  expect(answer.data.plan.id).toBe(wide.id);
  expect(answer.data.ports).toMatchObject([{ rotationMinutes: 30, country: "SE", remark: "wide" }]);
  for (const minutes of [2, 31, 120]) {
    const refused = await ida.call("upbandwidth", { ...fields, rotationMinutes: minutes });
    expect([refused.code, refused.data.reason]).toEqual([400, "badBandwidthRotation"]);
  }
  const hostile = await ida.call("upbandwidth", { ...fields, format: "{host}\u0000" });
  expect([hostile.code, hostile.data.reason]).toEqual([400, "badTemplate"]);
  const plan = await own(ida);
  const stranger = await api.customer();
  for (const [caller, planId] of [
    [stranger, wide.id],
    [ida, plan.id],
    [ida, "nothing"],
  ] as const) {
    const refused = await caller.call("upbandwidth", { planId, rotationMinutes: 5 });
    expect([refused.code, refused.data.reason]).toEqual([404, "planNotFound"]);
  }
});
