import { expect, test } from "vitest";
import { portOf } from "../testing/unlimited-port.ts";
import { changeOf, changeOfTicked, readMinutes, sections, valuesOf } from "./edit-port-values.ts";

const before = valuesOf(portOf({ country: "DE", remark: "shop" }));

test("each screen has its own range of minutes: 1-120 for ports, 3-30 for bandwidth (spec/unlimited#rotation)", () => {
  const taken = (kind: "port" | "bandwidth", typed: (number | string)[]) =>
    typed.map((value) => readMinutes(value, kind));
  expect(taken("port", [0, 1, "120", 121, 1.5, "", "x", -1])).toEqual([
    null,
    1,
    120,
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(taken("bandwidth", [2, 3, 30, 31])).toEqual([null, 3, 30, null]);
});

test("unchanged fields are not sent, except the minutes, which every change includes", () => {
  expect(changeOf(before, before)).toBeNull();
  expect(changeOf({ ...before, remark: " shop " }, before)).toBeNull();
  expect(changeOf({ ...before, rotationMinutes: "3" }, before)).toEqual({ rotationMinutes: 3 });
  expect(changeOf({ ...before, country: "", remark: "" }, before)).toEqual({
    rotationMinutes: 10,
    country: "",
    remark: "",
  });
  const others = { format: "{host}", account: "another1", password: "Another1" };
  expect(changeOf({ ...before, ...others }, before)).toEqual({ rotationMinutes: 10, ...others });
});

test("for several ports only ticked fields are changed; an empty value clears the field", () => {
  const values = { ...before, rotationMinutes: 7, country: "", remark: " " };
  expect(changeOfTicked(values, new Set())).toEqual({});
  expect(changeOfTicked(values, new Set(["rotation"]))).toEqual({ rotationMinutes: 7 });
  expect(changeOfTicked(values, new Set(["country", "remark"]))).toEqual({
    country: "",
    remark: "",
  });
  expect(Object.keys(changeOfTicked(values, new Set(sections))).sort()).toEqual([
    "account",
    "country",
    "format",
    "password",
    "remark",
    "rotationMinutes",
  ]);
});
