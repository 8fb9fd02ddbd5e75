import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import { expect, test } from "vitest";
import { startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);
const customer = forTests(() => shop.customer());

const id = "0198c7d2-0000-7000-8000-000000000000";
const calls: [CallName, Record<string, string | number>][] = [
  ["addSubUser", { account: "digits1", trafficGb: 0 }],
  ["upSubUserPasswd", { id }],
  ["staticUse", { country: "DE", num: 1, days: 30 }],
  ["shortExtract", { country: "DE", num: 1, days: 1 }],
  ["staticUpdate", { id }],
  ["shortUpdate", { id }],
  ["staticUpdateAll", { account: "digits1" }],
  ["upport", { ids: id, rotationMinutes: 30 }],
  ["upbandwidth", { planId: id, rotationMinutes: 30 }],
  ["ipPassInfo", {}],
];
test.each(calls)(
  "%s refuses a password of fewer than 10 digits and nothing else (spec/sign-in#credentials)",
  async (name, fields) => {
    const refused = await customer.ask(name, { ...fields, password: "483920" });
    expect(refused).toMatchObject({
      code: 400,
      data: { reason: "badProxyPassword", field: "password" },
    });
    const { data } = await customer.ask(name, { ...fields, password: "4839201756" });
    expect(data).not.toMatchObject({ reason: "badProxyPassword" });
  },
);
