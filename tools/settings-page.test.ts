import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pageFile, settingsPage, unexplained } from "./settings-page.ts";

it("docs/settings.md has every variable with its explanation, and is current", () => {
  expect(unexplained()).toEqual([]);
  // Otherwise: node tools/settings-page.ts
  expect(readFileSync(pageFile, "utf8")).toBe(settingsPage());
});
