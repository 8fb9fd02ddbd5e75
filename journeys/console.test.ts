/** The operator's console in Chromium: from the printed link to an act that the audit log shows. */
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { curl, customerWithTraffic, register } from "./customer.ts";
import { device, PASSWORD } from "./person.ts";
import type { RunningProduct } from "./product.ts";
import { closeContexts, sharedBrowser, sharedProduct } from "./shared.ts";

const OWNER = "olga@operator.example";
const VIEWER = "vera@operator.example";
let product: RunningProduct;
let customer: { email: string };
let owner: Page;
const troubles: string[] = [];

beforeAll(async () => {
  product = await sharedProduct();
  customer = await register(product);
  owner = await device(await sharedBrowser(), troubles);
}, 120_000);
afterAll(closeContexts);

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** Sets the password on the page of a one-time link. */
async function setPassword(page: Page): Promise<void> {
  await page.getByLabel("New password").fill(PASSWORD);
  await button(page, "Set the password and sign in").click();
  await heading(page, "Overview");
}

test("the printed link leads to a password, a second factor and the overview", async () => {
  const link = /http:\/\/\S+\/#link=\S+/;
  await waitFor("the link is printed", () => link.test(product.output()));
  await owner.goto(link.exec(product.output())?.[0] ?? "");
  await owner.getByLabel("E-mail").fill(OWNER);
  await setPassword(owner);
  expect(await axe(owner)).toEqual([]);
  await button(owner, `Account of ${OWNER}`).click();
  await owner.getByRole("menuitem", { name: "Set up two-factor authentication" }).click();
  await owner.getByRole("img", { name: "QR code with the key for your app" }).waitFor();
  const secret = await owner.locator("form p").first().innerText();
  await owner
    .getByLabel("Authentication code")
    .fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await button(owner, "Confirm").click();
  await heading(owner, "Save your recovery codes");
  expect(await owner.getByRole("listitem").count()).toBe(10);
  await button(owner, "I have saved them").click();
  await heading(owner, "Overview");
});

test("a customer is found by the palette and granted money, with a reason", async () => {
  await owner.keyboard.press("Control+k");
  await owner.getByRole("combobox").fill(customer.email);
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

test("a target is blocked, and the audit log says who did what", async () => {
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
});

test("a complaint is traced to the customer, becomes a case, and its target is blocked", async () => {
  const traced = await customerWithTraffic(product);
  const proxy = `http://${traced.account}:${traced.password}@${product.gateway}`;
  const { out } = await curl("-x", proxy, `${product.target}/ip`);
  const { ip: exit } = JSON.parse(out) as { ip: string };
  const seenAt = new Date().toISOString();
  await owner.getByRole("link", { name: "Trace", exact: true }).click();
  await heading(owner, "Trace");
  await owner.getByLabel("Exit address").fill(exit);
  await owner.getByLabel("Time", { exact: true }).fill(seenAt);
  await button(owner, "Trace").click();
  await owner.getByText("This field is required").waitFor();
  await owner.getByLabel("Reason").fill("Complaint 7");
  const mine = owner.getByRole("row").filter({ hasText: traced.customer.email });
  const look = async () => {
    await button(owner, "Trace").click();
    await owner.getByRole("heading", { name: "Connections" }).waitFor();
    return (await mine.count()) > 0;
  };
  await waitFor("the gateway has sent its line", look, 10_000, 500);
  expect(await axe(owner)).toEqual([]);
  await mine.first().getByRole("button", { name: "Open a case" }).click();
  const dialog = owner.getByRole("dialog", { name: "Open a case" });
  await dialog.getByLabel("Reported by").fill("cert@example.org");
  await dialog.getByRole("button", { name: "Open a case" }).click();
  const title = new RegExp(`^Case \\d+: Complaint about ${exit}$`);
  await owner.getByRole("heading", { level: 1, name: title }).waitFor();
  await owner.getByRole("link", { name: traced.customer.email }).waitFor();
  expect(await axe(owner)).toEqual([]);
  await button(owner, "Block a target").click();
  const block = owner.getByRole("dialog", { name: "Block a target" });
  await block.getByLabel("Target", { exact: true }).fill("scanned.example");
  await block.getByRole("button", { name: "Block a target" }).click();
  await block.waitFor({ state: "detached" });
  await owner.getByRole("link", { name: "Blocked targets" }).click();
  const blocked = owner.getByRole("row").filter({ hasText: "scanned.example" });
  await blocked.filter({ hasText: traced.customer.email }).waitFor();
  expect(await scrollsSideways(owner)).toBe(false);
});

test("a viewer is offered no act, and no screen beyond the role", async () => {
  await owner.getByRole("link", { name: "Staff", exact: true }).click();
  await button(owner, "Add a person").click();
  const dialog = owner.getByRole("dialog", { name: "Add a person" });
  await dialog.getByLabel("E-mail").fill(VIEWER);
  await dialog.getByLabel("Role").selectOption("viewer");
  await dialog.getByRole("button", { name: "Add a person" }).click();
  const link = (await dialog.locator("pre").innerText()).trim();
  const viewer = await device(await sharedBrowser(), troubles);
  await viewer.goto(link);
  await setPassword(viewer);
  expect(await viewer.getByRole("link", { name: "Audit log" }).count()).toBe(0);
  await viewer.getByRole("link", { name: "Blocked targets" }).click();
  await viewer.getByRole("cell", { name: "*.phishing.example" }).waitFor();
  expect(await button(viewer, "Block a target").count()).toBe(0);
  expect(await button(viewer, "Unblock").count()).toBe(0);
  expect(troubles).toEqual([]);
});
