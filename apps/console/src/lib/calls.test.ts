import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { callsText } from "../../build-steps/calls.ts";

it("the browser's table of calls matches the contract; if not, npm run generate", () => {
  const file = path.join(import.meta.dirname, "calls.gen.ts");
  expect(readFileSync(file, "utf8")).toBe(callsText());
});
