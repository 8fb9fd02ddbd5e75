/** Settings, Alerts in the console, in Chromium: a place is added, tested, looked at and removed. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { button, heading, openPrintedLink } from "./console-owner.ts";
import { openDevicePage } from "./person.ts";
import { type RunningProduct, startProduct } from "./product.ts";
import { closeContexts, sharedBrowser } from "./shared.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

let product: RunningProduct;
let owner: Page;
const troubles: string[] = [];
beforeAll(async () => {
  const [console = 0] = await freePorts(1);
  product = await startProduct(undefined, { CONSOLE_PORT: String(console) });
  owner = await openDevicePage(await sharedBrowser(), troubles);
}, 120_000);
afterAll(async () => {
  await closeContexts();
  await product?.stop();
}, 60_000);

test("a place for alerts is added by the form, tested and removed (spec/operator#alerts)", async () => {
  await openPrintedLink(owner, product, "olga@operator.example");
  await owner.goto(new URL("/settings/alerts", owner.url()).href);
  await heading(owner, "Alerts");
  await owner.getByText("Nobody is told of anything yet").waitFor();
  await button(owner, "Add a place").click();
  const dialog = owner.getByRole("dialog", { name: "Add a place" });
  await dialog.getByLabel("E-mail", { exact: true }).fill("ops@example.com");
  await dialog.getByRole("checkbox", { name: "Certificates" }).uncheck();
  expect(await axe(owner)).toEqual([]);
  await dialog.getByRole("button", { name: "Add a place" }).click();
  await owner.getByText("ops@example.com").first().waitFor();
  await button(owner, "Test").click();
  await owner.getByRole("dialog").getByRole("button", { name: "Test" }).click();
  await owner.getByText("The test was accepted.").waitFor();
  await owner.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await owner.getByRole("dialog").waitFor({ state: "detached" });
  await owner.getByText("Arrived").first().waitFor();
  for (const width of [390, 1440])
    for (const colorScheme of ["light", "dark"] as const) {
      await owner.setViewportSize({ width, height: 900 });
      await owner.emulateMedia({ colorScheme });
      expect(await axe(owner)).toEqual([]);
      expect(await scrollsSideways(owner)).toBe(false);
    }
  await button(owner, "Remove").click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await owner.getByText("Nobody is told of anything yet").waitFor();
  expect(troubles).toEqual([]);
});
