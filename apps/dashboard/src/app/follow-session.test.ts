// @vitest-environment-options { "url": "http://dash.turnpike.example/cli/traffic-use?tab=endpoints" }
/** Browser windows and the shared cookie, against a real HTTP server that knows every token. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { User } from "@turnpike/contract/session.ts";
import { cleanNotifications, notificationsStore } from "@mantine/notifications";
import i18next from "i18next";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api, callApi } from "../lib/call.ts";
import { readCookie } from "@turnpike/ui/lib/cookie.ts";
import { takeNext } from "../lib/next-path.ts";
import { openSession, sessionToken, sessionUser } from "../lib/session.ts";
import { followSession, settleSession } from "./follow-session.ts";

const [ada, ben, dead] = ["A".repeat(43), "B".repeat(43), "D".repeat(43)];
const accounts: Record<string, string> = { [ada]: "ada@shop.test", [ben]: "ben@shop.test" };
const user = (email: string) => ({ id: email, email }) as User;
const domain = "Path=/; Domain=turnpike.example";
const setShared = (value: string) => (document.cookie = `session=${value}; ${domain}`);
const dropShared = () => (document.cookie = `session=; Max-Age=0; ${domain}`);
const finishProviderReturn = () => document.dispatchEvent(new Event("visibilitychange"));
const otherWindowWrote = () =>
  window.dispatchEvent(new StorageEvent("storage", { key: "app.session" }));
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The sessions that were requested, and the server's responses; by default those of the API. */
let requests: string[] = [];
let answers: (session: string, response: ServerResponse) => void;
const asTheApi = (session: string, response: ServerResponse) => {
  const email = accounts[session];
  const refused = { code: 300, msg: "Your session has ended", data: { reason: "sessionInvalid" } };
  response.end(JSON.stringify(email ? { code: 0, msg: "", data: user(email) } : refused));
};
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    const session = new URLSearchParams(body).get("session") ?? "";
    requests.push(session);
    response.setHeader("access-control-allow-origin", "*");
    answers(session, response);
  });
});
const went: string[] = [];
const left = { reloads: 0, to: [] as string[] };
const router = { navigate: async (to: unknown) => void went.push(String(to)) };

beforeAll(async () => {
  const words = join(import.meta.dirname, "../../../../packages/locales/src/en/ui.json");
  const resources = { en: { ui: JSON.parse(readFileSync(words, "utf8")) as never } };
  await i18next.init({ lng: "en", resources });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reload = () => void (left.reloads += 1);
  followSession(router as never, { reload, assign: (url) => left.to.push(url) });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  document.head.innerHTML = "";
  localStorage.clear();
  sessionStorage.clear();
  dropShared();
  await settleSession();
  answers = asTheApi;
  requests = [];
  went.length = 0;
  left.to = [];
  left.reloads = 0;
  cleanNotifications();
});

describe("a cookie that is missing or null while a session exists (spec/dashboard#shared-cookie)", () => {
  for (const [how, change] of [
    ["missing", dropShared],
    ["null", () => setShared("null")],
  ] as const) {
    it(`clears the session and leads to the sign-in page after a short delay: ${how}`, async () => {
      openSession(ada, user("ada@shop.test"));
      change();
      finishProviderReturn();
      expect([sessionToken(), went]).toEqual(["", []]);
      await vi.waitFor(() => expect(toasts()).toEqual(["You were signed out in another window."]));
      await vi.waitFor(() => expect(went).toEqual(["/index/login"]), 3_000);
      // Signing in again returns to the same screen.
      expect(takeNext()).toBe("/cli/traffic-use?tab=endpoints");
    });
  }

  it("leads to the external sign-in page if there is one", async () => {
    document.head.innerHTML = `<meta name="sign-in-url" content="https://sister.example/in">`;
    openSession(ada, user("ada@shop.test"));
    setShared("null");
    finishProviderReturn();
    await vi.waitFor(() => expect(left.to).toHaveLength(1), 3_000);
    expect(left.to[0]).toBe(`https://sister.example/in?from=${encodeURIComponent(location.href)}`);
    expect(went).toEqual([]);
  });

  it("is also detected at startup", async () => {
    openSession(ada, user("ada@shop.test"));
    setShared("null");
    await settleSession();
    expect(sessionToken()).toBe("");
    await vi.waitFor(() => expect(toasts()).toEqual(["You were signed out in another window."]));
  });
});

describe("a cookie with another token (spec/dashboard#shared-cookie)", () => {
  it("is adopted, with a reload and a notice that names the new account", async () => {
    openSession(ada, user("ada@shop.test"));
    setShared(ben);
    finishProviderReturn();
    // The old session stays until the API has answered.
    expect(sessionToken()).toBe(ada);
    await vi.waitFor(() => expect(left.reloads).toBe(1));
    expect([sessionToken(), sessionUser()?.email]).toEqual([ben, "ben@shop.test"]);
    expect(requests).toEqual([ben]);
    await settleSession();
    await vi.waitFor(() => expect(toasts()).toEqual(["You are now signed in as ben@shop.test"]));
  });

  it("is adopted at startup without a reload, since no screen was shown yet", async () => {
    setShared(ben);
    await settleSession();
    expect([sessionToken(), left.reloads]).toEqual([ben, 0]);
    await vi.waitFor(() => expect(toasts()).toEqual(["You are now signed in as ben@shop.test"]));
  });

  it("ends the session if the token's session has ended: code 300 forces logout", async () => {
    openSession(ada, user("ada@shop.test"));
    setShared(dead);
    finishProviderReturn();
    await vi.waitFor(() => expect(went).toEqual(["/index/login"]), 3_000);
    expect([sessionToken(), readCookie("session"), requests]).toEqual(["", "null", [dead]]);
  });

  it("is set to null if its session has ended and nobody was signed in", async () => {
    setShared(dead);
    await settleSession();
    expect([sessionToken(), readCookie("session"), toasts(), went]).toEqual(["", "null", [], []]);
  });

  it("changes nothing while the API is unavailable", async () => {
    openSession(ada, user("ada@shop.test"));
    setShared(ben);
    for (const fails of [
      (_: string, response: ServerResponse) => response.destroy(),
      (_: string, response: ServerResponse) =>
        response.end(JSON.stringify({ code: 503, msg: "Later", data: { reason: "notReady" } })),
    ]) {
      answers = fails;
      requests = [];
      finishProviderReturn();
      await vi.waitFor(() => expect(requests).toEqual([ben]));
      await pause(50);
      expect([sessionToken(), readCookie("session"), left.reloads]).toEqual([ada, ben, 0]);
      expect([toasts(), went]).toEqual([[], []]);
    }
    answers = asTheApi;
    finishProviderReturn();
    await vi.waitFor(() => expect(sessionToken()).toBe(ben));
  });

  it("is not adopted if it changed during the API request", async () => {
    openSession(ada, user("ada@shop.test"));
    setShared(ben);
    answers = (session, response) => {
      setShared(ada);
      asTheApi(session, response);
    };
    finishProviderReturn();
    await vi.waitFor(() => expect(requests).toEqual([ben]));
    await pause(50);
    expect([sessionToken(), left.reloads]).toEqual([ada, 0]);
  });

  it("is ignored and replaced if it is not a token", async () => {
    openSession(ada, user("ada@shop.test"));
    for (const junk of ["junk", "%E0%A4%A", "undefined"]) {
      setShared(junk);
      finishProviderReturn();
      expect([sessionToken(), readCookie("session")]).toEqual([ada, ada]);
    }
    await pause(50);
    expect([requests, toasts(), went, left.reloads]).toEqual([[], [], [], 0]);
  });
});

describe("another window of this browser", () => {
  it("signs this window out at once", async () => {
    openSession(ada, user("ada@shop.test"));
    for (const key of ["session", "user", "mirrored"]) localStorage.removeItem(`app.${key}`);
    setShared("null");
    otherWindowWrote();
    await vi.waitFor(() => expect(went).toEqual(["/index/login"]), 3_000);
    expect(toasts()).toEqual(["You were signed out in another window."]);
  });

  it("switches this window to another account: it reloads and shows which one", async () => {
    openSession(ada, user("ada@shop.test"));
    setShared(ben);
    localStorage.setItem("app.user", JSON.stringify(user("ben@shop.test")));
    localStorage.setItem("app.session", ben);
    otherWindowWrote();
    finishProviderReturn();
    expect(left.reloads).toBe(1);
    await settleSession();
    await vi.waitFor(() => expect(toasts()).toEqual(["You are now signed in as ben@shop.test"]));
    expect(requests).toEqual([]);
  });
});

describe("code 300 (spec/dashboard#answers)", () => {
  it("ends the session once, however many calls return it", async () => {
    openSession(dead, user("ada@shop.test"));
    const calls = Array.from({ length: 10 }, () =>
      callApi("headerInit", {}).catch(() => undefined),
    );
    await Promise.all(calls);
    expect([sessionToken(), readCookie("session")]).toEqual(["", "null"]);
    await vi.waitFor(() =>
      expect(toasts()).toEqual(["Your session has ended. Please sign in again."]),
    );
    expect(went).toEqual(["/index/login"]);
  });

  it("cancels pending calls", async () => {
    // Requests of another session may still arrive although they were cancelled.
    const asksOfAda = () => requests.filter((session) => session === ada).length;
    openSession(ada, user("ada@shop.test"));
    answers = (session, response) => {
      if (session === ada && asksOfAda() === 1) return;
      asTheApi(session, response);
    };
    const waiting = callApi("headerInit", {}).catch((error: unknown) => (error as Error).name);
    await vi.waitFor(() => expect(asksOfAda()).toBe(1));
    delete accounts[ada];
    await callApi("headerInit", {}).catch(() => undefined);
    expect(await waiting).toBe("CallCancelled");
    accounts[ada] = "ada@shop.test";
  });
});
