import type { User } from "@turnpike/contract/session.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { readCookie, writeCookie } from "./cookie.ts";
import {
  closeSession,
  decideTransition,
  followCookie,
  onSessionClosed,
  openSession,
  sessionToken,
} from "./session.ts";

const user = { id: "u1", email: "ada@example.com" } as User;

beforeEach(() => {
  localStorage.clear();
  writeCookie("session", "", 0);
});

describe("the session's transitions (spec §4)", () => {
  const cases = [
    ["a cookie that was there and is gone ends the session", null, "a", "a", "clear"],
    ["a cookie that says null ends the session", "null", "a", "a", "clear"],
    ["null ends a session that was never mirrored, too", "null", "a", "", "clear"],
    ["an empty cookie ends the session", "", "a", "a", "clear"],
    ["another token is adopted", "b", "a", "a", "adopt"],
    ["a token is adopted where there was no session", "b", "", "", "adopt"],
    ["a session that is only local is written to the cookie", null, "a", "", "write"],
    ["the same token on both sides stays", "a", "a", "a", "keep"],
    ["a visitor stays a visitor", null, "", "", "keep"],
    ["a visitor stays one after a sign-out", "null", "", "", "keep"],
  ] as const;
  it.each(cases)("%s", (_, cookie, stored, mirrored, transition) => {
    expect(decideTransition({ cookie, stored, mirrored })).toBe(transition);
  });
});

describe("the session in the browser", () => {
  it("keeps a new session in local storage and mirrors it in the cookie", () => {
    openSession("token-1", user);
    expect([sessionToken(), readCookie("session")]).toEqual(["token-1", "token-1"]);
    expect(followCookie()).toBe("keep");
  });

  it("writes a session that is only local to the cookie", () => {
    localStorage.setItem("turnpike.session", "token-1");
    expect(followCookie()).toBe("write");
    expect(readCookie("session")).toBe("token-1");
  });

  it("adopts the token of a sister site", () => {
    openSession("token-1", user);
    writeCookie("session", "token-2", 1);
    expect(followCookie()).toBe("adopt");
    expect(sessionToken()).toBe("token-2");
    expect(followCookie()).toBe("keep");
  });

  it("sets the cookie null at sign-out and tells once", () => {
    let told = 0;
    const stop = onSessionClosed(() => (told += 1));
    openSession("token-1", user);
    closeSession();
    closeSession();
    stop();
    expect([sessionToken(), readCookie("session"), told]).toEqual(["", "null", 1]);
  });
});
