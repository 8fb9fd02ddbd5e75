// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import ui from "@turnpike/locales/en/ui.json";
import { ViewsMenu } from "./ViewsMenu.tsx";

beforeAll(async () => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: false,
    media,
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  await i18next.use(initReactI18next).init({ lng: "en", ns: ["ui"], resources: { en: { ui } } });
});
beforeEach(() => localStorage.clear());
afterEach(cleanup);

function open(owner: string, address: string) {
  const Menu = () => <ViewsMenu table="static" owner={owner} filters={["status"]} />;
  const router = createMemoryRouter([{ path: "/", Component: Menu }], {
    initialEntries: [address],
  });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return () => router.state.location.search;
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name, hidden: true }));

it("a view is saved under a name for its owner only, applied again, and deleted", async () => {
  const search = open("ada", "/?status=expired&sort=ip.desc&page=3&tab=ips");
  press("Views");
  fireEvent.change(await screen.findByLabelText("Name of the view"), {
    target: { value: " Old ones " },
  });
  press("Save");
  press("All rows");
  expect(search()).toBe("?tab=ips");
  press("Views");
  press("Old ones");
  expect(search()).toBe("?tab=ips&sort=ip.desc&status=expired");
  cleanup();
  open("bea", "/");
  press("Views");
  await screen.findByText(/Set filters, an order or columns/);
  expect(screen.queryByText("Old ones")).toBeNull();
  cleanup();
  open("ada", "/");
  press("Views");
  fireEvent.click(await screen.findByLabelText("Delete the view Old ones"));
  expect(screen.queryByText("Old ones")).toBeNull();
  expect(localStorage.getItem("app.views.ada.static")).toBe("[]");
});
