import { beforeEach, describe, expect, it } from "vitest";
import { asNextPath, forgetNext, keepNext, takeNext } from "./next-path.ts";

beforeEach(() => sessionStorage.clear());

describe("where a sign-in leads", () => {
  it("is the customer's screen that was asked for, once", () => {
    keepNext(`${location.origin}/cli/traffic-use?tab=endpoints`);
    expect(takeNext()).toBe("/cli/traffic-use?tab=endpoints");
    expect(takeNext()).toBe("/cli/home");
  });

  it("is home where nothing was, or it was forgotten", () => {
    expect(takeNext()).toBe("/cli/home");
    keepNext("/cli/white-manage");
    forgetNext();
    expect(takeNext()).toBe("/cli/home");
  });

  it.each([
    "https://evil.example/cli/home",
    "//evil.example/cli/home",
    "/\\evil.example/cli/home",
    "\\\\evil.example/cli/",
    "javascript:alert(1)//cli/",
    "data:text/html,/cli/",
    `${location.origin}@evil.example/cli/home`,
    "/cli/../index/login",
    "/index/login",
    "/cliff/home",
    "",
  ])("never leads out of the customers' screens: %s", (text) => {
    expect(asNextPath(text)).toBeNull();
    sessionStorage.setItem("turnpike.next", text);
    expect(takeNext()).toBe("/cli/home");
  });
});
