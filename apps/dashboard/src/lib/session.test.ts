// @vitest-environment-options { "url": "http://dash.turnpike.example/" }
import type { User } from "@turnpike/contract/session.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { readCookie, readCookies, writeCookie } from "@turnpike/ui/lib/cookie.ts";
import {
  claimSession,
  closeSession,
  decideTransition,
  type Ending,
  endSession,
  followCookie,
  followWindows,
  onSessionClosed,
  openSession,
  sessionToken,
} from "./session.ts";

const [a, b] = ["A".repeat(43), `${"b-_9".repeat(10)}xyz`];
const user = { id: "u1", email: "ada@example.com" } as User;
const drop = (domain: string) =>
  (document.cookie = `session=; Path=/; Max-Age=0${domain && `; Domain=${domain}`}`);

beforeEach(() => {
  localStorage.clear();
  claimSession();
  drop("");
  drop("turnpike.example");
});

describe("the session's transitions (spec/dashboard#shared-cookie)", () => {
  const cases = [
    ["a cookie that was there and is gone ends the session", null, a, a, "clear"],
    ["a cookie that says null ends the session", "null", a, a, "clear"],
    ["null ends a session that was never mirrored, too", "null", a, "", "clear"],
    ["an empty cookie ends the session", "", a, a, "clear"],
    ["another token is adopted", b, a, a, "adopt"],
    ["a token is adopted where there was no session", b, "", "", "adopt"],
    ["a session that is only local is written to the cookie", null, a, "", "write"],
    ["the same token on both sides stays", a, a, a, "keep"],
    ["a visitor stays a visitor", null, "", "", "keep"],
    ["a visitor stays one after a sign-out", "null", "", "", "keep"],
    ["what is no token is written over by a good session", "junk", a, a, "write"],
    ["so is what cannot be decoded", "%E0%A4%A", a, a, "write"],
    ["so is a token with a sign too many", `${b}x`, a, a, "write"],
    ["so is a token with a foreign sign", `${b.slice(1)}=`, a, a, "write"],
    ["what is no token makes nobody a customer", "junk", "", "", "forget"],
  ] as const;
  it.each(cases)("%s", (_, cookie, stored, mirrored, transition) => {
    expect(decideTransition({ cookie, stored, mirrored })).toBe(transition);
  });
});

describe("the session in the browser (spec/dashboard#shared-cookie)", () => {
  it("stores a new session in local storage and mirrors it in the cookie", () => {
    openSession(a, user);
    expect([sessionToken(), readCookie("session")]).toEqual([a, a]);
    expect(followCookie()).toBe("keep");
  });

  it("mirrors the session on the parent domain, where sister sites see it", () => {
    openSession(a, user);
    // A cookie written for this host alone could not be removed by the parent domain.
    drop("turnpike.example");
    expect(readCookie("session")).toBeNull();
    expect(followCookie()).toBe("clear");
  });

  it("removes a cookie of this host only, which would hide the shared one", () => {
    document.cookie = `session=${b}; Path=/`;
    openSession(a, user);
    expect(readCookies("session")).toEqual([a]);
  });

  it("writes a local-only session to the cookie", () => {
    localStorage.setItem("app.session", a);
    expect(followCookie()).toBe("write");
    expect(readCookie("session")).toBe(a);
    expect(followCookie()).toBe("keep");
  });

  it("keeps the current session until the cookie's session is verified", () => {
    openSession(a, user);
    writeCookie("session", b, 1);
    expect(followCookie()).toBe("adopt");
    expect([sessionToken(), readCookie("session")]).toEqual([a, b]);
  });

  it("overwrites an invalid cookie with a valid session, or with null if there is none", () => {
    openSession(a, user);
    for (const junk of ["junk", "%E0%A4%A", "undefined", "%"]) {
      document.cookie = `session=${junk}; Path=/; Domain=turnpike.example`;
      expect([junk, followCookie()]).toEqual([junk, "write"]);
      expect([sessionToken(), readCookie("session")]).toEqual([a, a]);
    }
    closeSession();
    document.cookie = "session=%E0%A4%A; Path=/; Domain=turnpike.example";
    expect(followCookie()).toBe("forget");
    expect([sessionToken(), readCookie("session")]).toEqual(["", "null"]);
  });

  it("follows the parent domain's cookie if this host has its own", () => {
    openSession(a, user);
    document.cookie = `session=${b}; Path=/`;
    expect(readCookies("session")).toHaveLength(2);
    expect(followCookie()).toBe("keep");
    expect(readCookies("session")).toEqual([a]);
    // A stale cookie of this host does not hide that a sister site has signed out.
    document.cookie = `session=${a}; Path=/`;
    document.cookie = "session=null; Path=/; Domain=turnpike.example";
    expect(followCookie()).toBe("clear");
  });

  it("sets the cookie to null at sign-out and notifies once", () => {
    const told: Ending[] = [];
    const stop = onSessionClosed((why) => told.push(why));
    openSession(a, user);
    closeSession();
    closeSession();
    stop();
    expect([sessionToken(), readCookie("session"), told]).toEqual(["", "null", ["signedOut"]]);
  });

  it("ends only the given session, because a response to an older one may arrive late", () => {
    const told: Ending[] = [];
    const stop = onSessionClosed((why) => told.push(why));
    openSession(b, user);
    endSession(a, "ended");
    endSession("", "ended");
    expect([sessionToken(), told]).toEqual([b, []]);
    endSession(b, "ended");
    stop();
    expect([sessionToken(), told]).toEqual(["", ["ended"]]);
  });
});

describe("several windows of a browser (spec/dashboard#shared-cookie)", () => {
  it("notice once when another window signs out", () => {
    const told: Ending[] = [];
    const stop = onSessionClosed((why) => told.push(why));
    openSession(a, user);
    expect(followWindows()).toBe("same");
    localStorage.removeItem("app.session");
    expect([followWindows(), followWindows()]).toEqual(["ended", "same"]);
    stop();
    expect(told).toEqual(["elsewhere"]);
  });

  it("notice when another window signs in, as another user or from signed out", () => {
    openSession(a, user);
    localStorage.setItem("app.session", b);
    expect([followWindows(), followWindows()]).toEqual(["replaced", "same"]);
    closeSession();
    expect(followWindows()).toBe("same");
    localStorage.setItem("app.session", a);
    expect(followWindows()).toBe("replaced");
  });
});
