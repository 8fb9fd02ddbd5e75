import { beforeEach, describe, expect, it } from "vitest";
import { asNextPath, forgetNext, keepNext, takeNext } from "./next-path.ts";

beforeEach(() => sessionStorage.clear());

describe("the destination after sign-in", () => {
  it("is the requested customer screen, once", () => {
    keepNext(`${location.origin}/cli/traffic-use?tab=endpoints`);
    expect(takeNext()).toBe("/cli/traffic-use?tab=endpoints");
    expect(takeNext()).toBe("/cli/home");
  });

  it("is the home screen if none was requested or the request was cleared", () => {
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
  ])("is never outside the customer screens: %s", (text) => {
    expect(asNextPath(text)).toBeNull();
    sessionStorage.setItem("app.next", text);
    expect(takeNext()).toBe("/cli/home");
  });
});
