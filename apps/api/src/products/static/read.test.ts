import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { recordListenerHealth } from "../../inventory/exit/static-listeners.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { giveStatics } from "./give-testing.ts";
import { addStaticUse } from "./store/usage.ts";

const shop = forTests(startShop);

const hourMs = 3_600_000;
const give = (to: Customer, given: Parameters<typeof giveStatics>[2]) =>
  giveStatics(shop.services, to.id, given);
const exitOf = async (staticId: string) => {
  const { rows } = await sql<{ exit_id: string }>`
    select exit_id from static_ip where id = ${staticId}`.execute(shop.db);
  return rows[0]?.exit_id ?? "";
};
/** Reports the ports of a static IP's exit as a gateway does. */
const found = async (staticId: string, reachable: boolean, ports = [2024, 443]) => {
  const exitId = await exitOf(staticId);
  await recordListenerHealth(shop.services, [{ exitId, ports, reachable, detail: "" }]);
};
const remarksOf = ({ items }: { items: { remark: string }[] }) => items.map((one) => one.remark);

describe("the list of static IPs (spec/static#static-ip)", () => {
  it("returns each with its port, place, time, credentials, whitelist and usage", async () => {
    const ada = await shop.customer();
    const [id = ""] = await give(ada, {
      country: "DE",
      city: "Berlin",
      account: "AdaOwn01",
      whitelist: ["203.0.113.9"],
      remark: "the first",
      endsInMs: 90 * 60_000,
    });
    const before = (await ada.get("staticUseList")).items[0];
    expect(before).toMatchObject({ ports: [], port: 0, reachable: true, usedBytes: 0 });
    await found(id, true, [443, 3010]);
    const at = shop.services.world.now();
    const use = { staticId: id, at, upBytes: 7, downBytes: 35, requests: 2 };
    await shop.db.transaction().execute((tx) => addStaticUse(tx, [use]));
    const { items, total, page, limit } = await ada.get("staticUseList", { lang: "de" });
    expect([total, page, limit]).toEqual([1, 1, 10]);
    expect(items[0]).toMatchObject({
      id,
      host: expect.stringMatching(/^127\.1\.1\d\d\.\d+$/),
      port: 443,
      ports: [443, 3010],
      country: "DE",
      countryName: "Deutschland",
      city: "berlin",
      cityName: "Berlin",
      validDays: 30,
      remainingHours: 2,
      expired: false,
      autoRenew: false,
      account: "AdaOwn01",
      password: "secret77",
      whitelist: ["203.0.113.9"],
      remark: "the first",
      reachable: true,
      replacements: 0,
      usedBytes: 42,
      dayUsedBytes: 42,
    });
    expect((await ada.get("shortUsed")).items).toEqual([]);
    const [short] = await give(ada, { term: "short", days: 1 });
    expect((await ada.get("shortUsed")).items).toMatchObject([{ id: short, validDays: 1 }]);
    expect((await ada.get("staticUseList")).total).toBe(1);
  });

  it("returns a single IP by its id, only in its own list and to its owner", async () => {
    const [owner, stranger] = [await shop.customer(), await shop.customer()];
    const [long = ""] = await give(owner, {});
    const [short = ""] = await give(owner, { term: "short" });
    for (const term of ["static", "short"] as const) await give(owner, { term });
    const items = async (caller: typeof owner, name: "staticUseList" | "shortUsed", id: string) =>
      (await caller.get(name, { id, limit: 1 })).items.map((each) => each.id);
    expect(await items(owner, "staticUseList", long)).toEqual([long]);
    expect(await items(owner, "shortUsed", short)).toEqual([short]);
    expect(await items(owner, "staticUseList", short)).toEqual([]);
    expect(await items(stranger, "shortUsed", short)).toEqual([]);
    expect(await items(owner, "shortUsed", "nothing")).toEqual([]);
  });

  it("filters by country, city and status; pages and counts agree", async () => {
    const bea = await shop.customer();
    await give(bea, { country: "DE", city: "berlin", remark: "de" });
    await give(bea, { country: "US", city: "Los Angeles", remark: "soon", endsInMs: 70 * hourMs });
    await give(bea, { country: "US", city: "New York", remark: "old", endsInMs: -hourMs });
    const [away = ""] = await give(bea, { country: "FR", remark: "away" });
    const [gone = ""] = await give(bea, { country: "FR", remark: "gone", endsInMs: -30 * hourMs });
    await found(away, false, []);
    await found(gone, false, []);
    const list = async (fields: Record<string, string>) => {
      const answer = await bea.get("staticUseList", { ...fields, sort: "remark" });
      expect(answer.total).toBe(answer.items.length);
      return remarksOf(answer);
    };
    expect(await list({ country: "us" })).toEqual(["old", "soon"]);
    expect(await list({ city: "LosAngeles" })).toEqual(["soon"]);
    expect(await list({ city: "los angeles", country: "DE" })).toEqual([]);
    expect(await list({ status: "active" })).toEqual(["away", "de", "soon"]);
    expect(await list({ status: "expiring" })).toEqual(["soon"]);
    expect(await list({ status: "expired" })).toEqual(["gone", "old"]);
    expect(await list({ status: "unreachable" })).toEqual(["away"]);
    expect(await bea.get("staticIndex")).toEqual({
      credits: { 7: 0, 30: 0, 90: 0 },
      active: 3,
      expiringSoon: 1,
      expired: 2,
      autoRenew: 0,
      unreachable: 1,
    });
    const { items } = await bea.get("staticUseList", { sort: "remark", limit: 2, page: 2 });
    expect(remarksOf({ items })).toEqual(["gone", "old"]);
    expect(await bea.get("staticUseList", { page: 9 })).toMatchObject({ items: [], total: 5 });
    expect(await bea.get("staticUseList", { country: "JP" })).toMatchObject({ total: 0 });
  });

  it("searches parts of addresses, accounts, remarks and places, in any case; wildcards are literal", async () => {
    const cleo = await shop.customer();
    await give(cleo, { country: "BR", city: "São Paulo", account: "CleoOne1", remark: "50%_off" });
    await give(cleo, { country: "JP", account: "CleoTwo2", remark: "a\\b" });
    const list = async (search: string, lang = "en") =>
      (await cleo.get("staticUseList", { search, lang, sort: "country" })).items.map(
        ({ country }) => country,
      );
    const { items } = await cleo.get("staticUseList", { country: "JP" });
    expect(await list(items[0]?.host.slice(4) ?? "")).toEqual(["JP"]);
    expect(await list("cleoTW")).toEqual(["JP"]);
    expect(await list("cleo")).toEqual(["BR", "JP"]);
    expect(await list("SÃO p")).toEqual(["BR"]);
    expect(await list("saop")).toEqual(["BR"]);
    expect(await list("brasil", "de")).toEqual(["BR"]);
    expect(await list("%_")).toEqual(["BR"]);
    expect(await list("\\")).toEqual(["JP"]);
    expect(await list("_")).toEqual(["BR"]);
    expect(await list("' or 1=1 --")).toEqual([]);
  });

  it("is sorted both ways by five keys, newest first by default; pages never overlap", async () => {
    const dora = await shop.customer();
    const same = { country: "DE", endsInMs: 24 * hourMs, days: 7 };
    const many = await give(dora, { ...same, num: 3, remark: "b" });
    await give(dora, { ...same, country: "AR", endsInMs: 48 * hourMs, remark: "A" });
    await give(dora, { ...same, country: "CL", endsInMs: 12 * hourMs, remark: "c" });
    const by = async (sort?: string) =>
      (await dora.get("staticUseList", sort === undefined ? {} : { sort })).items;
    const remarks = async (sort?: string) => (await by(sort)).map(({ remark }) => remark).join("");
    expect(await remarks()).toBe(await remarks("-startedAt"));
    expect(await remarks("startedAt")).toBe("cbbbA");
    expect(await remarks("expiresAt")).toBe("cbbbA");
    expect(await remarks("-expiresAt")).toBe("Abbbc");
    expect(await remarks("remark")).toBe("Abbbc");
    expect(await remarks("-remark")).toBe("cbbbA");
    expect((await by("country")).map(({ country }) => country)).toEqual([
      "AR",
      "CL",
      "DE",
      "DE",
      "DE",
    ]);
    const hosts = async (sort: string) => (await by(sort)).map(({ host }) => host);
    expect(await hosts("-ip")).toEqual((await hosts("ip")).reverse());
    const paged: string[] = [];
    for (const page of [1, 2, 3, 4, 5]) {
      const { items } = await dora.get("staticUseList", { sort: "remark", limit: 1, page });
      paged.push(...items.map(({ id }) => id));
    }
    expect(new Set(paged).size).toBe(5);
    expect(paged.slice(1, 4)).toEqual([...many].sort());
  });

  it("is sorted by addresses as numbers: 127.1.100.9 precedes 127.1.100.10", async () => {
    const ina = await shop.customer();
    const ids = await give(ina, { num: 3 });
    const hosts = ["198.51.100.10", "198.51.100.9", "198.51.100.100"];
    for (const [at, ip] of hosts.entries()) {
      await sql`update static_ip set ip = ${ip}::inet where id = ${ids[at]}`.execute(shop.db);
    }
    const { items } = await ina.get("staticUseList", { sort: "ip" });
    expect(items.map(({ host }) => host)).toEqual([hosts[1], hosts[0], hosts[2]]);
  });

  it("refuses an invalid status, sort key or country", async () => {
    const eve = await shop.customer();
    for (const [fields, field] of [
      [{ status: "great" }, "status"],
      [{ sort: "password" }, "sort"],
      [{ sort: "--ip" }, "sort"],
      [{ country: "Germany" }, "country"],
      [{ search: "a\u0000b" }, "search"],
    ] as const) {
      const { code, refused } = await eve.ask("staticUseList", fields);
      expect([code, refused.field]).toEqual([400, field]);
    }
  });

  it("shows a retired exit as unreachable, like a released one", async () => {
    const fay = await shop.customer();
    const [one = "", other = ""] = await give(fay, { num: 2 });
    await found(one, true, [443]);
    await sql`update exit set retired_at = now() where id = ${await exitOf(one)}`.execute(shop.db);
    await sql`update static_ip set released_at = now() where id = ${other}`.execute(shop.db);
    const { items } = await fay.get("staticUseList");
    expect(items.map(({ reachable }) => reachable)).toEqual([false, false]);
    // It has no open ports.
    const shut = items.find(({ id }) => id === one);
    expect([shut?.port, shut?.ports]).toEqual([0, []]);
    const dead = await fay.get("staticUseList", { status: "unreachable" });
    expect(dead.items.map(({ id }) => id)).toEqual([one]);
  });
});

it("stock and prices (spec/static#calls) are the free IPs by country and city, and the price of each period", async () => {
  const gil = await shop.customer();
  const free = async () => (await gil.get("staticList", { country: "DE" })).items;
  const before = await free();
  const berlin = before.find(({ city }) => city === "berlin");
  expect(berlin).toMatchObject({ country: "DE", countryName: "Germany", cityName: "Berlin" });
  const [id = ""] = await give(gil, { country: "DE", city: "berlin" });
  const now = await free();
  const left = now.find(({ city }) => city === "berlin")?.available ?? 0;
  expect(left).toBe((berlin?.available ?? 0) - 1);
  const one = await gil.get("staticList", { country: "DE", city: "BERLIN" });
  expect(one.items).toMatchObject([{ city: "berlin", available: left }]);
  const everywhere = await gil.get("shortServers", {});
  expect(new Set(everywhere.items.map(({ country }) => country)).size).toBeGreaterThan(40);
  expect(await gil.get("shortServers", { days: 3, country: "DE" })).toEqual(
    await gil.get("shortServers", { country: "DE" }),
  );
  const { code, refused } = await gil.ask("shortServers", { days: 30 });
  expect([code, refused.reason]).toEqual([400, "badDays"]);
  expect((await gil.get("staticUseList")).items[0]?.id).toBe(id);
  const long = await shop.ask("staticPrices");
  expect(long.data.items.map(({ days, sku }) => [days, sku])).toEqual([
    [7, "static-7"],
    [30, "static-30"],
    [90, "static-90"],
  ]);
  expect(long.data.items[1]?.tiers[0]).toEqual({ fromQty: 1, unitMicros: 5_000_000 });
  const short = await gil.get("shortIndex");
  expect(short).toMatchObject({ credits: { 1: 0, 3: 0, 7: 0 }, active: 0, expired: 0 });
  expect(short.prices.map(({ days }) => days)).toEqual([1, 3, 7]);
});

it("one static IP (spec/static#static-ip) shows its renewal prices, its usage by day, and its history", async () => {
  const { services } = shop;
  const hal = await shop.customer({ cents: 100_000 });
  await hal.get("placeOrder", { sku: "static-30", quantity: 2, method: "wallet" });
  const [id = ""] = await give(hal, { endsInMs: 10 * 24 * hourMs });
  const now = services.world.now();
  const day = (ago: number) => new Date(now - ago * 24 * hourMs).toISOString().slice(0, 10);
  const use = { staticId: id, upBytes: 1, downBytes: 2, requests: 1 };
  await services.db.transaction().execute((tx) =>
    addStaticUse(tx, [
      { ...use, at: now },
      { ...use, at: now },
      { ...use, at: now - 3 * 24 * hourMs },
    ]),
  );
  const seen = await hal.get("staticInfo", { id });
  expect(seen.renewalPrices).toEqual([
    { days: 7, credits: 0, walletCents: 250 },
    { days: 30, credits: 2, walletCents: 500 },
    { days: 90, credits: 0, walletCents: 1_350 },
  ]);
  expect(seen.usage).toEqual([
    { day: day(3), upBytes: 1, downBytes: 2, requests: 1 },
    { day: day(0), upBytes: 2, downBytes: 4, requests: 2 },
  ]);
  expect(seen).toMatchObject({ usedBytes: 9, dayUsedBytes: 6 });
  expect(seen.history).toMatchObject([{ action: "taken", days: 30, ip: seen.host }]);
  expect((await hal.get("staticHistory")).items).toEqual(seen.history);
  expect(await hal.get("shortHistory")).toEqual({ items: [], total: 0, page: 1, limit: 10 });
  const stranger = await shop.customer();
  for (const [caller, wanted] of [
    [stranger, id],
    [hal, "nothing"],
    [hal, shop.services.world.id()],
  ] as const) {
    const { code, refused } = await caller.ask("staticInfo", { id: wanted });
    expect([code, refused.reason]).toEqual([404, "staticNotFound"]);
  }
  const [short = ""] = await give(hal, { term: "short" });
  expect((await hal.ask("staticInfo", { id: short })).code).toBe(404);
  expect((await stranger.get("staticHistory")).total).toBe(0);
});
