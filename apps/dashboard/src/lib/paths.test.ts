// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pathsText } from "../../build-steps/paths.ts";

it("the browser's table of paths matches the contract; otherwise run build-steps/paths.ts", () => {
  const file = readFileSync(new URL("./paths.gen.ts", import.meta.url), "utf8");
  expect(file).toBe(pathsText());
});
