import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as asking } from "./manager-client.ts";
import { speedUpIntervals } from "../../testing/speed-up-intervals.ts";
import { bareRow, setUpScreens, openedRow, showPool, tick } from "../pool/testing/pool-screens.tsx";
import { local, startFakeManager } from "./testing/manager-screens.ts";
import { click, clickToSee, copied, getHref, press, type } from "../../testing/person.ts";
import { page } from "../../testing/page.ts";

setUpScreens();

let manager: Awaited<ReturnType<typeof startFakeManager>>;
let up = true;
const here = { ...asking };
beforeEach(async () => {
  manager = await startFakeManager();
  up = true;
});
afterEach(async () => {
  if (up) await manager.end();
  Object.assign(asking, here);
  Reflect.deleteProperty(navigator, "permissions");
});
const leave = async () => {
  await manager.end();
  up = false;
};
const answers = () => ({ "/v1/headerInit": () => ({ notices: [], managerPort: manager.port }) });
const show = (search: string, more: Parameters<typeof showPool>[2] = {}) =>
  showPool("user", search, { ...answers(), ...more });
const second = { id: "o2", exitId: "e2", port: 10_002, ip: "127.1.0.8" };
const two = { "/v1/ipHistory": () => page([openedRow(), openedRow(second)]) };
const box = async () => within(await screen.findByRole("dialog"));

test("local ports are shown live, with their exit, counters and expiry", async () => {
  speedUpIntervals();
  manager.kept.set(24_000, local());
  manager.kept.set(
    24_001,
    local({ port: 24_001, state: "failed", detail: "The proxy refused.", expiresAt: null }),
  );
  await show("?tab=local");
  const row = within((await screen.findByText("127.0.0.1:24000")).closest("tr") as HTMLElement);
  row.getByText("127.1.0.7");
  row.getByText("leads to 192.0.2.1:10001");
  row.getByText("Ready");
  row.getByText("5 MB");
  row.getByRole("timer");
  screen.getByText("The proxy refused.");
  await screen.findByText("curl -x http://127.0.0.1:24000 http://127.0.0.1:7999/ip");
  screen.getByText(/Proxy manager 9\.1\./);
  manager.kept.set(24_000, local({ downBytes: 90_000_000, connections: 7 }));
  await row.findByText("91 MB");
  expect(row.getByText(/MB\/s/)).toBeTruthy();
  click("Copy all addresses");
  await waitFor(() => expect(copied).toHaveBeenCalledWith("127.0.0.1:24000\n127.0.0.1:24001\n"));
});

test("one local port is stopped at once, all of them after a confirmation", async () => {
  for (const port of [24_000, 24_001, 24_002]) manager.kept.set(port, local({ port }));
  await show("?tab=local");
  await press("Stop 127.0.0.1:24001");
  await waitFor(() => expect(screen.queryByText("127.0.0.1:24001")).toBeNull());
  expect(manager.askedOf("/del")).toEqual([{ ports: ["24001"] }]);
  click("Stop all");
  const sure = await box();
  expect(manager.askedOf("/del")).toHaveLength(1);
  await clickToSee("Stop all", "No local port yet", sure);
  expect(manager.askedOf("/del")[1]).toEqual({ ports: ["24000", "24002"] });
  await clickToSee("Show opened IPs", "192.0.2.1:10001");
});

test("a local port that no longer exists counts as stopped, and the others are stopped too", async () => {
  for (const port of [24_000, 24_001, 24_002]) manager.kept.set(port, local({ port }));
  await show("?tab=local");
  const one = await screen.findByRole("button", { name: "Stop 127.0.0.1:24001" });
  manager.kept.delete(24_001);
  fireEvent.click(one);
  await screen.findByText("127.0.0.1:24001 is stopped");
  await waitFor(() => expect(screen.queryByText("127.0.0.1:24001")).toBeNull());
  click("Stop all");
  const sure = await box();
  manager.kept.delete(24_000);
  await clickToSee("Stop all", "No local port yet", sure);
  expect(manager.askedOf("/del").at(-1)).toEqual({ ports: ["24002"] });
});

test("without a manager it shows how to get one, and finds it once it runs (spec/dashboard#answers)", async () => {
  speedUpIntervals();
  await leave();
  await show("?tab=local");
  await screen.findByText("Please download proxy manager and run.");
  expect(getHref("Download")).toMatch(/^http:.*\/downloads\/proxy-manager\.mjs$/);
  screen.getByText(/^curl -fLO http:\S+\/downloads\/proxy-manager\.mjs\s+node proxy-manager/);
  fireEvent.click(screen.getByRole("radio", { name: "Windows (PowerShell)" }));
  screen.getByText(/^curl\.exe -fLO/);
  // A manager that does not know this dashboard looks the same as none.
  click("Already running, but not found?");
  screen.getByText(`$env:DASHBOARD_ORIGINS="${location.origin}"; node proxy-manager.mjs`);
  screen.getByRole("link", { name: `http://127.0.0.1:${manager.port}/` });
  await manager.again();
  up = true;
  await screen.findByText("No local port yet", {}, { timeout: 10_000 });
}, 20_000);

test("a manager that does not know this dashboard leads to a command that registers it", async () => {
  manager.state.foreign = true;
  await show("?tab=local");
  await screen.findByText("The manager runs, but does not know this dashboard");
  screen.getByText(`DASHBOARD_ORIGINS=${location.origin} node proxy-manager.mjs`);
  manager.state.foreign = false;
  await clickToSee("Look again", "No local port yet");
});

test("a browser's permission prompt is announced; a denial is explained", async () => {
  let state: PermissionState = "prompt";
  const query = async () => ({ state });
  Object.defineProperty(navigator, "permissions", { value: { query }, configurable: true });
  Object.assign(asking, { protocol: "https:", hostname: "proxies.example", secure: true });
  await show("?tab=local");
  await screen.findByText("Your browser will ask you first");
  expect(manager.askedOf("/ipList")).toHaveLength(0);
  state = "denied";
  await clickToSee("Look for the manager", "The browser keeps this page away from the manager");
  state = "granted";
  await clickToSee("Look again", "No local port yet");
});

test("after the permission prompt, a user without a manager is shown how to get one", async () => {
  const query = async () => ({ state: "prompt" });
  Object.defineProperty(navigator, "permissions", { value: { query }, configurable: true });
  Object.assign(asking, { protocol: "https:", hostname: "proxies.example", secure: true });
  await leave();
  await show("?tab=local");
  await press("Look for the manager");
  await screen.findByText("Please download proxy manager and run.");
  // There is no polling, since the browser would prompt each time.
  expect(screen.queryByText("This page finds it as soon as it runs.")).toBeNull();
  await manager.again();
  up = true;
  await clickToSee("Look again", "No local port yet");
});

test("one click starts local ports for all selected IPs and shows their addresses", async () => {
  const { router } = await show("?tab=opened", two);
  await screen.findByText("192.0.2.1:10001");
  expect(screen.queryByRole("button", { name: "Use on this computer" })).toBeNull();
  tick("Select all rows on this page");
  click("Use on this computer");
  const dialog = await box();
  await dialog.findByText("2 of 2 done, 0 failed");
  dialog.getByText("127.0.0.1:24000");
  const [one, other] = manager.askedOf("/start");
  expect(one).toMatchObject({
    upstream: "http://poolname:Secret99@192.0.2.1:10001",
    ip: "127.1.0.7",
  });
  expect(other).toMatchObject({ ip: "127.1.0.8" });
  // The 3,540 seconds of the API's answer, by this computer's clock.
  const leftMs = Date.parse(String(one?.["expiresAt"])) - Date.now();
  expect(leftMs).toBeGreaterThan(3_480_000);
  expect(leftMs).toBeLessThanOrEqual(3_540_000);
  click("Copy all addresses", dialog);
  await waitFor(() => expect(copied).toHaveBeenCalledWith("127.0.0.1:24000\n127.0.0.1:24001\n"));
  fireEvent.click(dialog.getByRole("link", { name: "Show the local ports" }));
  await screen.findByRole("heading", { name: "Local ports" });
  expect(router.state.location.search).toBe("?tab=local");
});

test("for more than ten it asks how many to start, ten by default", async () => {
  const many = Array.from({ length: 12 }, (_, at) =>
    openedRow({ id: `o${at}`, exitId: `e${at}`, port: 10_001 + at, ip: `127.1.0.${at + 1}` }),
  );
  await show("?tab=opened", { "/v1/ipHistory": () => page(many) });
  await screen.findByText("192.0.2.1:10012");
  tick("Select all rows on this page");
  click("Use on this computer");
  const dialog = await box();
  const field = await dialog.findByRole("textbox", { name: "Local ports to start" });
  dialog.getByText(/^You chose 12 proxies\./);
  expect(dialog.getByRole("button", { name: "Start 10 local ports" })).toBeTruthy();
  const start = (name: string) => dialog.getByRole<HTMLButtonElement>("button", { name });
  type(field, "");
  expect(start("Use on this computer").disabled).toBe(true);
  type(field, "13");
  expect(start("Use on this computer").disabled).toBe(true);
  fireEvent.click(start("All 12"));
  expect(start("Start 12 local ports").disabled).toBe(false);
  type(field, "3");
  expect(manager.askedOf("/start")).toEqual([]);
  fireEvent.click(start("Start 3 local ports"));
  await dialog.findByText("3 of 3 done, 0 failed");
  expect(manager.askedOf("/start").map(({ ip }) => ip)).toEqual([
    "127.1.0.1",
    "127.1.0.2",
    "127.1.0.3",
  ]);
});

test("failed ports are listed with the reason, and can be retried separately", async () => {
  manager.state.refuse = (upstream) => (upstream.endsWith(":10002") ? "portUnavailable" : null);
  await show("?tab=opened", two);
  await screen.findByText("192.0.2.1:10001");
  tick("Select all rows on this page");
  click("Use on this computer");
  const dialog = await box();
  await dialog.findByText("1 of 2 done, 1 failed");
  dialog.getByText(/no port free/);
  dialog.getByText("192.0.2.1:10002 · 127.1.0.8");
  manager.state.refuse = () => null;
  click("Try 1 again", dialog);
  await dialog.findByText("2 of 2 done, 0 failed");
  expect(manager.askedOf("/start").map(({ ip }) => ip)).toEqual([
    "127.1.0.7",
    "127.1.0.8",
    "127.1.0.8",
  ]);
});

test("without a manager, the ports start once one runs", async () => {
  speedUpIntervals();
  await leave();
  await showPool("nouser", "?tab=opened", {
    ...answers(),
    "/v2/ipHistory": () => page([bareRow()]),
  });
  await screen.findByText("192.0.2.1:10001");
  tick("Select 192.0.2.1:10001");
  click("Use on this computer");
  const dialog = await box();
  await dialog.findByText("Please download proxy manager and run.");
  dialog.getByText("Your ports start by themselves once it is found.");
  await manager.again();
  up = true;
  await dialog.findByText("1 of 1 done, 0 failed", {}, { timeout: 10_000 });
  // Whitelisted clients have no user name and password.
  expect(manager.askedOf("/start")).toMatchObject([{ upstream: "192.0.2.1:10001" }]);
  await dialog.findByText("203.0.113.7");
}, 20_000);
