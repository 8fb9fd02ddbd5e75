import { expect, test } from "vitest";
import { labCities } from "./lab-coordinates.ts";
import { type LabProduct, labInventory, labProducts } from "./lab-inventory.ts";

const exits = labInventory();

test("The lab has ≥ 2,000 exits in ≥ 40 countries, each with its own IP address (spec/lab#exits)", () => {
  expect(exits.length).toBeGreaterThanOrEqual(2_000);
  expect(new Set(exits.map((exit) => exit.country)).size).toBeGreaterThanOrEqual(40);
  expect(new Set(exits.map((exit) => exit.ip)).size).toBe(exits.length);
  for (const exit of exits) expect(exit.ip).toMatch(/^127\.1\.\d{1,2}\.\d{1,3}$/);
});

test("Each exit has every place field, as token and as name (spec/pool#places)", () => {
  for (const exit of exits) {
    expect(exit.country).toMatch(/^[A-Z]{2}$/);
    for (const token of [exit.state, exit.city, exit.isp]) expect(token).toMatch(/^[a-z0-9]+$/);
    for (const name of [exit.stateName, exit.cityName, exit.ispName]) expect(name).not.toBe("");
    expect(exit.postal).toMatch(/^[A-Z0-9]+$/);
    expect(exit.asn).toBeGreaterThan(0);
  }
});

test("A network has one name, and filtering by postal code and network finds several exits", () => {
  const names = new Map(exits.map((exit) => [exit.asn, exit.ispName]));
  for (const exit of exits) expect(names.get(exit.asn)).toBe(exit.ispName);
  const found = exits.filter(
    (exit) => exit.city === "losangeles" && exit.postal === "90001" && exit.asn === 7018,
  );
  expect(found.length).toBeGreaterThan(1);
  expect(found[0]).toMatchObject({ country: "US", state: "california", isp: "att" });
});

test("Each city has its own coordinates and a matching time zone (spec/lookup#places)", () => {
  const cities = new Map(exits.map((exit) => [`${exit.country} ${exit.city}`, exit]));
  expect(cities.size).toBeGreaterThan(100);
  expect(
    new Set([...cities.values()].map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size,
  ).toBe(cities.size);
  for (const { latitude, longitude, timezone } of cities.values()) {
    expect(Math.abs(latitude)).toBeLessThan(70);
    expect(Math.abs(longitude)).toBeLessThan(180);
    // Solar time and clock time differ by less than three hours.
    const name = new Intl.DateTimeFormat("en", { timeZone: timezone, timeZoneName: "longOffset" });
    const parts = name.formatToParts(new Date("2026-01-15T12:00:00Z"));
    const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign = "+", hours = "0", minutes = "0"] =
      /GMT(?:([+-])(\d\d):(\d\d))?/.exec(offset) ?? [];
    const clock = (sign === "-" ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
    expect([timezone, Math.abs(clock - longitude / 15) < 3]).toEqual([timezone, true]);
  }
  expect(cities.get("AU perth")).toMatchObject({ latitude: -31.95, timezone: "Australia/Perth" });
  expect(labCities.size).toBe(cities.size);
});

test("The inventory is deterministic", () => {
  expect(labInventory()).toEqual(exits);
});

test("Static and short stock exists in every country and city of the pool", () => {
  const places = (product: LabProduct) =>
    new Set(labInventory(product).map(({ ip: _ip, ...place }) => JSON.stringify(place)));
  for (const product of ["static", "short"] as const) {
    expect(places(product)).toEqual(places("pool"));
    expect(labInventory(product)).toEqual(labInventory(product));
  }
  expect(labInventory("static").length).toBeGreaterThanOrEqual(1_000);
  expect(labInventory("short").length).toBeGreaterThanOrEqual(700);
});

test("No IP address is in two products, and none is the lab's own target's (spec/lab#exits)", () => {
  const all = labProducts.flatMap((product) => labInventory(product).map(({ ip }) => ip));
  expect(new Set(all).size).toBe(all.length);
  for (const ip of all) expect(ip).toMatch(/^127\.1\.\d{1,3}\.(?!0$)\d{1,3}$/);
  expect(Math.max(...all.map((ip) => Number(ip.split(".")[2])))).toBeLessThan(256);
});
