import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  type Customer,
  GB,
  createSubAccount,
  deliveredOrReturned,
  startTraffic,
} from "../traffic/testing.ts";

const api = forTests(startTraffic);
const customer = forTests(() => api.customer(10));

const info = async (who = customer) => (await who.call("trafficInfo")).data;
const listed = async (who: Customer, search = "") =>
  (await who.call("subUsers", { search, limit: 100 })).data.items;

test("A sub-account is created with an allotment and listed with its password", async () => {
  const answer = await customer.call("addSubUser", {
    account: "Alpha001",
    password: "secret77",
    trafficGb: "1.5",
    remark: "first",
  });
  expect(answer.data).toMatchObject({
    account: "Alpha001",
    password: "secret77",
    main: false,
    enabled: true,
    allocatedBytes: 1.5 * GB,
    usedBytes: 0,
    availableBytes: 1.5 * GB,
    remark: "first",
  });
  expect(await listed(customer, "alpha")).toEqual([answer.data]);
  expect(await info()).toMatchObject({
    balanceBytes: 10 * GB,
    usedBytes: 0,
    allocatedBytes: 1.5 * GB,
  });
});

test("A sub-account's password is sealed at rest", async () => {
  const { rows } = await sql`select * from sub_account`.execute(api.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("secret77");
});

test("A name is unique across all accounts, case-insensitively and forever (spec/traffic-plan#sub-accounts)", async () => {
  const other = await api.customer(1);
  const taken = { code: 409, data: { reason: "accountTaken", field: "account" } };
  const again = { account: "ALPHA001", password: "secret77", trafficGb: 0 };
  expect(await other.call("addSubUser", again)).toMatchObject(taken);
  const { id } = await createSubAccount(other, "Gone0001", { trafficGb: 1 });
  expect((await other.call("delSubUser", { ids: id })).data).toEqual({ deleted: 1 });
  const gone = { account: "gone0001", password: "secret77", trafficGb: 0 };
  expect(await other.call("addSubUser", gone)).toMatchObject(taken);
  expect(await info(other)).toMatchObject({ balanceBytes: GB, allocatedBytes: 0 });
  expect((await other.call("subAccounts")).data.items).toEqual([
    { id, account: "Gone0001", deleted: true },
  ]);
});

test("An allotment sets the total, not an increment; more than the remaining traffic returns 402", async () => {
  const { id } = await createSubAccount(customer, "Beta00001", { trafficGb: 2 });
  const up = (trafficGb: number | string) => customer.call("upSubUser", { id, trafficGb });
  expect((await up(3.25)).data.allocatedBytes).toBe(3.25 * GB);
  expect((await up(0.001)).data.allocatedBytes).toBe(0.001 * GB);
  const short = { code: 402, data: { reason: "insufficientTraffic", short: "traffic" } };
  expect(await up(8.501)).toMatchObject(short);
  expect((await up(8.5)).data.availableBytes).toBe(8.5 * GB);
  for (const wrong of ["-1", "1.0001", "abc", "1e3"]) {
    expect(await up(wrong)).toMatchObject({ code: 400, data: { reason: "trafficNotNumber" } });
  }
  await up(0);
  const missing = { account: "Nothing01", password: "secret77" };
  expect(await customer.call("addSubUser", missing)).toMatchObject({ code: 400 });
});

test("20 concurrent allotments never exceed the balance", async () => {
  const rich = await api.customer(5);
  const made = Array.from({ length: 20 }, (_, index) =>
    rich.call("addSubUser", {
      account: `Parallel${index}`,
      password: "secret77",
      trafficGb: 1,
    }),
  );
  const codes = (await Promise.all(made)).map((said) => said.code);
  expect(codes.filter((code) => code === 0)).toHaveLength(5);
  expect(codes.filter((code) => code === 402)).toHaveLength(15);
  expect(await info(rich)).toMatchObject({ balanceBytes: 5 * GB, allocatedBytes: 5 * GB });
});

test("50 concurrent calls with one requestId, and a later retry, create one sub-account", async () => {
  const owner = await api.customer(2);
  const fields = {
    account: "Repeat001",
    password: "secret77",
    trafficGb: 1,
    requestId: "make-one-1",
  };
  const make = () => owner.call("addSubUser", fields);
  const answers = await Promise.all(Array.from({ length: 50 }, make));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]));
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect((await make()).data).toEqual(answers[0]?.data);
  expect(await info(owner)).toMatchObject({ balanceBytes: 2 * GB, allocatedBytes: GB });
  expect((await listed(owner)).map(({ account }) => account)).toEqual(["Repeat001"]);
  const other = await owner.call("addSubUser", { ...fields, account: "Repeat002" });
  expect(other).toMatchObject({ code: 409, data: { reason: "requestIdReused" } });
  // Refusals are not stored: the same request succeeds once it can.
  const main = { account: "Repeat003", password: "secret77", main: 1, requestId: "make-main-1" };
  const taken = { ...main, account: "repeat001", requestId: "make-main-1" };
  expect((await owner.call("addSubUser", taken)).data).toMatchObject({ reason: "accountTaken" });
  expect((await owner.call("addSubUser", main)).data).toMatchObject({ account: "Repeat003" });
});

test("A new sub-account is delivered to the gateways before the call returns", async () => {
  const { steps } = await deliveredOrReturned(api, () =>
    createSubAccount(customer, "Known001", { trafficGb: 0 }),
  );
  expect(steps).toEqual(["delivered", "returned"]);
});

test("At most one main account exists, with all unallotted traffic (spec/traffic-plan#main-sub-account)", async () => {
  const owner = await api.customer(4);
  const first = await createSubAccount(owner, "MainOne01", { main: 1 });
  const second = await createSubAccount(owner, "Second001", { trafficGb: 1 });
  expect(first).toMatchObject({ main: true, availableBytes: 3 * GB + GB });
  expect((await listed(owner, "MainOne01"))[0]).toMatchObject({ availableBytes: 3 * GB });
  const another = { account: "MainTwo01", password: "secret77", main: 1 };
  expect(await owner.call("addSubUser", another)).toMatchObject({
    code: 409,
    data: { reason: "secondMainAccount" },
  });
  const raised = await owner.call("upSubUserLevel", { id: second.id });
  expect(raised.data).toMatchObject({ main: true, availableBytes: 4 * GB });
  const former = (await listed(owner, "MainOne01"))[0];
  expect(former).toMatchObject({ main: false, allocatedBytes: 0, availableBytes: 0 });
  expect(await info(owner)).toMatchObject({ balanceBytes: 4 * GB, allocatedBytes: 0 });
  // The main sub-account is the newest, so it comes first only with `mainFirst`.
  const names = async (mainFirst: number) =>
    (await owner.call("subUsers", { sort: "account", mainFirst })).data.items.map(
      ({ account }) => account,
    );
  expect([await names(0), await names(1)]).toEqual([
    ["MainOne01", "Second001"],
    ["Second001", "MainOne01"],
  ]);
});

test("Disabled sub-accounts are not offered; a new password is shown again", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Switch001", { trafficGb: 0 });
  expect((await owner.call("upSubUserPasswd", { id, password: "another88" })).code).toBe(0);
  const offered = async () => (await owner.call("availableSubUsers")).data.items;
  expect(await offered()).toMatchObject([{ id, account: "Switch001", password: "another88" }]);
  expect((await owner.call("upSubUser", { id, enabled: 0 })).data.enabled).toBe(false);
  expect(await offered()).toEqual([]);
  const by = async (status: string) => (await owner.call("subUsers", { status })).data.total;
  expect([await by("enabled"), await by("disabled")]).toEqual([0, 1]);
  await owner.call("upSubUser", { id, remark: "x" });
  expect((await owner.call("upSubUser", { id, remark: "" })).data.remark).toBe("");
});

test("Another account's sub-accounts cannot be read or changed (A3)", async () => {
  const owner = await api.customer(1);
  const { id } = await createSubAccount(owner, "Private01", { trafficGb: 0.5 });
  const thief = await api.customer(1);
  const own = await createSubAccount(thief, "Thieves01", { trafficGb: 0 });
  const refused = { code: 404, data: { reason: "subAccountNotFound" } };
  for (const foreign of [id, "x", "../../1", own.id.replace(/.$/, "z")]) {
    const fields = { id: foreign, password: "secret77", trafficGb: 0 };
    for (const name of ["upSubUser", "upSubUserLevel", "upSubUserPasswd"] as const) {
      const answer = await thief.call(name, fields);
      expect([400, 404]).toContain(answer.code);
    }
    const both = await thief.call("delSubUser", { ids: `${own.id},${foreign}` });
    expect(both).toMatchObject(refused);
  }
  expect((await listed(owner))[0]).toMatchObject({ id, enabled: true, password: "secret77" });
  expect(await listed(thief)).toHaveLength(1);
});
