import { describe, expect, it } from "vitest";
import { decideNavigation } from "./guard.ts";

describe("the navigation guard (spec/dashboard#navigation-guard)", () => {
  const cases = [
    ["routes flagged as auto-login always pass", "visitor", true, true, true],
    ["a session on a login route is sent to /cli/user", "visitor", false, true, "/cli/user"],
    ["a visitor passes on a login route", "visitor", false, false, true],
    ["public routes pass without a session", "anyone", false, false, true],
    ["public routes pass with one", "anyone", false, true, true],
    ["a customer's route needs a session", "customer", false, false, "/index/login"],
    ["a customer's route passes with one", "customer", false, true, true],
  ] as const;
  it.each(cases)("%s", (_title, access, autoLogin, hasSession, expected) => {
    const verdict = decideNavigation({ access, autoLogin, hasSession });
    expect(verdict.pass ? true : verdict.to).toBe(expected);
  });
});
