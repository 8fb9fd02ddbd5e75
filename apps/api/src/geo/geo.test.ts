import { afterAll, beforeAll, expect, test } from "vitest";
import { labInventory } from "../exit/lab-inventory.ts";
import { type Customer, startTestApi, type TestApi } from "../traffic/testing.ts";
import { countryOf } from "./country-of.ts";

let api: TestApi;
let customer: Customer;
beforeAll(async () => {
  api = await startTestApi({ GATEWAY_PORT: "7123" });
  customer = await api.customer();
}, 60_000);
afterAll(() => api.stop());

const inventory = labInventory();
interface Item {
  online: number;
  [name: string]: string | number;
}
const items = async (path: string, fields = {}): Promise<Item[]> =>
  (await customer.call(path, fields)).data.items;
const online = (found: Item[]) => found.reduce((sum, item) => sum + item.online, 0);

test("Countries are those of live exits, named in the asker's language (contract §6)", async () => {
  const german = await items("/v2/country", { lang: "de" });
  expect(german.find((item) => item.code === "DE")?.name).toBe("Deutschland");
  expect(
    (await items("/v2/country", { lang: "zh" })).find((item) => item.code === "DE")?.name,
  ).toBe("德國");
  expect(german.length).toBeGreaterThanOrEqual(40);
  expect(online(german)).toBe(inventory.length);
});

test("All counts agree: country, cities, networks (contract §16 Places)", async () => {
  const inUs = inventory.filter((exit) => exit.country === "US").length;
  const cities = await items("/v2/city", { country: "us" });
  expect(online(cities)).toBe(inUs);
  expect(cities).toContainEqual({
    state: "california",
    stateName: "California",
    city: "losangeles",
    cityName: "Los Angeles",
    online: 48,
  });
  const state = await items("/v2/city", { country: "US", state: "California" });
  expect(new Set(state.map((item) => item.state))).toEqual(new Set(["california"]));
  const networks = await items("/v2/asn", { country: "US" });
  expect(online(networks)).toBe(inUs);
  expect(networks).toContainEqual(expect.objectContaining({ asn: 7018, isp: "att", name: "AT&T" }));
  expect(await items("/v2/asn", { country: "US", isp: "AT&T" })).toHaveLength(1);
  expect(online(await items("/v1/traffic/city"))).toBe(inventory.length);
  expect((await items("/v1/traffic/city", { country: "DE" }))[0]).toMatchObject({ country: "DE" });
});

test("A retired exit is not counted", async () => {
  const { db } = api.services;
  const one = await db
    .selectFrom("exit")
    .select("id")
    .where("country", "=", "SG")
    .executeTakeFirstOrThrow();
  const [before] = await items("/v2/city", { country: "SG" });
  await db.updateTable("exit").set({ retired_at: new Date() }).where("id", "=", one.id).execute();
  const [after] = await items("/v2/city", { country: "SG" });
  expect(after?.online).toBe((before?.online ?? 0) - 1);
  await db.updateTable("exit").set({ retired_at: null }).where("id", "=", one.id).execute();
});

test("Unknown places have nothing; a wrong country code is refused", async () => {
  expect(await items("/v2/city", { country: "AQ" })).toEqual([]);
  expect(await customer.call("/v2/city", { country: "usa" })).toMatchObject({
    code: 400,
    data: { reason: "badCountry" },
  });
});

test("The gateways are told with host, port and protocols", async () => {
  expect(await items("/v1/traffic/server")).toEqual([
    { region: "global", host: "127.0.0.1", port: 7123, protocols: ["http", "socks5"] },
  ]);
});

test("114.114.114.114 is in mainland China, other addresses are not (contract §16)", async () => {
  const of = countryOf(undefined);
  expect(await of("114.114.114.114")).toBe("CN");
  expect(await of("2400:3200::1")).toBe("CN");
  expect(await of("8.8.8.8")).toBe("US");
  expect(await of("127.0.0.1")).toBeNull();
});
