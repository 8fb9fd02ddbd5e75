// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { forBrowserTests, showAt } from "./testing/browser.tsx";
import { ViewsMenu } from "./ViewsMenu.tsx";

forBrowserTests();
beforeEach(() => localStorage.clear());

const open = (owner: string, address: string) =>
  showAt(address, <ViewsMenu table="static" owner={owner} filters={["status"]} />);
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
