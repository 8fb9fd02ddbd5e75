import { fireEvent, screen, within } from "@testing-library/react";
import { page } from "../../testing/page.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as fixed from "../static/testing/static-screens.tsx";
import * as unlimited from "../unlimited/testing/unlimited-screens.tsx";
import * as white from "../whitelisted-port/testing/whitelisted-port-screens.tsx";
import { startFakeManager } from "./testing/manager-screens.ts";
import { click, getHref } from "../../testing/person.ts";

fixed.beginScreens();
unlimited.beginScreens();
white.beginScreens();

let manager: Awaited<ReturnType<typeof startFakeManager>>;
beforeEach(async () => {
  manager = await startFakeManager();
});
afterEach(() => manager.end());
const answers = () => ({
  "/v1/headerInit": () => ({ walletCents: 0, notices: [], managerPort: manager.port }),
});
/** Starts local ports for the selected rows; returns the manager's requests. */
async function started(count: number) {
  click("Use on this computer");
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(`${count} of ${count} done, 0 failed`);
  dialog.getByText("127.0.0.1:24000");
  expect(getHref("Show the local ports", dialog)).toBe("/cli/isp-user?tab=local");
  return manager.askedOf("/start");
}

test("static IPs get local ports without an expiry, since they may be renewed", async () => {
  await fixed.show(answers());
  await fixed.row("198.51.100.7");
  expect(screen.queryByRole("button", { name: "Use on this computer" })).toBeNull();
  fixed.tick("198.51.100.7");
  const { account, password, host } = fixed.berlin;
  expect(await started(1)).toEqual([
    { upstream: `http://${account}:${password}@${host}:443`, ip: host },
  ]);
});

test("unlimited ports get local ports without an exit IP, since their exit rotates", async () => {
  await unlimited.show(answers());
  await unlimited.row(26_001);
  unlimited.tick(26_001);
  unlimited.tick(26_002);
  expect(await started(2)).toEqual([
    { upstream: "http://crawler1:Secret99@198.51.100.1:26001", ip: "" },
    { upstream: "http://crawler2:Secret99@198.51.100.1:26002", ip: "" },
  ]);
});

test("whitelisted ports get local ports with the same expiry, by this computer's clock", async () => {
  await white.show({
    ...answers(),
    "/v1/whitePorts": () => page([white.portOf({ remainingSeconds: 600 })]),
  });
  await white.row(10_001);
  fireEvent.click(screen.getByLabelText("Select 198.51.100.1:10001"));
  const [asked] = await started(1);
  expect(asked?.["upstream"]).toBe("198.51.100.1:10001");
  const leftMs = Date.parse(String(asked?.["expiresAt"])) - Date.now();
  expect(leftMs).toBeGreaterThan(540_000);
  expect(leftMs).toBeLessThanOrEqual(600_000);
});
