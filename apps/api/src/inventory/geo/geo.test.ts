import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { labInventory } from "../exit/lab-inventory.ts";
import { startTraffic } from "../../products/traffic/testing.ts";
import { countryOf } from "../../platform/geo/country-of.ts";

const api = forTests(startTraffic);
const customer = forTests(() => api.customer());

const inventory = labInventory();
type Fields = Record<string, string>;
const countries = async (fields?: Fields) => (await customer.call("countryV2", fields)).data.items;
const cities = async (fields: Fields) => (await customer.call("cityV2", fields)).data.items;
const networks = async (fields: Fields) => (await customer.call("asnV2", fields)).data.items;
const allCities = async (fields?: Fields) =>
  (await customer.call("trafficCity", fields)).data.items;
const online = (found: { online: number }[]) => found.reduce((sum, item) => sum + item.online, 0);

test("Countries are those of live exits, named in the requested language (spec/pool#places)", async () => {
  const german = await countries({ lang: "de" });
  expect(german.find((item) => item.code === "DE")?.name).toBe("Deutschland");
  expect((await countries({ lang: "zh" })).find((item) => item.code === "DE")?.name).toBe("德國");
  expect(german.length).toBeGreaterThanOrEqual(40);
  expect(online(german)).toBe(inventory.length);
});

test("Counts by country, city and network agree (spec/pool#places)", async () => {
  const inUs = inventory.filter((exit) => exit.country === "US").length;
  const inCountry = await cities({ country: "us" });
  expect(online(inCountry)).toBe(inUs);
  expect(inCountry).toContainEqual({
    state: "california",
    stateName: "California",
    city: "losangeles",
    cityName: "Los Angeles",
    online: 48,
  });
  const state = await cities({ country: "US", state: "California" });
  expect(new Set(state.map((item) => item.state))).toEqual(new Set(["california"]));
  const found = await networks({ country: "US" });
  expect(online(found)).toBe(inUs);
  expect(found).toContainEqual(expect.objectContaining({ asn: 7018, isp: "att", name: "AT&T" }));
  expect(await networks({ country: "US", isp: "AT&T" })).toHaveLength(1);
  expect(online(await allCities())).toBe(inventory.length);
  expect((await allCities({ country: "DE" }))[0]).toMatchObject({ country: "DE" });
});

test("A retired exit is no longer counted: in cities at once, in countries within a second", async () => {
  const { db } = api.services;
  const some = await sql<{ id: string }>`
    select id from exit where country = 'SG' and product = 'pool' limit 1`.execute(db);
  const retire = (at: Date | null) =>
    sql`update exit set retired_at = ${at} where id = ${some.rows[0]?.id}`.execute(db);
  const [before] = await cities({ country: "SG" });
  const inCountry = async () => (await countries()).find((item) => item.code === "SG")?.online;
  const counted = (await inCountry()) ?? 0;
  await retire(new Date());
  const [after] = await cities({ country: "SG" });
  expect(after?.online).toBe((before?.online ?? 0) - 1);
  await vi.waitFor(async () => expect(await inCountry()).toBe(counted - 1), 2_000);
  await retire(null);
});

test("Unknown places return nothing; an invalid country code is refused", async () => {
  expect(await cities({ country: "AQ" })).toEqual([]);
  expect(await customer.call("cityV2", { country: "usa" })).toMatchObject({
    code: 400,
    data: { reason: "badCountry" },
  });
});

test("The gateways are listed with host, port and protocols", async () => {
  const { items: servers } = (await customer.call("trafficServer")).data;
  expect(servers).toEqual([
    {
      region: "global",
      regionName: "Worldwide",
      node: "local",
      host: "127.0.0.1",
      port: 7000,
      protocols: ["http", "socks5"],
    },
  ]);
});

test("114.114.114.114 is located in mainland China, addresses elsewhere are not (spec/traffic-plan#whitelist)", async () => {
  const of = countryOf(undefined);
  expect(await of("114.114.114.114")).toBe("CN");
  expect(await of("2400:3200::1")).toBe("CN");
  expect(await of("8.8.8.8")).toBe("US");
  expect(await of("127.0.0.1")).toBeNull();
});
