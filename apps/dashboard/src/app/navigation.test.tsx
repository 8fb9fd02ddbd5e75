/** What every navigation does, and the names in the menu (spec/dashboard#menu). */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { MantineProvider } from "@mantine/core";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { api, callApi, CallCancelled } from "../lib/call.ts";
import type { User } from "@turnpike/contract/session.ts";
import { closeSession, openSession } from "../lib/session.ts";
import { makeRouter } from "./router.tsx";
import { type Screen, screens } from "./navigation/routes.tsx";
import { MenuLinks } from "./shell/MenuLinks.tsx";
import { getHref } from "../testing/person.ts";

const words = (area: string): unknown => {
  const folder = join(import.meta.dirname, "../../../../packages/locales/src/en");
  return JSON.parse(readFileSync(join(folder, `${area}.json`), "utf8"));
};
const requested: string[] = [];
const silent = createServer(({ url = "" }) => void requested.push(url));
let router: ReturnType<typeof makeRouter> | undefined;

beforeAll(async () => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as never;
  const areas = ["ui", "shell", "legal"];
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: Object.fromEntries(areas.map((area) => [area, words(area)])) as never },
  });
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  api.origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  silent.close();
  silent.closeAllConnections();
});
beforeEach(closeSession);
afterEach(() => {
  router?.dispose();
  cleanup();
});

function open(address: string) {
  history.replaceState(null, "", address);
  const opened = makeRouter(Promise.resolve());
  router = opened;
  render(
    <MantineProvider env="test">
      <RouterProvider router={opened} />
    </MantineProvider>,
  );
  return opened;
}
const titled = (title: string) => vi.waitFor(() => expect(document.title).toBe(title), 15_000);

test("each navigation sets the page's title", async () => {
  const opened = open("/terms");
  await titled("Terms of service · Nordlicht");
  await opened.navigate("/policy");
  await titled("Privacy policy · Nordlicht");
});

test("each navigation cancels the previous screen's pending calls", async () => {
  const opened = open("/terms");
  await titled("Terms of service · Nordlicht");
  const waiting = callApi("loginOptions", {}).catch((error: unknown) => error);
  await vi.waitFor(() => expect(requested).toContain("/v1/loginOptions"));
  await opened.navigate("/policy");
  expect(await waiting).toBeInstanceOf(CallCancelled);
});

test("/index leads to /index/login", async () => {
  open("/index");
  await vi.waitFor(() => expect(location.pathname).toBe("/index/login"), 15_000);
});

test("any other path shows the not-found page, with its title", async () => {
  open("/cli/nowhere");
  await screen.findByRole("heading", { name: "There is no such page" }, { timeout: 15_000 });
  await titled("Page not found · Nordlicht");
});

test("a signed-in user keeps the menu on the not-found page", async () => {
  openSession("A".repeat(43), { email: "ada@shop.test" } as User);
  open("/cli/nowhere");
  await screen.findByRole("heading", { name: "There is no such page" }, { timeout: 15_000 });
  screen.getByRole("link", { name: "Residential", hidden: true });
  expect(screen.getAllByRole("main")).toHaveLength(1);
});

test("a screen whose code fails to load shows an error in its place; other screens still open", async () => {
  openSession("A".repeat(43), { email: "ada@shop.test" } as User);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const live = screens.find(({ path }) => path === "/cli/live") as Screen;
  vi.spyOn(live, "load").mockRejectedValue(new TypeError("Failed to fetch"));
  const opened = open("/cli/live");
  const alert = await screen.findByRole("alert", {}, { timeout: 15_000 });
  expect(alert.textContent).toContain("This could not be loaded");
  within(alert).getByRole("button", { name: "Try again" });
  expect(screen.getAllByRole("main")).toHaveLength(1);
  screen.getByRole("link", { name: "Residential", hidden: true });
  await act(() => opened.navigate("/policy"));
  await titled("Privacy policy · Nordlicht");
  expect(screen.queryByText("This could not be loaded")).toBeNull();
});

function showMenu(at = "/") {
  const menu = createMemoryRouter([{ path: "*", Component: MenuLinks }], { initialEntries: [at] });
  render(
    <MantineProvider env="test">
      <RouterProvider router={menu} />
    </MantineProvider>,
  );
}
const current = (how: "page" | true) => screen.getByRole("link", { current: how }).textContent;

test("the menu links to the products and the account's pages", () => {
  showMenu();
  const entries = {
    Home: "/cli/home",
    Residential: "/cli/traffic-use",
    "ISP pool": "/cli/isp-user",
    Static: "/cli/static-proxies",
    Unlimited: "/cli/unlimit-proxies",
    Usage: "/cli/package-purchase",
    Billing: "/cli/billing",
    "Affiliate Program": "/cli/promotion-plan",
    Settings: "/cli/setting",
    // The words of the specification, each under its product.
    Dashboard: "/cli/package-purchase",
    "Traffic plan": "/cli/traffic-use",
    "User and password": "/cli/traffic-access",
    "ISP user and password": "/cli/isp-user",
    "ISP manage": "/cli/isp-access",
    "Short-term ISP": "/cli/static-short-proxies",
  };
  const names = Object.keys(entries);
  expect(Object.fromEntries(names.map((name) => [name, getHref(name)]))).toEqual(entries);
});

test("a screen with an entry of its own is marked there, and its product as around it", () => {
  showMenu("/cli/traffic-access");
  expect([current("page"), current(true)]).toEqual(["User and password", "Residential"]);
});

test("a menu entry is marked as current on all screens of its product", () => {
  showMenu("/cli/white-manage");
  expect(current("page")).toBe("Residential");
});
