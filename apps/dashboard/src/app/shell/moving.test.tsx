/** What the user sees, hears and keeps when navigating between screens. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MantineProvider } from "@mantine/core";
import { act, cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RouteAnnouncer } from "@turnpike/ui/shell/RouteAnnouncer.tsx";
import { RouteProgress } from "./RouteProgress.tsx";

const words = (area: string): unknown => {
  const folder = join(import.meta.dirname, "../../../../../packages/locales/src/en");
  return JSON.parse(readFileSync(join(folder, `${area}.json`), "utf8"));
};
const scrollTo = vi.fn<(x: number, y: number) => void>();
let comes = () => {};

beforeAll(async () => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as never;
  window.scrollTo = scrollTo as never;
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { ui: words("ui"), shell: words("shell") } as never },
  });
});
beforeEach(() => {
  sessionStorage.clear();
  scrollTo.mockClear();
});
afterEach(cleanup);

const titles: Record<string, string> = { "/cli/home": "Home", "/cli/live": "Live traffic" };
function Frame() {
  return (
    <>
      <RouteProgress />
      <nav>Menu</nav>
      <main id="screen" tabIndex={-1}>
        <Outlet />
      </main>
      <RouteAnnouncer titleOf={(path) => titles[path] ?? ""} />
    </>
  );
}
const Settings = () => <input aria-label="Search" ref={(field) => field?.focus()} />;
function open() {
  const late = new Promise<null>((resolve) => (comes = () => resolve(null)));
  const router = createMemoryRouter(
    [
      {
        Component: Frame,
        children: [
          { path: "/cli/home", Component: () => <h1>Home</h1> },
          { path: "/cli/live", Component: () => <h1>Live</h1> },
          { path: "/cli/setting", loader: () => late, Component: Settings },
        ],
      },
    ],
    { initialEntries: ["/cli/home"] },
  );
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}
type Router = ReturnType<typeof open>;
const go = (router: Router, to: string | number) => act(() => router.navigate(to as string));

it("a progress bar is shown over the current screen while the next screen's code loads", async () => {
  const router = open();
  expect(screen.queryByRole("progressbar")).toBeNull();
  let gone: Promise<void> | undefined;
  act(() => void (gone = router.navigate("/cli/setting")));
  await screen.findByRole("progressbar", { name: "Loading…" });
  expect(screen.getByRole("heading", { name: "Home" })).toBeTruthy();
  comes();
  await act(() => gone);
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByRole("textbox", { name: "Search" })).toBeTruthy();
});

describe("arriving at a screen", () => {
  const said = () => screen.getByRole("status").textContent;
  const main = () => screen.getByRole("main");

  it("moves the focus to it and announces its title, but not on page load", async () => {
    const router = open();
    expect([said(), document.activeElement === main()]).toEqual(["", false]);
    await go(router, "/cli/live");
    expect([said(), document.activeElement === main()]).toEqual(["Live traffic", true]);
    await go(router, "/cli/home");
    expect(said()).toBe("Home");
  });

  it("keeps the focus on a field that the screen focused itself", async () => {
    const router = open();
    comes();
    await go(router, "/cli/setting");
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Search" }));
  });

  it("scrolls to its top, or to the previous position when going back", async () => {
    const router = open();
    window.scrollY = 640;
    await go(router, "/cli/live");
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
    window.scrollY = 0;
    await go(router, -1);
    await vi.waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 640));
  });
});
