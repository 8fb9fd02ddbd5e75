import { writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { labInventory } from "../../inventory/exit/lab-inventory.ts";
import { recordLatencies } from "../../inventory/exit/latency.ts";
import { writeMmdb } from "../../platform/geo/mmdb-testing.ts";
import { startTestApi } from "../../../testing/api.ts";
import { testLookup } from "./testing.ts";

const api = forTests(startTestApi);
const lookup = forTests(() => testLookup(api.services));
const folder = folderForTests();
afterEach(() => {
  const { env } = api.services;
  delete env.GEO_CITY_MMDB;
  delete env.GEO_ASN_MMDB;
  delete env.GEO_COUNTRY_MMDB;
});

const getIp = async (ip?: string, more: Record<string, string> = {}) =>
  (await lookup.post("/getIp", ip === undefined ? more : { ip, ...more })).data;
const unknown = {
  country: "",
  countryName: "",
  state: "",
  city: "",
  postal: "",
  latitude: null,
  longitude: null,
  timezone: "",
  asn: null,
  isp: "",
  inPool: false,
};
const [exit] = labInventory();
const berlin = labInventory().find(({ city }) => city === "berlin");

describe("/getIp (spec/lookup#calls)", () => {
  it("returns an exit of the pool as the inventory has it", async () => {
    expect(exit).toMatchObject({ country: "US", city: "losangeles" });
    expect(await getIp(exit?.ip)).toEqual({
      ip: exit?.ip,
      country: "US",
      countryName: "United States",
      state: "california",
      stateName: "California",
      city: "losangeles",
      cityName: "Los Angeles",
      postal: "90001",
      latitude: 34.05,
      longitude: -118.24,
      timezone: "America/Los_Angeles",
      asn: exit?.asn,
      isp: exit?.isp,
      ispName: exit?.ispName,
      inPool: true,
    });
    expect(await getIp(`::ffff:${berlin?.ip}`, { lang: "de" })).toMatchObject({
      ip: berlin?.ip,
      countryName: "Deutschland",
      timezone: "Europe/Berlin",
    });
  });

  it("looks up the caller's address if none is given", async () => {
    expect(await getIp()).toEqual({
      ip: "127.0.0.1",
      ...unknown,
      stateName: "",
      cityName: "",
      ispName: "",
    });
    const bare = await fetch(`${lookup.url}/getIp`, { method: "POST" });
    expect(((await bare.json()) as { data: object }).data).toMatchObject({ ip: "127.0.0.1" });
    expect(await getIp("")).toMatchObject({ ip: "127.0.0.1" });
  });

  it("finds the country of public addresses in the packaged table, including IPv6", async () => {
    expect(await getIp("8.8.8.8")).toMatchObject({
      ...unknown,
      ip: "8.8.8.8",
      country: "US",
      countryName: "United States",
    });
    expect(await getIp("114.114.114.114", { lang: "fr" })).toMatchObject({
      country: "CN",
      countryName: "Chine",
    });
    expect(await getIp("2A00:1450:4001:0::1")).toMatchObject({
      ip: "2a00:1450:4001::1",
      country: "IE",
    });
  });

  it("returns empty data, not an error, for private, loopback and unspecified addresses", async () => {
    for (const ip of [
      "10.1.2.3",
      "127.0.0.1",
      "0.0.0.0",
      "192.168.1.1",
      "169.254.1.1",
      "100.64.0.9",
    ])
      expect(await getIp(ip)).toMatchObject({ ip, ...unknown });
    for (const ip of ["::", "::1", "fe80::1", "fd00::1", "ff02::1", "2001:db8::1"])
      expect(await getIp(ip)).toMatchObject({ ip, ...unknown });
  });

  it("refuses invalid addresses", async () => {
    for (const ip of [
      "x",
      "1.2.3",
      "1.2.3.256",
      "01.2.3.4",
      "8.8.8.0/24",
      "[::1]",
      "fe80::1%eth0",
      "1.2.3.4:80",
      "example.com",
    ]) {
      const { status, code, msg, data } = await lookup.post("/getIp", { ip });
      expect([ip, status, code, data]).toEqual([ip, 200, 400, { reason: "badIp", field: "ip" }]);
      expect(msg).not.toBe("");
    }
    const long = await lookup.post("/getIp", { ip: "1".repeat(65) });
    expect([long.code, long.data.field]).toEqual([400, "ip"]);
  });

  it("sets inPool only for exits that are online in the pool", async () => {
    const { db } = api.services;
    const [other] = labInventory("static");
    expect(await getIp(other?.ip)).toMatchObject({ city: other?.city, inPool: false });
    const { rows } = await sql<{ id: string }>`
      select id from exit where ip = ${berlin?.ip}::inet and product = 'pool'`.execute(db);
    const exitId = rows[0]?.id ?? "";
    for (let time = 0; time < 3; time++)
      await recordLatencies(api.services, [{ exitId, ms: null }]);
    expect(await getIp(berlin?.ip)).toMatchObject({ city: "berlin", inPool: false });
    await recordLatencies(api.services, [{ exitId, ms: 3 }]);
    expect(await getIp(berlin?.ip)).toMatchObject({ inPool: true });
    await sql`update exit set retired_at = now() where id = ${exitId}`.execute(db);
    expect(await getIp(berlin?.ip)).toMatchObject({ country: "", inPool: false });
    await sql`update exit set retired_at = null where id = ${exitId}`.execute(db);
    // An address may belong to exits of two products.
    await sql`
      insert into exit (id, how, ip, host, port, country, state, state_name, city, city_name,
        postal, isp, isp_name, asn, lab, product, created_at)
      select ${api.services.world.id()}, how, ip, host, port, country, state, state_name, 'potsdam',
        'Potsdam', postal, isp, isp_name, asn, lab, 'unlimited', now()
      from exit where id = ${exitId}`.execute(db);
    expect(await getIp(berlin?.ip)).toMatchObject({ city: "berlin", inPool: true });
  });

  it("returns more data if the operator has files of cities and networks", async () => {
    const { env } = api.services;
    env.GEO_CITY_MMDB = path.join(folder, "city.mmdb");
    env.GEO_ASN_MMDB = path.join(folder, "asn.mmdb");
    const place = { country: { iso_code: "US" }, city: { names: { en: "Mountain View" } } };
    const location = { latitude: 37.4, longitude: -122.1, time_zone: "America/Los_Angeles" };
    writeMmdb(env.GEO_CITY_MMDB, [
      ["8.8.8.0/24", { ...place, location, postal: { code: "94043" } }],
      ["10.0.0.0/8", place],
    ]);
    const network = { autonomous_system_number: 15_169, autonomous_system_organization: "Google" };
    writeMmdb(env.GEO_ASN_MMDB, [["8.0.0.0/8", network]]);
    expect(await getIp("8.8.8.8")).toEqual({
      ip: "8.8.8.8",
      country: "US",
      countryName: "United States",
      state: "",
      stateName: "",
      city: "mountainview",
      cityName: "Mountain View",
      postal: "94043",
      latitude: 37.4,
      longitude: -122.1,
      timezone: "America/Los_Angeles",
      asn: 15_169,
      isp: "google",
      ispName: "Google",
      inPool: false,
    });
    // The file does not know the city here; the packaged table provides the country.
    expect(await getIp("8.8.4.4")).toMatchObject({ country: "US", city: "", asn: 15_169 });
    expect(await getIp("10.0.0.1")).toMatchObject(unknown);
    expect(await getIp(exit?.ip)).toMatchObject({ city: "losangeles", inPool: true });
  });

  it("continues if a file cannot be read", async () => {
    const { env } = api.services;
    env.GEO_CITY_MMDB = path.join(folder, "none.mmdb");
    env.GEO_ASN_MMDB = path.join(folder, "broken.mmdb");
    writeFileSync(env.GEO_ASN_MMDB, "broken");
    expect(await getIp("8.8.8.8")).toMatchObject({ country: "US", asn: null });
    env.GEO_COUNTRY_MMDB = env.GEO_ASN_MMDB;
    expect(await getIp("8.8.8.8")).toMatchObject({ country: "", asn: null });
  });
});

describe("/ipList (spec/lookup#calls)", () => {
  it("looks up as many as a hundred addresses, in their order, from a form or JSON", async () => {
    const ips = ["8.8.8.8", exit?.ip ?? "", "10.0.0.1"];
    const byForm = await lookup.post("/ipList", { ips: ips.join(",") });
    const byJson = await lookup.post("/ipList", { ips }, "json");
    expect(byForm.data.items.map(({ ip }) => ip)).toEqual(ips);
    expect(byForm.data.items.map(({ inPool }) => inPool)).toEqual([false, true, false]);
    expect(byJson.data).toEqual(byForm.data);
    const many = (count: number) => Array.from({ length: count }, (_, n) => `9.9.${n}.1`).join();
    expect((await lookup.post("/ipList", { ips: many(100) })).data.items).toHaveLength(100);
    expect(await lookup.post("/ipList", { ips: many(101) })).toMatchObject({
      code: 400,
      data: { field: "ips" },
    });
  });

  it("names the invalid entry", async () => {
    const { code, data } = await lookup.post("/ipList", { ips: "8.8.8.8,1.2.3" });
    expect([code, data]).toEqual([400, { reason: "badIp", field: "ips", entry: "1.2.3" }]);
  });

  it("lists the pool by place, with masked addresses", async () => {
    const { items } = (await lookup.post("/ipList", { country: "de", city: "Berlin" })).data;
    expect(items.length).toBeGreaterThan(3);
    for (const item of items)
      expect(item).toMatchObject({
        ip: "127.1.*.*",
        city: "berlin",
        latitude: 52.52,
        inPool: true,
      });
    expect((await lookup.post("/ipList")).data.items).toHaveLength(100);
    expect((await lookup.post("/ipList", { limit: 7 })).data.items).toHaveLength(7);
    expect((await lookup.post("/ipList", { limit: 101 })).data).toMatchObject({ limit: 100 });
    expect((await lookup.post("/ipList", { limit: 0 })).data.field).toBe("limit");
    expect((await lookup.post("/ipList", { country: "AQ" })).data.items).toEqual([]);
    expect((await lookup.post("/ipList", { city: "---" })).data.items).toEqual([]);
  });

  it("pages through the pool, but returns all requested addresses at once", async () => {
    const place = { country: "de", city: "berlin" };
    const { data: all } = await lookup.post("/ipList", place);
    expect(all).toMatchObject({ total: all.items.length, page: 1, limit: 100 });
    expect((await lookup.post("/ipList")).data.total).toBeGreaterThan(100);
    const page = async (number: number) =>
      (await lookup.post("/ipList", { ...place, page: number, limit: 3 })).data;
    const [first, second] = [await page(1), await page(2)];
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 6));
    expect(second).toMatchObject({ total: all.total, page: 2, limit: 3 });
    expect(await page(1_000_000)).toMatchObject({ items: [], total: all.total });
    const named = { ips: "8.8.8.8,8.8.4.4", page: 2, limit: 1 };
    const { data } = await lookup.post("/ipList", named);
    expect(data).toMatchObject({ total: 2, page: 1, limit: 100 });
    expect(data.items).toHaveLength(2);
  });

  it("refuses an unknown key before it checks fields", async () => {
    expect(await lookup.post("/ipList", { key: "x", ips: "junk" })).toMatchObject({
      status: 200,
      code: 300,
      data: { reason: "keyUnknown" },
    });
  });
});
