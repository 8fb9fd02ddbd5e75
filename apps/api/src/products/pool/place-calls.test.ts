import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { give } from "../cdkey/testing.ts";
import { labInventory } from "../../inventory/exit/lab-inventory.ts";
import { openExits } from "./store/opened-ips.ts";
import { pickPoolExits, poolExitsByIds } from "../../inventory/exit/store/pool.ts";
import { recordLatencies } from "../../inventory/exit/latency.ts";
import { type Customer, startTraffic } from "../traffic/testing.ts";

const api = forTests(startTraffic);
const ada = forTests(() => api.customer());
beforeAll(async () => {
  // Places with equal names, a postal code in two spellings, and a network with two names.
  await addExits([
    ["127.3.0.1", "US", "Illinois", "Springfield", "627 01", "AT&T", 7018],
    ["127.3.0.2", "US", "Illinois", "Springfield", "627-01", "AT&T", 7018],
    ["127.3.0.3", "US", "Missouri", "Springfield", "62701", "AT&T Two", 7018],
    ["127.3.0.4", "AE", "Dubai", "Dubai", "00000", "du", 15802],
    ["127.3.0.5", "GL", "Sermersooq", "Nuuk", "", "Tusass", 8818],
  ]);
});

type Given = [string, string, string, string, string, string, number];
const token = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
async function addExits(exits: Given[]): Promise<void> {
  for (const [ip, country, state, city, postal, isp, asn] of exits)
    await sql`
      insert into exit (id, how, ip, host, port, country, state, state_name, city, city_name,
        postal, isp, isp_name, asn, lab, product, node_id, created_at)
      values (${api.services.world.id()}, 'local', ${ip}, ${ip}, 0, ${country}, ${token(state)},
        ${state}, ${token(city)}, ${city}, ${postal}, ${token(isp)}, ${isp}, ${asn}, false, 'pool',
        (select id from node where name = 'local'), now())`.execute(api.db);
}

type Fields = Record<string, string | number | undefined>;
const sum = (items: { online: number }[]) => items.reduce((all, { online }) => all + online, 0);
const list = async (fields: Fields = {}) => (await ada.call("ipList", fields)).data;
const items = async <K extends "city" | "postal" | "isp" | "asn" | "cityV2" | "asnV2" | "countrys">(
  name: K,
  fields: Fields = {},
) => {
  const answer = await ada.call(name, fields);
  expect([name, answer.code, fields]).toEqual([name, 0, fields]);
  return (answer.data as unknown as { items: (Record<string, string> & { online: number })[] })
    .items;
};

describe("counts of the pool (spec/pool#search, spec/pool#places: all counts agree)", () => {
  const places = labInventory();
  const place = fc.nat(places.length - 1).map((at) => places[at] as (typeof places)[number]);
  const maybe = (name: string, of: (from: (typeof places)[number]) => string | number) =>
    fc.tuple(place, fc.integer({ min: 0, max: 3 })).map(([from, chance]) =>
      // A filter that mixes places usually matches nothing, so only one in four fields does.
      chance === 0 ? {} : { [name]: of(from) },
    );
  const filters = fc
    .tuple(
      place,
      fc.subarray(["state", "city", "postal", "isp", "asn"] as const),
      maybe("city", ({ cityName }) => cityName),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([from, names, other, foreign, words]) => {
      const own = Object.fromEntries(
        names.map((name) => [
          name,
          words && name !== "postal" && name !== "asn" ? from[`${name}Name`] : from[name],
        ]),
      );
      return { country: from.country, ...own, ...(foreign ? other : {}) } as Fields;
    });

  it("sum to the list's total, by any dimension, for any filter", async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const { total } = await list(filter);
        const counted = await Promise.all(
          (["city", "postal", "isp", "asn"] as const).map(async (name) => {
            return sum(await items(name, filter));
          }),
        );
        expect([filter, ...counted]).toEqual([filter, total, total, total, total]);
      }),
      { numRuns: sized(20, 60) },
    );
  });

  it("never offer a choice that finds nothing, or finds another number of exits", async () => {
    for (const country of ["US", "AE", "SG"]) {
      for (const { state, city, online } of await items("city", { country }))
        expect((await list({ country, state, city })).total).toBe(online);
      for (const { state, city, postal, online } of await items("postal", { country }))
        expect([postal, (await list({ country, state, city, postal })).total]).toEqual([
          postal,
          online,
        ]);
      for (const { isp, online } of await items("isp", { country }))
        expect((await list({ country, isp })).total).toBe(online);
      for (const { asn, isp, online } of await items("asn", { country }))
        expect((await list({ country, asn, isp })).total).toBe(online);
    }
  });

  it("are the same for the traffic plan, and for all countries together", async () => {
    const { total } = await list();
    expect(total).toBe(places.length + 5);
    expect(sum(await items("countrys"))).toBe(total);
    expect(sum(await items("asn"))).toBe(total);
    expect(sum(await items("isp"))).toBe(total);
    expect(sum(await items("asnV2"))).toBe(total);
    const us = (await list({ country: "us" })).total;
    expect(sum(await items("cityV2", { country: "US" }))).toBe(us);
    const german = await items("countrys", { lang: "de" });
    expect(german.find(({ code }) => code === "DE")?.name).toBe("Deutschland");
  });

  it("are sorted by place, and networks by size", async () => {
    const cities = (await items("city", { country: "US" })).map(
      ({ state, city }) => `${state} ${city}`,
    );
    expect(cities).toEqual(cities.toSorted());
    for (const name of ["isp", "asn"] as const) {
      const counts = (await items(name, { country: "US" })).map(({ online }) => online);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }
  });

  it("distinguish two cities of the same name, and merge two spellings of a postal code", async () => {
    const found = (await items("postal", { country: "US", city: "Springfield" })).map(
      ({ state, postal, online }) => [state, postal, online],
    );
    expect(found).toEqual([
      ["illinois", expect.stringMatching(/^627.01$/), 2],
      ["missouri", "62701", 1],
    ]);
  });
});

describe("filters (spec/pool#places)", () => {
  it("accept names and tokens, in any case, with any punctuation", async () => {
    const { total } = await list({ country: "BR", city: "saopaulo" });
    expect(total).toBeGreaterThan(0);
    for (const city of ["São Paulo", "SAO-PAULO", "sao_paulo", " sao  paulo "])
      expect([city, (await list({ country: "br", city })).total]).toEqual([city, total]);
    expect((await list({ asn: "AS7018" })).total).toBe((await list({ asn: 7018 })).total);
    expect((await list({ country: "US", postal: "62701" })).total).toBe(3);
    expect((await list({ isp: "T-Mobile" })).total).toBe((await list({ isp: "tmobile" })).total);
  });

  it("that match no exit find nothing: they are never widened", async () => {
    for (const field of ["state", "city", "postal", "isp"])
      for (const value of ["---", "نص", "nowhere"])
        expect([field, value, (await list({ [field]: value })).total]).toEqual([field, value, 0]);
    expect((await list({ country: "AQ" })).total).toBe(0);
    expect(await ada.call("ipList", { country: "usa" })).toMatchObject({
      code: 400,
      data: { reason: "badCountry", field: "country" },
    });
    for (const asn of ["x", -1, 4_294_967_296])
      expect((await ada.call("ipList", { asn })).data.field).toBe("asn");
  });
});

describe("the pool's list (spec/pool#search)", () => {
  it("has the fastest first, unmeasured exits last, each once over all pages", async () => {
    const filter = { country: "SG" };
    const all = (await list({ ...filter, limit: 100 })).items;
    const [first, second, third] = all.map(({ id }) => id) as [string, string, string];
    await recordLatencies(api.services, [
      { exitId: first, ms: 90 },
      { exitId: second, ms: 7 },
      { exitId: third, ms: 90 },
    ]);
    const pages = [];
    for (let page = 1; ; page++) {
      const { items: found, total } = await list({ ...filter, page, limit: 4 });
      expect(total).toBe(all.length);
      if (found.length === 0) break;
      pages.push(...found);
    }
    expect(pages.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    expect(pages.slice(0, 4).map(({ latencyMs }) => latencyMs)).toEqual([7, 90, 90, null]);
    expect(pages[0]?.id).toBe(second);
    expect(pages.slice(0, 4).map(({ measuredAt }) => measuredAt === null)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(pages.slice(1, 3).map(({ id }) => id)).toEqual([first, third].toSorted());
  });

  it("masks addresses, except those that the account has open", async () => {
    await give(api.services, ada.id, { asset: "ip", amount: 1 });
    const [wanted] = (await list({ country: "HK", limit: 1 })).items;
    expect(wanted).toMatchObject({
      ip: "127.1.*.*",
      opened: false,
      countryName: "Hong Kong SAR China",
    });
    const ids = wanted?.id ?? "";
    const answer = await ada.call("ipOpen", { ids, hours: 1, auth: "user" });
    expect([answer.code, answer.msg]).toEqual([0, ""]);
    const shown = async (who: Customer) => {
      const { items: found } = (await who.call("ipList", { country: "HK", limit: 100 })).data;
      return found.find(({ id }) => id === ids);
    };
    const ip = answer.data.items[0]?.ip;
    expect(ip).toMatch(/^127\.1\.\d+\.\d+$/);
    const drawn = async (notFor: string) => {
      const exits = await pickPoolExits(api.db, {
        filter: { country: "HK" },
        num: 500,
        excluding: openExits(notFor, new Date(api.services.world.now())),
      });
      return exits.map(({ id }) => id);
    };
    const eve = await api.customer();
    const all = await drawn(eve.id);
    expect(all).toContain(ids);
    expect((await drawn(ada.id)).toSorted()).toEqual(all.filter((id) => id !== ids).toSorted());
    expect(await shown(ada)).toMatchObject({ ip, opened: true });
    expect(await shown(eve)).toMatchObject({ ip: "127.1.*.*", opened: false });
  });

  it("is sampled at random", async () => {
    const draw = async () => {
      const excluding = openExits(ada.id, new Date(api.services.world.now()));
      const fields = { filter: { country: "US" }, num: 3, excluding };
      const exits = await pickPoolExits(api.db, fields);
      return exits.map(({ id }) => id).join();
    };
    expect(new Set([await draw(), await draw(), await draw()]).size).toBe(3);
  });

  it("omits offline and retired exits, as all counts do at once", async () => {
    const { db } = api.services;
    const before = await list({ country: "LU", limit: 2 });
    const ids = before.items.map(({ id }) => id);
    const [exitId = "", retired = ""] = ids;
    const retire = (at: Date | null) =>
      sql`update exit set retired_at = ${at} where id = ${retired}`.execute(db);
    const counts = async () => [
      (await list({ country: "LU" })).total,
      sum(await items("city", { country: "LU" })),
      sum(await items("cityV2", { country: "LU" })),
      sum(await items("asn", { country: "LU" })),
      sum(await items("asnV2", { country: "LU" })),
      sum(await items("postal", { country: "LU" })),
      sum(await items("isp", { country: "LU" })),
    ];
    const inCountry = async () =>
      (await items("countrys")).find(({ code }) => code === "LU")?.online;
    const all = await counts();
    expect(new Set(all)).toEqual(new Set([before.total]));
    for (let time = 1; time <= 3; time++)
      await recordLatencies(api.services, [{ exitId, ms: null }]);
    expect(await counts()).toEqual(all.map((count) => count - 1));
    await retire(new Date());
    expect(await counts()).toEqual(all.map((count) => count - 2));
    expect(await poolExitsByIds(db, [...ids, "x"])).toEqual([]);
    const excluding = openExits(ada.id, new Date(api.services.world.now()));
    const drawn = { filter: { country: "LU" }, num: 500, excluding };
    const left = await pickPoolExits(db, drawn);
    expect(left).toHaveLength(before.total - 2);
    // Counts by country are cached for a second.
    await vi.waitFor(async () => expect(await inCountry()).toBe(before.total - 2), 3_000);
    await recordLatencies(api.services, [{ exitId, ms: 5 }]);
    await retire(null);
    expect(await counts()).toEqual(all);
    const back = await poolExitsByIds(db, ids);
    expect(back.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });
});
