// @vitest-environment node
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pathsText } from "../../build-steps/paths.ts";

it("the browser's table of paths matches the contract; otherwise npm run generate", () => {
  const file = readFileSync(new URL("./paths.gen.ts", import.meta.url), "utf8");
  expect(file).toBe(pathsText());
});
