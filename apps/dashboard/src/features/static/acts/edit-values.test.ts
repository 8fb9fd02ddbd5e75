import { expect, test } from "vitest";
import { staticIpRow } from "../testing/static-ip.ts";
import { changeOf, changeOfTicked, validateWhitelist, valuesOf } from "./edit-values.ts";

const before = valuesOf(staticIpRow({ whitelist: ["203.0.113.7", "2001:db8::7"], remark: "a" }));

test("only fields that differ are sent; omitted fields stay unchanged (spec/static#editing)", () => {
  expect(changeOf(before, before)).toEqual({});
  const spelled = { ...before, whitelist: " 203.0.113.7,\n2001:DB8:0::7 ", remark: " a " };
  expect(changeOf(spelled, before)).toEqual({});
  expect(changeOf({ ...before, account: "another1" }, before)).toEqual({ account: "another1" });
  expect(changeOf({ ...before, password: "Another1" }, before)).toEqual({ password: "Another1" });
  expect(changeOf({ ...before, whitelist: "", remark: "" }, before)).toEqual({
    whitelist: [],
    remark: "",
  });
});

test("for several IPs only ticked fields are changed; an empty whitelist clears it (spec/static#editing)", () => {
  const none = { credentials: false, whitelist: false, remark: false };
  const values = { ...before, whitelist: "", remark: " b " };
  expect(changeOfTicked(values, none)).toEqual({});
  expect(changeOfTicked(values, { ...none, whitelist: true })).toEqual({ whitelist: [] });
  expect(changeOfTicked(values, { ...none, remark: true })).toEqual({ remark: "b" });
  expect(changeOfTicked(values, { ...none, credentials: true })).toEqual({
    account: before.account,
    password: before.password,
  });
});

test("a whitelist holds only IP addresses, 50 at most", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => `203.0.113.${at + 1}`).join(", ");
  expect(validateWhitelist("")).toBeNull();
  expect(validateWhitelist(`${many(50)}, 203.0.113.1`)).toBeNull();
  expect(validateWhitelist(many(51))).toBe("tooManyAddresses");
  expect(validateWhitelist("203.0.113.7, 10.0.0.0/8")).toBe("badAddress");
});
