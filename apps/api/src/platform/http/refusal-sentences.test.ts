/** The sentences in the specification (spec/dashboard#messages), in English, over HTTP. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import { beforeAll, expect, it } from "vitest";
import { type Fields, startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);
const customer = forTests(() => shop.customer({ lang: "en" }));
beforeAll(async () => {
  await customer.get("addSubUser", { account: "worded01", password: "pass12345", main: 1 });
});

type Worded = [sentence: string, call: CallName, fields: Fields];
const login = { email: "nobody@shop.test", password: "Wrong-1234", agree: 1 };
const sub = { account: "worded02", password: "pass12345" };
const sku = "traffic-standard";

const toVisitors: Worded[] = [
  ["Enter the correct email", "signin", { ...login, email: "ada" }],
  ["Enter the correct email", "signup", { ...login, email: "ada@" }],
  ["Enter the correct email", "mailCode", { email: "@shop.test", scene: "forgot" }],
  ["Enter your password", "signin", { ...login, password: "" }],
  ["The password is incorrect, please re-enter", "signin", login],
];
const toCustomers: Worded[] = [
  ["Insufficient balance", "placeOrder", { sku, quantity: 1, method: "wallet" }],
  ["Insufficient traffic", "addSubUser", { ...sub, trafficGb: 1 }],
  [
    "No balance, please purchase first",
    "ipOpen",
    { country: "US", num: 1, hours: 1, auth: "user" },
  ],
  ["No balance, please purchase first", "staticUse", { country: "US", num: 1, days: 7 }],
  ["No balance, please purchase first", "shortExtract", { country: "US", num: 1, days: 1 }],
  ["Please select a row", "delSubUser", { ids: "" }],
  ["Please select a row", "delTrafficWhite", { ids: "" }],
  ["Please select a row", "staticDel", { ids: "" }],
  ["Please enter the quantity", "placeOrder", { sku, quantity: "", method: "wallet" }],
  ["Please enter the quantity", "quote", { sku }],
  ["Please enter the quantity", "staticUse", { country: "US", num: "", days: 7 }],
  ["Please enter the quantity", "cdkeyMake", { kind: "ip", amount: 100, count: "" }],
  [
    "CDKeys are for customers of the IP enterprise plan",
    "cdkeyMake",
    { kind: "ip", amount: 100, count: 1 },
  ],
  ["only one is allowed", "addSubUser", { ...sub, main: 1 }],
  ["is taken or was used before", "addSubUser", { ...sub, account: "WORDED01", trafficGb: 0 }],
  ["Choose 1 to 5 hours", "ipOpen", { country: "US", num: 1, hours: 6, auth: "user" }],
  ["from 80 to 10000", "ipOpen", { country: "US", num: 1, hours: 1, auth: "user", port: 79 }],
];

it.each(toVisitors)("“%s” is shown to visitors by %s", async (sentence, call, fields) => {
  const { code, msg } = await shop.ask(call, { lang: "en", ...fields });
  expect({ code, msg }).toEqual({
    code: expect.any(Number),
    msg: expect.stringContaining(sentence),
  });
  expect(code).toBeGreaterThan(300);
});

it.each(toCustomers)("“%s” is shown to customers by %s", async (sentence, call, fields) => {
  const { code, msg } = await customer.ask(call, { lang: "en", ...fields });
  expect({ code, msg }).toEqual({
    code: expect.any(Number),
    msg: expect.stringContaining(sentence),
  });
  expect(code).toBeGreaterThan(300);
});

it("“Mainland China IP is not supported” is returned with the refused address; the others are added", async () => {
  const ips = "203.0.113.9,114.114.114.114";
  const { added, refused } = await customer.get("addTrafficWhite", { ips, lang: "en" });
  expect(added).toMatchObject([{ ip: "203.0.113.9" }]);
  expect(refused).toMatchObject([{ ip: "114.114.114.114" }]);
  expect(refused[0]?.msg).toContain("Mainland China IP is not supported");
});

it("the messages of zh are in traditional Chinese (spec/product#languages)", async () => {
  const { msg } = await shop.ask("signin", { ...login, lang: "zh" });
  expect(msg).toBe("密碼不正確，請重新輸入");
});
