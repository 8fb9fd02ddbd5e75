/** Places by pool: what the members of a sub-account's own pool serve (spec/supply#places). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, test, vi } from "vitest";
import { startPools } from "../../products/traffic/pool-testing.ts";
import { createSubAccount } from "../../products/traffic/testing.ts";

const shop = forTests(startPools);
const customer = forTests(() => shop.buyer());
beforeAll(async () => {
  const upstream = {
    name: "phones",
    preset: "oxylabs",
    hosts: ["127.0.0.1:7777"],
    login: { login: "acme" },
    secret: "s",
    countries: ["LT", "DE"],
    provenance: "test",
  };
  await done("upstreams", "add", shop.fileOf(upstream));
  await done("pools", "set", "mobile", "phones", "--weight", "1");
  await done("pools", "remove", "residential", "phones");
});

const done = async (...words: string[]) =>
  expect([words, await shop.operate(...words)]).toMatchObject([words, { code: 0 }]);

const countriesIn = async (pool?: string) =>
  (await customer.call("countryV2", pool === undefined ? {} : { pool })).data.items;
const codesIn = async (pool?: string) => (await countriesIn(pool)).map(({ code }) => code);

test("Each pool offers the places of its own members, own exits only where they are members", async () => {
  await vi.waitFor(async () => expect(await codesIn("mobile")).toEqual(["DE", "LT"]), 5_000);
  expect(await codesIn("budget")).toEqual([]);
  expect(await codesIn()).toEqual(await codesIn("residential"));
  expect(await codesIn()).not.toContain("LT");
  expect((await countriesIn("mobile")).map(({ online }) => online)).toEqual([0, 0]);
  const cities = async (pool: string, country: string) =>
    (await customer.call("cityV2", { pool, country })).data.items.map(({ city }) => city);
  expect(await cities("mobile", "LT")).toContain("vilnius");
  expect(await cities("residential", "LT")).toEqual([]);
  expect(await cities("mobile", "US")).toEqual([]);
  const all = async (pool: string) =>
    (await customer.call("trafficCity", { pool, country: "DE" })).data.items.length;
  expect([(await all("mobile")) > 0, await all("budget")]).toEqual([true, 0]);
  const networks = async (pool: string) =>
    (await customer.call("asnV2", { pool, country: "US" })).data.items.length;
  expect([await networks("budget"), (await networks("residential")) > 0]).toEqual([0, true]);

  await done("pools", "set", "budget", "own", "--priority", "2");
  await vi.waitFor(async () => expect(await codesIn("budget")).toContain("US"), 5_000);
  await done("upstreams", "pause", "phones");
  await vi.waitFor(async () => expect(await codesIn("mobile")).toEqual([]), 5_000);
});

test("An unknown pool is refused by each of the calls, and a sub-account says its pool", async () => {
  for (const name of ["countryV2", "cityV2", "asnV2", "trafficCity"] as const)
    expect((await customer.call(name, { pool: "nowhere", country: "DE" })).data).toMatchObject({
      reason: "badField",
      field: "pool",
    });
  await createSubAccount(customer, "Phone001", { main: 1, pool: "mobile" });
  const { items } = (await customer.call("availableSubUsers")).data;
  expect(items).toMatchObject([{ account: "Phone001", pool: "mobile" }]);
});
