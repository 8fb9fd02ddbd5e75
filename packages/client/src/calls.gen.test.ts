import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { callsText, printType } from "../generate.ts";

it("calls.gen.ts is up to date with the contract: npm run generate writes it", () => {
  const written = readFileSync(new URL("calls.gen.ts", import.meta.url), "utf8");
  expect(written === callsText()).toBe(true);
});

describe("a printed type", () => {
  it("accepts dates and flags in requests, and matches the wire format in responses", () => {
    const at = { type: "string", format: "date-time" };
    expect(printType(at, "asked")).toBe("string | Date");
    expect(printType(at, "answered")).toBe("string");
    expect(printType({ type: "boolean" }, "asked")).toBe("boolean | 0 | 1");
    expect(printType({ type: "boolean" }, "answered")).toBe("boolean");
  });

  it("prints unions, lists and nullable fields", () => {
    expect(printType({ enum: ["a", 7] }, "answered")).toBe('"a" | 7');
    expect(printType({ type: ["number", "null"] }, "answered")).toBe("number | null");
    const list = { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } };
    expect(printType(list, "answered")).toBe("(string | null)[]");
    expect(printType({ $ref: "#/$defs/User" }, "answered")).toBe("User");
    const rest = { type: "object", additionalProperties: { type: "integer" } };
    expect(printType(rest, "answered")).toBe("Record<string, number>");
  });

  it("refers to a shared type by its name", () => {
    const user = { $ref: "#/$defs/User" };
    const answer = { type: "object", properties: { user, all: { type: "array", items: user } } };
    expect(printType(answer, "answered")).toBe("{\n  user?: User;\n  all?: User[];\n}");
  });
});
