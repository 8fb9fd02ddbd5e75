import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { recordListenerHealth } from "../../inventory/exit/static-listeners.ts";
import { staticStock } from "../../inventory/exit/store/static-stock.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { staticResources } from "./resources.ts";
import { giveStatics } from "./give-testing.ts";

const shop = forTests(() => startShop({ SWAPS_PER_PERIOD: "2" }));

const dayMs = 86_400_000;
const give = (to: Customer, given: Parameters<typeof giveStatics>[2]) =>
  giveStatics(shop.services, to.id, given);
const one = async (to: Customer, given: Parameters<typeof giveStatics>[2]) =>
  (await give(to, given))[0] ?? "";
interface Exit {
  id: string;
  ip: string;
  taken_by: string | null;
  rests_until: Date | null;
}
const exitsOf = async (staticIds: string[]) => {
  const { rows } = await sql<Exit>`
    select e.id, host(e.ip) as ip, taken_by, rests_until from exit e
    join static_ip s on s.exit_id = e.id where s.id = any(${staticIds}::uuid[])`.execute(shop.db);
  return rows;
};
const exitById = async (id: string) => {
  const { rows } = await sql<Exit>`
    select id, host(ip) as ip, taken_by, rests_until from exit where id = ${id}`.execute(shop.db);
  return rows[0];
};
const breakDoors = async (staticIds: string[]) => {
  const doors = (await exitsOf(staticIds)).map(({ id }) => {
    return { exitId: id, ports: [], reachable: false, detail: "its address is gone" };
  });
  await recordListenerHealth(shop.services, doors);
};
const free = async (where: { country: string; city?: string }) => {
  const now = new Date(shop.services.world.now());
  const stock = await staticStock(shop.db, { term: "static", now, ...where });
  return stock.reduce((sum, { available }) => sum + available, 0);
};

describe("change: replaces an unreachable address (spec/static#replacement)", () => {
  it("keeps id, end, credentials, whitelist and remark, takes the city's next exit and records why", async () => {
    const ada = await shop.customer();
    const id = await one(ada, {
      country: "DE",
      city: "berlin",
      account: "AdaKeeps1",
      whitelist: ["203.0.113.9"],
      remark: "shop",
      endsInMs: 5 * dayMs,
    });
    const [old] = await exitsOf([id]);
    const before = (await ada.get("staticUseList")).items[0];
    await breakDoors([id]);
    const now = await ada.get("staticChange", { id });
    expect(now.host).not.toBe(before?.host);
    const { host, isp, asn } = now;
    expect(now).toEqual({ ...before, host, exitIp: host, isp, asn, replacements: 1 });
    expect(now).toMatchObject({ city: "berlin", reachable: true });
    expect((await ada.get("staticUseList")).items).toEqual([now]);
    const { items } = await ada.get("staticHistory");
    expect(items[0]).toMatchObject({
      action: "replaced",
      ip: before?.host,
      detail: `${before?.host} → ${now.host}`,
    });
    const rested = await exitById(old?.id ?? "");
    expect(rested?.taken_by).toBeNull();
    const restsFor = (rested?.rests_until?.getTime() ?? 0) - shop.services.world.now();
    expect(Math.abs(restsFor - 7 * dayMs)).toBeLessThan(60_000);
    const [fact] = await staticResources(shop.services, [id]);
    const [fresh] = await exitsOf([id]);
    expect(fact).toMatchObject({ exitId: fresh?.id, name: "adakeeps1" });
    expect(fresh).toMatchObject({ ip: now.host, taken_by: id });
    const told = await sql`
      select from gateway_news where kind = 'staticIp' and row_id = ${id}`.execute(shop.db);
    expect(told.rows).toHaveLength(2);
  });

  it("is refused while the address is reachable, or not checked yet: 409", async () => {
    const bea = await shop.customer();
    const id = await one(bea, {});
    const refusal = async () => {
      const { code, refused } = await bea.ask("staticChange", { id });
      return [code, refused.reason];
    };
    expect(await refusal()).toEqual([409, "reachable"]);
    const [exit] = await exitsOf([id]);
    const door = { exitId: exit?.id ?? "", ports: [443], reachable: true, detail: "" };
    await recordListenerHealth(shop.services, [door]);
    expect(await refusal()).toEqual([409, "reachable"]);
    await breakDoors([id]);
    await recordListenerHealth(shop.services, [door]);
    expect(await refusal()).toEqual([409, "reachable"]);
    expect((await bea.get("staticHistory")).total).toBe(1);
  });

  it("is refused for an expired IP (410), and for a deleted, foreign or other-term one (404)", async () => {
    const cleo = await shop.customer();
    const old = await one(cleo, { endsInMs: -1 });
    const gone = await one(cleo, {});
    const short = await one(cleo, { term: "short" });
    const foreign = await one(await shop.customer(), {});
    await breakDoors([old, gone, short, foreign]);
    await sql`update static_ip set released_at = now(), deleted_at = now()
      where id = ${gone}`.execute(shop.db);
    for (const [id, code, reason] of [
      [old, 410, "staticExpired"],
      [gone, 404, "staticNotFound"],
      [short, 404, "staticNotFound"],
      [foreign, 404, "staticNotFound"],
      ["nothing", 404, "staticNotFound"],
    ] as const) {
      const answer = await cleo.ask("staticChange", { id });
      expect([answer.code, answer.refused.reason]).toEqual([code, reason]);
    }
    expect((await cleo.get("shortChange", { id: short })).replacements).toBe(1);
    expect((await cleo.get("shortHistory")).items[0]?.action).toBe("replaced");
  });

  it("also replaces a retired exit: it counts as dead", async () => {
    const dora = await shop.customer();
    const id = await one(dora, { country: "JP" });
    const [exit] = await exitsOf([id]);
    await sql`update exit set retired_at = now() where id = ${exit?.id ?? ""}`.execute(shop.db);
    expect((await dora.get("staticChange", { id })).replacements).toBe(1);
    // A retired exit is never taken again, not even after its rest.
    expect((await exitsOf([id]))[0]?.id).not.toBe(exit?.id);
  });

  it("takes the country's next exit if the city has none, and none of another country: 402", async () => {
    const eve = await shop.customer();
    const id = await one(eve, { country: "FR", city: "paris" });
    await give(eve, {
      country: "FR",
      city: "paris",
      num: await free({ country: "FR", city: "paris" }),
    });
    await breakDoors([id]);
    const moved = await eve.get("staticChange", { id });
    expect(moved.country).toBe("FR");
    expect(moved.city).not.toBe("paris");
    await breakDoors([id]);
    // All remaining exits are known to be dead, or rest.
    const { rows } = await sql<{ id: string }>`
      select id from exit where product = 'static' and country = 'FR' and taken_by is null`.execute(
      shop.db,
    );
    const doors = rows.map((row) => ({ exitId: row.id, ports: [], reachable: false, detail: "" }));
    await recordListenerHealth(shop.services, doors);
    const { code, refused } = await eve.ask("staticChange", { id });
    expect([code, refused.reason, refused.short]).toEqual([402, "insufficientStock", "stock"]);
    const [kept] = await exitsOf([id]);
    expect(kept).toMatchObject({ taken_by: id, ip: moved.host });
    expect((await eve.get("staticInfo", { id })).replacements).toBe(1);
    expect(await free({ country: "DE" })).toBeGreaterThan(0);
  });
});

describe("change, called in parallel", () => {
  it("replaces once: the other calls find it reachable", async () => {
    const fay = await shop.customer();
    const id = await one(fay, { country: "GB" });
    const before = await free({ country: "GB" });
    await breakDoors([id]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fay.ask("staticChange", { id })),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ refused }) => refused.reason === "reachable")).toHaveLength(11);
    expect((await fay.get("staticInfo", { id })).replacements).toBe(1);
    expect(await free({ country: "GB" })).toBe(before - 1);
    expect((await fay.get("staticHistory")).items.map(({ action }) => action)).toEqual([
      "replaced",
      "taken",
    ]);
  });

  it("assigns each of a country's last addresses to one customer; the others keep theirs", async () => {
    const all = await free({ country: "ES" });
    const hurt = Math.floor(all / 2) + 1;
    const customers = await Promise.all(Array.from({ length: hurt }, () => shop.customer()));
    const ids: string[] = [];
    for (const customer of customers) ids.push(await one(customer, { country: "ES" }));
    await breakDoors(ids);
    const left = await free({ country: "ES" });
    expect(left).toBeLessThan(hurt);
    const answers = await Promise.all(
      customers.map((customer, at) => customer.ask("staticChange", { id: ids[at] ?? "" })),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(left);
    const refusals = answers.filter(({ code }) => code !== 0).map(({ refused }) => refused.reason);
    expect(new Set(refusals)).toEqual(new Set(["insufficientStock"]));
    const exits = await exitsOf(ids);
    expect(new Set(exits.map(({ id }) => id)).size).toBe(hurt);
    expect(new Set(exits.map(({ taken_by }) => taken_by))).toEqual(new Set(ids));
    const twice = await sql`
      select taken_by from exit where taken_by is not null
      group by taken_by having count(*) > 1`.execute(shop.db);
    expect(twice.rows).toEqual([]);
  });
});

describe("change with reason=swap: replaces an address on request (spec/static#replacement)", () => {
  const swap = (of: Customer, id: string, more: { requestId?: string } = {}) =>
    of.ask("staticChange", { id, reason: "swap", ...more });
  const left = async (of: Customer, id: string) => (await of.get("staticInfo", { id })).swapsLeft;
  it("replaces a reachable one in the same city, as often as a period allows; a renewal resets the count", async () => {
    const gus = await shop.customer();
    const id = await one(gus, { country: "DE", city: "berlin", remark: "shop" });
    const [old] = await exitsOf([id]);
    const before = (await gus.get("staticUseList")).items[0];
    expect(before?.swapsLeft).toBe(2);
    const { data } = await swap(gus, id);
    const [host, isp, asn] = [data?.host, data?.isp, data?.asn];
    const moved = { host, exitIp: host, isp, asn, replacements: 1, swapsLeft: 1 };
    expect(data).toEqual({ ...before, ...moved });
    expect(data?.host).not.toBe(before?.host);
    expect((await exitById(old?.id ?? ""))?.taken_by).toBeNull();
    const { items } = await gus.get("staticHistory");
    expect(items[0]).toMatchObject({
      action: "swapped",
      detail: `${before?.host} → ${data?.host}`,
    });
    expect((await swap(gus, id)).code).toBe(0);
    const third = await swap(gus, id);
    expect([third.code, third.refused.reason]).toEqual([409, "swapsUsedUp"]);
    expect(await left(gus, id)).toBe(0);
    await shop.fund(gus.id, 1_000);
    await gus.get("renewalStatic", { id, days: 7, method: "wallet" });
    expect(await left(gus, id)).toBe(2);
    expect((await swap(gus, id)).code).toBe(0);
  });

  it("is not used up by an unreachable address, nor if its city has no stock", async () => {
    const hal = await shop.customer();
    const id = await one(hal, { country: "IT" });
    await breakDoors([id]);
    expect((await swap(hal, id)).data).toMatchObject({ replacements: 1, swapsLeft: 2 });
    const { city } = await hal.get("staticInfo", { id });
    const rest = await free({ country: "IT", city });
    if (rest > 0) await give(hal, { country: "IT", city, num: rest });
    const { code, refused } = await swap(hal, id);
    expect([code, refused.reason, refused.short]).toEqual([402, "insufficientStock", "stock"]);
    expect(await left(hal, id)).toBe(2);
  });

  it("is refused for short-term, expired and foreign IPs", async () => {
    const ivy = await shop.customer();
    const short = await one(ivy, { term: "short" });
    const [old, foreign] = [await one(ivy, { endsInMs: -1 }), await one(await shop.customer(), {})];
    expect((await ivy.get("shortUsed")).items[0]?.swapsLeft).toBe(0);
    expect((await swap(ivy, short)).code).toBe(404);
    expect((await swap(ivy, old)).code).toBe(410);
    expect((await swap(ivy, foreign)).code).toBe(404);
  });

  it("in parallel succeeds as often as allowed, and with one requestId once", async () => {
    const jan = await shop.customer();
    const [id = "", twin = ""] = await give(jan, { country: "DE", num: 2 });
    const before = await free({ country: "DE" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => swap(jan, id)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(2);
    expect(answers.filter(({ refused }) => refused.reason === "swapsUsedUp")).toHaveLength(8);
    const requestId = "swap-of-jan-1";
    const same = await Promise.all(Array.from({ length: 5 }, () => swap(jan, twin, { requestId })));
    expect(new Set(same.map(({ data }) => data?.host)).size).toBe(1);
    expect(await left(jan, twin)).toBe(1);
    expect(await free({ country: "DE" })).toBe(before - 3);
  });
});
