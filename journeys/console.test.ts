/** The operator's console in Chromium: from the printed link to an action in the audit log. */
import { isFull } from "@turnpike/net/testing/full.ts";
import { expect, test } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { bindMfa, button, heading, openPrintedLink, setPassword } from "./console-owner.ts";
import { register } from "./customer.ts";
import { openDevicePage } from "./person.ts";
import { sharedBrowser } from "./shared.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { pageJourney } from "./journey.ts";

const OWNER = "olga@operator.example";
const VIEWER = "vera@operator.example";
const { product, page: owner, troubles } = pageJourney();
const customer = borrowed(() => register(product));

test("the printed link leads to setting a password, a second factor and the overview", async () => {
  await openPrintedLink(owner, product, OWNER);
  expect(await axe(owner)).toEqual([]);
  await bindMfa(owner, OWNER);
  expect(await owner.getByRole("listitem").count()).toBe(10);
  await button(owner, "I have saved them").click();
  await heading(owner, "Overview");
});

test("a customer is found through the palette and granted balance with a reason", async () => {
  await owner.keyboard.press("Control+k");
  await owner.getByRole("dialog").getByRole("combobox").fill(customer.email);
  await owner.getByRole("option", { name: customer.email }).waitFor();
  await owner.keyboard.press("Enter");
  await heading(owner, customer.email);
  await button(owner, "Grant balance").click();
  const dialog = owner.getByRole("dialog", { name: "Grant balance" });
  await dialog.getByLabel("Amount").fill("12.50");
  await button(owner, "Grant balance").last().click();
  await dialog.getByText("This field is required").waitFor();
  expect(await axe(owner)).toEqual([]);
  await dialog.getByLabel("Reason").fill("Goodwill after the outage");
  await dialog.getByRole("button", { name: "Grant balance" }).click();
  await dialog.waitFor({ state: "detached" });
  await owner.getByText("$12.50").first().waitFor();
});

test("a target is blocked, and the audit log shows who did what", async () => {
  await owner.getByRole("link", { name: "Blocked targets" }).click();
  await heading(owner, "Blocked targets");
  await button(owner, "Block a target").click();
  const dialog = owner.getByRole("dialog", { name: "Block a target" });
  await dialog.getByLabel("Target", { exact: true }).fill("*.phishing.example");
  await dialog.getByRole("button", { name: "Block a target" }).click();
  await owner.getByRole("cell", { name: "*.phishing.example" }).waitFor();
  await owner.getByRole("link", { name: "Audit log" }).click();
  await heading(owner, "Audit log");
  const rows = owner.getByRole("row");
  await rows.filter({ hasText: "Blocked a target" }).filter({ hasText: OWNER }).first().waitFor();
  const granted = rows.filter({ hasText: "Granted balance" }).first();
  await granted.getByText("Goodwill after the outage").waitFor();
  expect(await axe(owner)).toEqual([]);
  expect(await scrollsSideways(owner)).toBe(false);
  expect(troubles).toEqual([]);
});

test.runIf(isFull)("a viewer sees no actions and no screens beyond the role", async () => {
  await owner.getByRole("link", { name: "Staff", exact: true }).click();
  await button(owner, "Add a person").click();
  const dialog = owner.getByRole("dialog", { name: "Add a person" });
  await dialog.getByLabel("E-mail").fill(VIEWER);
  await dialog.getByLabel("Role").selectOption("viewer");
  await dialog.getByRole("button", { name: "Add a person" }).click();
  const link = (await dialog.locator("pre").innerText()).trim();
  const viewer = await openDevicePage(await sharedBrowser(), troubles);
  await viewer.goto(link);
  await setPassword(viewer);
  expect(await viewer.getByRole("link", { name: "Audit log" }).count()).toBe(0);
  await viewer.getByRole("link", { name: "Blocked targets" }).click();
  await viewer.getByRole("cell", { name: "*.phishing.example" }).waitFor();
  expect(await button(viewer, "Block a target").count()).toBe(0);
  expect(await button(viewer, "Unblock").count()).toBe(0);
  expect(troubles).toEqual([]);
});
