import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { give } from "../cdkey/testing.ts";
import { exitAt } from "../../inventory/exit/testing.ts";
import { startTraffic } from "../traffic/testing.ts";
import { historyActions, lastStaticFact, listStatics, owner, shortOwner, soon } from "./testing.ts";

const dayMs = 86_400_000;
const api = forTests(startTraffic);
const link = forTests(() => api.link({ awaited: false }));

describe("static/del deletes expired IPs, others only with confirm=1 (spec/static#deleting); staticShort/del likewise", () => {
  it("requires confirm=1 if one has not expired, and deletes none without it", async () => {
    const { customer, ids } = await owner(api, 2);
    for (const confirm of [undefined, 0]) {
      const answer = await customer.call("staticDel", { ids: ids.join(), confirm });
      expect([answer.code, answer.data]).toEqual([
        400,
        { reason: "mustConfirm", field: "confirm" },
      ]);
    }
    expect(await listStatics(customer)).toHaveLength(2);
    const done = await customer.call("staticDel", { ids: ids.join(), confirm: 1 });
    expect(done.data).toEqual({ deleted: 2 });
    expect(await listStatics(customer)).toEqual([]);
    expect((await customer.call("staticDel", { ids: ids.join(), confirm: 1 })).code).toBe(404);
    const short = await shortOwner(api, 1);
    const fields = { ids: short.ids.join() };
    expect((await short.customer.call("shortDel", fields)).data.reason).toBe("mustConfirm");
    expect((await short.customer.call("staticDel", { ...fields, confirm: 1 })).code).toBe(404);
    expect((await short.customer.call("shortDel", { ...fields, confirm: 1 })).data).toEqual({
      deleted: 1,
    });
  });

  it("releases the address to rest a week, closes its port, keeps the history, erases the password", async () => {
    const { customer, items } = await owner(api, 1);
    const [item] = items;
    const { id = "", host = "" } = item ?? {};
    const now = api.services.world.now();
    await customer.call("staticDel", { ids: id, confirm: 1 });
    await expect.poll(() => lastStaticFact(link, id), soon).toBe("gone");
    const exit = await exitAt(api.services, host);
    expect(exit?.taken_by).toBe(null);
    const rests = (exit?.rests_until?.getTime() ?? 0) - now;
    expect(Math.abs(rests - 7 * dayMs)).toBeLessThan(10_000);
    expect(await historyActions(customer)).toEqual(["deleted", "taken"]);
    const { rows } = await sql<{ sealed: string; verifier: string }>`
      select sealed_password as sealed, verifier from static_ip where id = ${id}`.execute(api.db);
    expect(rows).toEqual([{ sealed: "", verifier: "0".repeat(64) }]);
    for (const name of ["staticInfo", "staticRenewalAuto", "staticUpdate"] as const) {
      const answer = await customer.call(name, { id, enabled: 1, remark: "r" });
      expect([name, answer.code]).toEqual([name, 404]);
    }
  });

  it("needs no confirm for an expired IP, which rests from its end on", async () => {
    const { customer, items } = await owner(api, 1, 7);
    const [item] = items;
    const { world } = api.services;
    world.setOffset(world.offsetMs() + 7 * dayMs + 3_600_000);
    const done = await customer.call("staticDel", { ids: item?.id ?? "" });
    expect(done.data).toEqual({ deleted: 1 });
    const exit = await exitAt(api.services, item?.host ?? "");
    expect(exit?.rests_until?.getTime()).toBe(Date.parse(item?.expiresAt ?? "") + 7 * dayMs);
  });
});

it("An IP belongs to one customer at a time, and is sold again only after a rest of STATIC_REST_DAYS from its release, not a minute less", async () => {
  const { services } = api;
  const { customer, items } = await owner(api, 1, 7);
  const [item] = items;
  const host = item?.host ?? "";
  // No other exit of its city is free.
  await sql`
      update exit set rests_until = now() + interval '100 years'
      where product = 'static' and taken_by is null and city = ${item?.city ?? ""}`.execute(
    services.db,
  );
  await customer.call("staticDel", { ids: item?.id ?? "", confirm: 1 });
  const next = await api.customer();
  await give(services, next.id, { asset: "static7", amount: 1 });
  const fields = { country: "DE", city: item?.city ?? "", days: 7, num: 1 };
  const { world } = services;
  world.setOffset(world.offsetMs() + 7 * dayMs - 60_000);
  expect((await next.call("staticUse", fields)).data.reason).toBe("insufficientStock");
  world.setOffset(world.offsetMs() + 120_000);
  const { data } = await next.call("staticUse", fields);
  expect(data.items.map((one) => one.host)).toEqual([host]);
  // The previous holder's history does not show events of the next one.
  const old = await customer.call("staticHistory");
  expect(old.data.items.filter(({ action }) => action === "taken")).toHaveLength(1);
});
