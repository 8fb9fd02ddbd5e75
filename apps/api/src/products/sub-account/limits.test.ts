import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { expect, test } from "vitest";
import { GB, createSubAccount, startTraffic } from "../traffic/testing.ts";

const api = forTests(startTraffic);
const customer = forTests(() => api.customer(10));

const none = {
  maxConnections: null,
  dayBytes: null,
  monthBytes: null,
  allowDomains: [],
  denyDomains: [],
};

test("Limits are set with a new sub-account, which has none by default", async () => {
  const plain = await createSubAccount(customer, "Limits01", { trafficGb: 1 });
  expect(plain).toMatchObject({ limits: none, dayUsedBytes: 0, monthUsedBytes: 0 });
  const limited = await createSubAccount(customer, "Limits02", {
    trafficGb: 1,
    maxConnections: "25",
    dayGb: "0.5",
    monthGb: 3.25,
    allowDomains: "Example.com, *.bücher.example,93.184.216.34",
    denyDomains: "secret.example.com",
  });
  expect(limited.limits).toEqual({
    maxConnections: 25,
    dayBytes: 0.5 * GB,
    monthBytes: 3.25 * GB,
    allowDomains: ["example.com", "*.xn--bcher-kva.example", "93.184.216.34"],
    denyDomains: ["secret.example.com"],
  });
  const { data } = await customer.call("subUsers", { search: "Limits0", limit: 100 });
  expect(data.items).toEqual([limited, plain]);
});

test("A change keeps omitted limits and removes empty ones; a main sub-account has limits too", async () => {
  const made = await createSubAccount(customer, "Limits03", {
    main: 1,
    maxConnections: 7,
    dayGb: 2,
  });
  expect(made.limits).toEqual({ ...none, maxConnections: 7, dayBytes: 2 * GB });
  const change = async (fields: Record<string, string>) =>
    (await customer.call("upSubUser", { id: made.id, ...fields })).data.limits;
  const more = { ...none, maxConnections: 7, dayBytes: 2 * GB, denyDomains: ["bad.example"] };
  expect(await change({ denyDomains: "bad.example" })).toEqual(more);
  expect(await change({ remark: "the same" })).toEqual(more);
  expect(await change({ maxConnections: "" })).toEqual({ ...more, maxConnections: null });
  expect(await change({ dayGb: "", denyDomains: "" })).toEqual(none);
});

test("An invalid limit is refused with its field, an invalid domain with the entry", async () => {
  const { id } = await createSubAccount(customer, "Limits04", {
    trafficGb: 0,
    allowDomains: "a.example",
  });
  const many = Array.from({ length: 101 }, (_, index) => `a${index}.example`).join(",");
  const bad: [Record<string, string>, object][] = [
    [{ maxConnections: "0" }, { reason: "badNumber", field: "maxConnections" }],
    [{ maxConnections: "100001" }, { reason: "badNumber", field: "maxConnections" }],
    [{ maxConnections: "1.5" }, { reason: "badNumber", field: "maxConnections" }],
    [{ dayGb: "0" }, { reason: "badNumber", field: "dayGb" }],
    [{ monthGb: "-1" }, { reason: "trafficNotNumber", field: "monthGb" }],
    [{ dayGb: "0.0005" }, { reason: "trafficNotNumber", field: "dayGb" }],
    [
      { allowDomains: "good.example,https://evil.example" },
      { reason: "badDomain", field: "allowDomains", entry: "https://evil.example" },
    ],
    [{ denyDomains: "*.*" }, { reason: "badDomain", field: "denyDomains", entry: "*.*" }],
    [{ denyDomains: many }, { reason: "tooManyDomains", field: "denyDomains" }],
  ];
  for (const [fields, data] of bad) {
    expect(await customer.call("upSubUser", { id, ...fields })).toMatchObject({ code: 400, data });
    const fresh = { account: "Limits05", password: "secret77", trafficGb: 0, ...fields };
    expect(await customer.call("addSubUser", fresh)).toMatchObject({ code: 400, data });
  }
  const { data } = await customer.call("subUsers", { search: "Limits0", limit: 100 });
  expect(data.items.map((item) => item.account)).not.toContain("Limits05");
  expect(data.items.find((item) => item.id === id)?.limits.allowDomains).toEqual(["a.example"]);
});

test("Another account's sub-account cannot be limited", async () => {
  const { id } = await createSubAccount(customer, "Limits06", { trafficGb: 0 });
  const other = await api.customer();
  expect(await other.call("upSubUser", { id, maxConnections: 1 })).toMatchObject({ code: 404 });
});

test("Gateways receive a changed limit", async () => {
  const link = await api.link();
  const { id } = await createSubAccount(customer, "Limits07", { trafficGb: 0 });
  const known = () =>
    link.news
      .flatMap((news) => (news.kind === "change" ? news.puts : []))
      .findLast((fact): fact is SubAccountFact => fact.id === id)?.limits;
  const { allowDomains, denyDomains } = none;
  await expect.poll(known).toEqual({
    maxConnections: null,
    allowDomains,
    denyDomains,
    spent: null,
  });
  await customer.call("upSubUser", { id, maxConnections: 3, denyDomains: "bad.example" });
  const limited = { maxConnections: 3, allowDomains, denyDomains: ["bad.example"], spent: null };
  await expect.poll(known, { timeout: 2_000 }).toEqual(limited);
});
