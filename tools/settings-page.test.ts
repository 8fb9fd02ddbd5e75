import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pageFile, sectionsOf, settingsPage, unexplained } from "./settings-page.ts";

it("docs/settings.md explains every variable and is up to date", () => {
  expect(unexplained()).toEqual([]);
  expect(readFileSync(pageFile, "utf8"), "run: node tools/settings-page.ts").toBe(settingsPage());
});

it("takes no other comment of the file as a section", () => {
  const source =
    "x = z.object({\n  // Lab\n  /** A. */\n  A: 1,\n});\nfunction f() {\n  // Why.\n}";
  expect(sectionsOf(source)).toEqual([{ title: "Lab", settings: [{ name: "A", text: "A." }] }]);
});
