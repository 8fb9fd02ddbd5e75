/**
 * The guard at work: where opening a window at an address leads (spec/dashboard#navigation-guard).
 */
import type { User } from "@turnpike/contract/session.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeSession, openSession } from "../lib/session.ts";
import { takeNext } from "../lib/next-path.ts";
import { makeRouter } from "./router.tsx";

let router: ReturnType<typeof makeRouter> | undefined;
let settle = () => {};
beforeEach(() => {
  closeSession();
  sessionStorage.clear();
});
afterEach(() => router?.dispose());

function open(address: string, settled: Promise<void> = Promise.resolve()) {
  history.replaceState(null, "", address);
  router = makeRouter(settled);
  return router;
}
const here = () => location.pathname + location.search;
const endsAt = (path: string) =>
  vi.waitFor(() => {
    expect(router?.state.initialized).toBe(true);
    expect([here(), router?.state.navigation.state]).toEqual([path, "idle"]);
  }, 15_000);

describe("without a session", () => {
  it("a customer's screen leads to the sign-in page, which returns there afterwards", async () => {
    open("/cli/white-manage?page=2");
    await endsAt("/index/login");
    expect(takeNext()).toBe("/cli/white-manage?page=2");
  });

  it.each(["/index/login", "/index/register", "/index/forgot", "/index/loading", "/terms"])(
    "public routes are allowed: %s",
    async (address) => {
      open(address);
      await endsAt(address);
    },
  );

  it("nothing is decided before the session is known", async () => {
    open("/cli/white-manage", new Promise((resolve) => (settle = resolve)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([here(), router?.state.initialized]).toEqual(["/cli/white-manage", false]);
    openSession("A".repeat(43), { email: "ada@shop.test" } as User);
    settle();
    await endsAt("/cli/white-manage");
  });
});

describe("with a session", () => {
  beforeEach(() => openSession("A".repeat(43), { email: "ada@shop.test" } as User));

  it.each(["/index/login", "/index/register", "/cli/user", "/cli", "/"])(
    "redirects to the home screen: %s",
    async (address) => {
      open(address);
      await endsAt("/cli/home");
    },
  );

  it("the login routes redirect to the screen requested before", async () => {
    sessionStorage.setItem("app.next", "/cli/live");
    open("/index/login");
    await endsAt("/cli/live");
    expect(takeNext()).toBe("/cli/home");
  });

  it.each(["/index/forgot", "/index/loading", "/policy"])("allows %s", async (address) => {
    open(address);
    await endsAt(address);
  });
});
