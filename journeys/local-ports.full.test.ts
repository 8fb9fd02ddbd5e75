/**
 * The local proxy manager from the dashboard: downloaded and run by a customer, detected by the
 * page, opened IPs used locally with one click (spec/dashboard#screens, spec/manager#calls).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { curl } from "./customer.ts";
import { navigateTo } from "./person.ts";
import { customerWithIps, seenFrom } from "./pool.ts";
import { startProduct } from "./product.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { customerJourney } from "./journey.ts";

const folder = mkdtempSync(path.join(tmpdir(), "turnpike-local-ports-"));
let managerPort = 0;
/** Occupies the manager's usual port, so that the product continues without its own manager. */
let taken: Server;
let manager: ChildProcess | undefined;
async function start() {
  [managerPort = 0] = await freePorts(1);
  taken = createServer((socket) => socket.destroy()).listen(managerPort, "127.0.0.1");
  await once(taken, "listening");
  return startProduct(undefined, { MANAGER_PORT: String(managerPort), GATEWAY_WORKERS: "1" });
}
const { product, page, customer, troubles, button, dialog } = customerJourney(
  (at) => customerWithIps(at, 10),
  forTests(start),
);
afterAll(async () => {
  taken?.close();
  await endManager();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the downloaded file without settings, as customers do: it knows its dashboard. */
async function runManager(): Promise<void> {
  const { PATH = "", HOME = folder } = process.env;
  manager = spawn(process.execPath, [path.join(folder, "proxy-manager.mjs")], {
    env: { PATH, HOME, MANAGER_DIR: path.join(folder, "state") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(manager.stdout ?? manager, "data");
}
async function endManager(): Promise<void> {
  if (!manager || manager.exitCode !== null) return;
  manager.kill("SIGTERM");
  await once(manager, "exit");
}

/** The local ports that the dialog shows, in the order of its rows. */
async function shownPorts(): Promise<number[]> {
  const texts = await dialog()
    .getByText(/^127\.0\.0\.1:\d+$/u)
    .allInnerTexts();
  return texts.map((text) => Number(text.split(":")[1]));
}
const seenAt = (port: number, scheme = "http") =>
  seenFrom(product, { host: "", port }, "-x", `${scheme}://127.0.0.1:${port}`);

describe("the local proxy manager in the dashboard", () => {
  it("is offered for download while it is missing, and found once it runs", async () => {
    await navigateTo(page, product.url, "/cli/isp-user?tab=local");
    await page.getByText("Please download proxy manager and run.").waitFor();
    expect(await axe(page)).toEqual([]);
    const downloads = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download" }).click();
    const file = await downloads;
    expect(file.suggestedFilename()).toBe("proxy-manager.mjs");
    await file.saveAs(path.join(folder, "proxy-manager.mjs"));
    taken.close();
    await runManager();
    await page.getByText("No local port yet").waitFor({ timeout: 15_000 });
  }, 60_000);

  it("gives each selected IP a local address that needs no password", async () => {
    const { items } = await customer.ask("ipOpen", { num: 2, hours: 1, auth: "user" });
    await page.goto(`${product.url}/cli/isp-user?tab=opened`);
    for (const { host, port } of items) {
      await page
        .getByRole("row", { name: new RegExp(`${host}:${port}`, "u") })
        .getByRole("checkbox")
        .check();
    }
    await button("Use on this computer").click();
    await dialog().getByText("2 of 2 done, 0 failed").waitFor();
    const ports = await shownPorts();
    expect(ports).toHaveLength(2);
    const seen = await Promise.all(ports.map((port) => seenAt(port)));
    expect(seen.toSorted()).toEqual(items.map(({ ip }) => ip).toSorted());
    expect(await seenAt(ports[0] ?? 0, "socks5h")).toBe(seen[0]);
    expect(await axe(page)).toEqual([]);
    await dialog().getByRole("link", { name: "Show the local ports" }).click();
    await page.waitForURL(/tab=local/u);
  }, 60_000);

  it("shows the traffic of the local ports, and stops one", async () => {
    const table = page.getByRole("table", { name: "Local ports of this computer" });
    const rows = table.getByRole("row").filter({ hasText: "leads to" });
    await rows.nth(1).waitFor();
    const address = (text: string) => Number(/127\.0\.0\.1:(\d+)/u.exec(text)?.[1]);
    const [first = 0, second = 0] = (await rows.allInnerTexts()).map(address);
    const exit = await seenAt(first);
    const proxy = `http://127.0.0.1:${first}`;
    await curl("-x", proxy, "-o", "/dev/null", `${product.target}/bytes/2500000`);
    const carried = rows.filter({ hasText: `:${first}` }).locator("[data-bytes]");
    await expect
      .poll(async () => Number(await carried.getAttribute("data-bytes")), { timeout: 10_000 })
      .toBeGreaterThan(2_500_000);
    expect(await scrollsSideways(page)).toBe(false);
    await button(`Stop 127.0.0.1:${first}`).click();
    await page.getByText(`127.0.0.1:${first} is stopped`).waitFor();
    await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(1);
    // Another manager on this machine may have taken the port, which then leads elsewhere.
    expect(await seenAt(first)).not.toBe(exit);
    expect(await seenAt(second)).toMatch(/^127\./u);
  }, 60_000);

  it("is shown as missing after it was stopped", async () => {
    await endManager();
    await page.getByText("Please download proxy manager and run.").waitFor();
    expect(troubles).toEqual([]);
  }, 60_000);

  it("is shown again after it was restarted", async () => {
    await runManager();
    await page
      .getByText(/^127\.0\.0\.1:\d+$/u)
      .first()
      .waitFor({ timeout: 15_000 });
    expect(troubles).toEqual([]);
  }, 60_000);
});
