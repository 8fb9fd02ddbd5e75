/** Lists whose order is given by the question. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, test } from "vitest";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";

const api = forTests(startTraffic);
const customer = forTests(() => api.customer(10));
beforeAll(async () => {
  for (const [name, trafficGb] of [
    ["Order0bb", 2],
    ["order0Aa", 3],
    ["Order0cc", 1],
  ] as const)
    await createSubAccount(customer, name, { trafficGb });
  await customer.call("addTrafficWhite", { ips: "9.9.9.9", description: "b" });
  await customer.call("addTrafficWhite", { ips: "8.8.8.8", description: "C", days: 2 });
  await customer.call("addTrafficWhite", { ips: "10.255.0.1,12.0.0.1", description: "a", days: 1 });
});

const names = async (sort?: string) => {
  const { data } = await customer.call("subUsers", sort ? { sort } : {});
  return data.items.map(({ account }: { account: string }) => account.slice(-2));
};
const addresses = async (sort: string) => {
  const { data } = await customer.call("trafficWhiteList", { sort });
  return data.items.map(({ ip }: { ip: string }) => ip).filter((ip: string) => ip !== "10.255.0.1");
};

test("Sub-accounts are listed newest first, or sorted by name ignoring case, allotment and age", async () => {
  expect(await names()).toEqual(["cc", "Aa", "bb"]);
  expect(await names("account")).toEqual(["Aa", "bb", "cc"]);
  expect(await names("-account")).toEqual(["cc", "bb", "Aa"]);
  expect(await names("allocatedBytes")).toEqual(["cc", "bb", "Aa"]);
  expect(await names("-allocatedBytes")).toEqual(["Aa", "bb", "cc"]);
  expect(await names("createdAt")).toEqual(["bb", "Aa", "cc"]);
  expect(await names("usedBytes")).toHaveLength(3);
});

test("Whitelisted addresses are sorted by number, description and expiry; no expiry counts as latest", async () => {
  expect(await addresses("ip")).toEqual(["8.8.8.8", "9.9.9.9", "12.0.0.1"]);
  expect(await addresses("-ip")).toEqual(["12.0.0.1", "9.9.9.9", "8.8.8.8"]);
  expect(await addresses("description")).toEqual(["12.0.0.1", "9.9.9.9", "8.8.8.8"]);
  expect(await addresses("expiresAt")).toEqual(["12.0.0.1", "8.8.8.8", "9.9.9.9"]);
  expect(await addresses("-expiresAt")).toEqual(["9.9.9.9", "8.8.8.8", "12.0.0.1"]);
});

test("Orders are sorted by amount and age", async () => {
  for (const quantity of [3, 1])
    await customer.call("placeOrder", { sku: "traffic-standard", quantity, method: "card" });
  const sums = async (sort: string) => {
    const { data } = await customer.call("orderList", { sort });
    return data.items.map(({ amountCents }: { amountCents: number }) => amountCents);
  };
  const byAge: number[] = await sums("createdAt");
  const up = byAge.toSorted((a, b) => a - b);
  expect(new Set(byAge).size).toBeGreaterThan(1);
  expect(await sums("-createdAt")).toEqual(byAge.toReversed());
  expect(await sums("amountCents")).toEqual(up);
  expect(await sums("-amountCents")).toEqual(up.toReversed());
});

test("An unknown sort order is refused with its field", async () => {
  for (const name of ["subUsers", "trafficWhiteList", "orderList"] as const)
    expect(await customer.call(name, { sort: "password" })).toMatchObject({
      code: 400,
      data: { field: "sort" },
    });
});
