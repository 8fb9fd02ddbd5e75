import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { savedFiles } from "../../../testing/saved-files.ts";
import { click, clickToOpen, clickToSee, copied, type } from "../../../testing/person.ts";
import { Download } from "../../../testing/screen.tsx";
import { beginScreens, closed, row, show, tick } from "../testing/unlimited-screens.tsx";

beginScreens();

test("ports are copied each in its own format, or all in a chosen one", async () => {
  await show();
  await row(26_001);
  tick(26_001);
  tick(26_002);
  click("Copy");
  fireEvent.click(await screen.findByRole("menuitem", { name: "As set for each port" }));
  expect(copied).toHaveBeenLastCalledWith(
    "198.51.100.1:26001:crawler1:Secret99\ncrawler2:Secret99@198.51.100.1:26002\n",
  );
  click("Copy");
  fireEvent.click(await screen.findByRole("menuitem", { name: "host:port" }));
  expect(copied).toHaveBeenLastCalledWith("198.51.100.1:26001\n198.51.100.1:26002\n");
  const more = (await row(26_002)).getByRole("button", { name: "More actions for port 26002" });
  fireEvent.click(more);
  fireEvent.click(await screen.findByRole("menuitem", { name: "Copy in its own format" }));
  expect(copied).toHaveBeenLastCalledWith("crawler2:Secret99@198.51.100.1:26002");
});

test("selected ports, or all ports of the plan, are saved as a file, in their own or another format", async () => {
  const saved = savedFiles();
  const path = "/v1/unlimit/export";
  const { askedOf } = await show({
    "/v1/ticket": () => ({ ticket: "t1", expiresAt: "" }),
    [path]: () => new Download("ports.txt", "line\n"),
  });
  await row(26_001);
  tick(26_002);
  let open = await clickToOpen("Export");
  const preview = () => screen.findByRole("region", { name: "The file begins like this" });
  expect((await preview()).textContent).toBe("crawler2:Secret99@198.51.100.1:26002");
  await clickToSee("Download", "ports.txt saved");
  await closed();
  expect(askedOf(path)[0]).toMatchObject({ planId: "p1", ids: "u2", format: "txt" });
  expect(askedOf(path)[0]).not.toHaveProperty("template");
  expect(await saved[0]?.text()).toBe("line\n");
  open = await clickToOpen("Export all");
  await open.findByText("All 3 ports of the plan");
  fireEvent.click(open.getByRole("checkbox", { name: /format that is set for it/ }));
  type("Template", "{port}");
  expect((await preview()).textContent).toBe("26001\n26002\n26003");
  click("Download");
  await closed();
  expect(askedOf(path)[1]).toMatchObject({ planId: "p1", template: "{port}" });
  expect(askedOf(path)[1]).not.toHaveProperty("ids");
});
