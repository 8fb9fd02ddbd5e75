// @vitest-environment jsdom
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { limitTo, may } from "@turnpike/ui/lib/may.ts";
import { afterEach, expect, test } from "vitest";
import { openView } from "../lib/session.ts";
import { limitToRole } from "./limit-to-role.ts";

afterEach(() => {
  sessionStorage.clear();
  delete document.documentElement.dataset["may"];
});

test("a member's role limits what is shown; the account's holder sees everything (spec/accounts#roles)", () => {
  limitToRole();
  expect([may("buy"), may("owner"), may()]).toEqual([true, true, true]);
  openView({ token: "team-x", email: "ada@example.com", role: "developer" });
  limitToRole();
  expect([may("proxies"), may("manage"), may("buy"), may("money")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([may("admin"), may("owner"), may()]).toEqual([false, false, true]);
  openView({ token: "team-x", email: "ada@example.com", role: "admin" });
  limitToRole();
  expect([may("buy"), may("admin"), may("owner")]).toEqual([true, true, false]);
  limitTo([]);
  expect(may("proxies")).toBe(false);
});

test("each right that an element names has its rule in the style sheet", () => {
  const root = path.resolve(import.meta.dirname, "..");
  const used = globSync("**/*.tsx", { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), "utf8").matchAll(/data-needs="([^"]*)"/g)].map(
      ([, need = ""]) => need,
    ),
  );
  const css = readFileSync(path.resolve(root, "../../../packages/ui/src/theme.css"), "utf8");
  expect(used.length).toBeGreaterThan(30);
  for (const need of new Set(used)) expect(css).toContain(`[data-needs="${need}"]`);
});
