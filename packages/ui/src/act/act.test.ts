import { expect, test } from "vitest";
import { type Field, toCallInput } from "./act.ts";

const fields: Field[] = [
  { label: "", name: "kind", kind: "select", options: [] },
  { label: "", name: "percent", kind: "integer", when: ({ kind }) => kind === "discount" },
  { label: "", name: "sku", kind: "text", when: ({ kind }) => kind === "gift" },
  { label: "", name: "cents", kind: "money", scale: 100, optional: true },
  { label: "", name: "unitMicros", kind: "money", scale: 1_000_000 },
  { label: "", name: "at", kind: "moment" },
];

test("form input is converted to the call's units: cents, millionths, timestamps", () => {
  const values = {
    kind: "discount",
    percent: "20",
    cents: "19.99",
    unitMicros: "0.045",
    at: "2026-11-26T10:00",
  };
  expect(toCallInput(fields, values)).toEqual({
    kind: "discount",
    percent: 20,
    cents: 1999,
    unitMicros: 45_000,
    at: new Date("2026-11-26T10:00").toISOString(),
  });
});

test("empty fields and fields of another choice are not sent", () => {
  const values = { kind: "gift", percent: "20", sku: " ip-standard ", cents: " " };
  expect(toCallInput(fields, values)).toEqual({ kind: "gift", sku: "ip-standard" });
});
