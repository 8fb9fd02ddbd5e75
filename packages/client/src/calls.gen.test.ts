import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { callsText } from "../generate.ts";
import { printType } from "../print-type.ts";

describe("calls.gen.ts", () => {
  it("is what the contract says now: node packages/client/generate.ts writes it", async () => {
    const written = readFileSync(new URL("calls.gen.ts", import.meta.url), "utf8");
    expect(written === (await callsText())).toBe(true);
  });
});

describe("a printed type", () => {
  it("lets people ask with dates and flags, and answers what the wire bears", () => {
    const at = { type: "string", format: "date-time" };
    expect(printType(at, "asked")).toBe("string | Date");
    expect(printType(at, "answered")).toBe("string");
    expect(printType({ type: "boolean" }, "asked")).toBe("boolean | 0 | 1");
    expect(printType({ type: "boolean" }, "answered")).toBe("boolean");
  });

  it("spells unions, lists and nullable fields", () => {
    expect(printType({ enum: ["a", 7] }, "answered")).toBe('"a" | 7');
    expect(printType({ type: ["number", "null"] }, "answered")).toBe("number | null");
    const list = { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } };
    expect(printType(list, "answered")).toBe("(string | null)[]");
    expect(printType({ $ref: "#/$defs/User" }, "answered")).toBe("User");
    const rest = { type: "object", additionalProperties: { type: "integer" } };
    expect(printType(rest, "answered")).toBe("Record<string, number>");
  });

  it("names an object wherever the same stands, inside others too", () => {
    const user = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };
    const nameOf = (text: string) => (text === printType(user, "answered") ? "User" : undefined);
    const answer = { type: "object", properties: { user, all: { type: "array", items: user } } };
    expect(printType(answer, "answered", nameOf)).toBe("{\n  user?: User;\n  all?: User[];\n}");
  });
});
