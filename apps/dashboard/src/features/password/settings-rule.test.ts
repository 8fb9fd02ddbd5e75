import { isSettingsPassword } from "@turnpike/rules/credentials.ts";
import { expect, test } from "vitest";
import { settingsRule } from "./settings-rule.ts";

test.each([
  "Tollgate-29!",
  "tollgate-29!",
  "TOLLGATE-29!",
  "Tollgate-xy!",
  "Tollgate2900",
  "Toll-29",
  "Tollgate-29!Tollgate-29!",
  "Tollgate 29!",
  "Töllgate-29!",
])("the checklist agrees with the settings' password rule: %s", (password) => {
  const all = Object.values(settingsRule).every((holds) => holds(password));
  expect(all).toBe(isSettingsPassword(password));
});
