import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { speedUpIntervals } from "../../testing/speed-up-intervals.ts";
import {
  button,
  click,
  clickToOpen,
  clickToSee,
  copied,
  dialog,
  type,
} from "../../testing/person.ts";
import { page } from "../../testing/page.ts";
import { Download, Refused } from "../../testing/screen.tsx";
import { savedFiles } from "../../testing/saved-files.ts";
import { beginScreens, portOf, row, show } from "./testing/whitelisted-port-screens.tsx";

beginScreens();

const path = "/v1/whitePorts";
const tick = (port: number) =>
  fireEvent.click(screen.getByLabelText(`Select 198.51.100.1:${port}`));

test("each port shows its place and its remaining time, by the product's clock", async () => {
  // Expired long ago by this computer's clock, but only the answer's remaining time counts.
  await show({
    [path]: () =>
      page([
        portOf(),
        portOf({ id: "w2", port: 10_002, country: "", city: "", state: "", cityName: "" }),
        portOf({ id: "w3", port: 10_003, ispName: "Telekom", asn: 3320 }),
      ]),
  });
  const one = await row(10_001);
  one.getByText(/^(10:00|9:5\d)$/);
  one.getByText("of 30 minutes");
  one.getByText("Berlin, Germany");
  one.getByText("Open");
  (await row(10_002)).getByText("Any place");
  (await row(10_003)).getByText("Telekom · AS3320");
});

test("a port whose time is over is shown as ended", async () => {
  await show({ [path]: () => page([portOf({ remainingSeconds: 0 })]) });
  (await row(10_001)).getByText("Ended");
});

test("the list is polled every two seconds while ports are being opened", async () => {
  speedUpIntervals();
  let open = false;
  const { askedOf } = await show({ [path]: () => page([portOf({ open })]) });
  const badge = (await row(10_001)).getByRole("button", { name: "Opening" });
  fireEvent.focus(badge);
  await screen.findByText(/No gateway has opened it yet/);
  open = true;
  await waitFor(async () => (await row(10_001)).getByText("Open"));
  expect(askedOf(path).length).toBeGreaterThan(1);
});

test("the Delete key without a selection shows: Please select a row (spec/dashboard#batch-actions)", async () => {
  await show();
  await row(10_001);
  for (const name of ["Copy", "Export", "Delete"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  fireEvent.keyDown(screen.getByText("198.51.100.1:10001"), { key: "Delete" });
  await screen.findByText("Please select a row");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("selected ports are copied as host:port; formats with a password are not offered", async () => {
  await show();
  await row(10_001);
  tick(10_001);
  tick(10_002);
  click("Copy");
  const items = await screen.findAllByRole("menuitem");
  expect(items.filter(({ textContent }) => /password/.test(textContent ?? ""))).toEqual([]);
  fireEvent.click(screen.getByRole("menuitem", { name: "host:port" }));
  expect(copied).toHaveBeenLastCalledWith("198.51.100.1:10001\n198.51.100.1:10002\n");
});

test("selected ports are saved by the API's export, as host:port by default", async () => {
  const saved = savedFiles();
  const { askedOf } = await show({
    "/v1/ticket": () => ({ ticket: "t1", url: "", expiresAt: "2026-11-22T10:01:00.000Z" }),
    "/v1/whitePort/export": () => new Download("ports.txt", "198.51.100.1:10002\n"),
  });
  await row(10_001);
  tick(10_002);
  const inside = await clickToOpen("Export");
  await inside.findByText("198.51.100.1:10002");
  click("Download", inside);
  await waitFor(() => expect(askedOf("/v1/whitePort/export")).toHaveLength(1));
  expect(askedOf("/v1/whitePort/export")[0]).toMatchObject({ ids: "w2", format: "txt" });
  expect(askedOf("/v1/whitePort/export")[0]).not.toHaveProperty("template");
  await waitFor(() => expect(saved).toHaveLength(1));
});

test("deleting shows what ends, sends the selected ports and clears the selection", async () => {
  let items = [portOf(), portOf({ id: "w2", port: 10_002 })];
  const { askedOf } = await show({
    [path]: () => page(items),
    "/v1/whitePortDel": ({ ids = "" }) => {
      items = items.filter(({ id }) => !ids.split(",").includes(id));
      return { deleted: ids.split(",").length };
    },
  });
  await row(10_001);
  tick(10_002);
  const inside = await clickToOpen("Delete");
  inside.getByText(/Connections through them end at once/);
  inside.getByText("198.51.100.1:10002");
  await clickToSee("Delete", "1 port deleted", inside);
  expect(askedOf("/v1/whitePortDel")).toMatchObject([{ ids: "w2" }]);
  await waitFor(() => expect(screen.queryByText("198.51.100.1:10002")).toBeNull());
  screen.getByText("0 ports selected");
});

test("a single port is deleted, or copied as a command, from its own row", async () => {
  const { askedOf } = await show({ "/v1/whitePortDel": () => ({ deleted: 1 }) });
  await row(10_001);
  await waitFor(() =>
    expect(button("Copy the curl command of port 10002")).toHaveProperty("disabled", false),
  );
  click("Copy the curl command of port 10002");
  fireEvent.click(await screen.findByRole("menuitem", { name: "SOCKS5" }));
  expect(copied).toHaveBeenLastCalledWith(
    "curl -x socks5h://198.51.100.1:10002 http://127.0.0.1:7999/ip",
  );
  click("Delete port 10001");
  fireEvent.click((await dialog()).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(askedOf("/v1/whitePortDel")).toMatchObject([{ ids: "w1" }]));
});

test("a search is kept in the URL and sent to the API; no match shows a message", async () => {
  const { askedOf, router } = await show({
    [path]: ({ search }) => page(search ? [] : [portOf()]),
  });
  await row(10_001);
  type("Port, place or description", "zz");
  await screen.findByText("No port matches");
  expect(askedOf(path).at(-1)).toMatchObject({ search: "zz" });
  expect(router.state.location.search).toBe("?search=zz");
});

test("without ports the list says so; a failure can be retried", async () => {
  let fails = true;
  const { askedOf } = await show({
    [path]: () => (fails ? new Refused(500, "Our fault", { reason: "ourFault" }) : page([])),
  });
  await screen.findByText("This could not be loaded");
  fails = false;
  await clickToSee("Try again", "No port yet");
  expect(askedOf(path)).toHaveLength(2);
  expect(screen.queryByLabelText("Port, place or description")).toBeNull();
});
