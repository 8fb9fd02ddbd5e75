import { expect, test } from "vitest";
import { axe, faultsOf } from "./browser.ts";
import { button, heading, openPrintedLink } from "./console-owner.ts";
import { startWithConsole } from "./product.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { pageJourney } from "./journey.ts";

const { product, page: owner, troubles } = pageJourney(forTests(startWithConsole));

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
  expect(await faultsOf(owner)).toEqual([]);
  await button(owner, "Remove").click();
  await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await owner.getByText("Nobody is told of anything yet").waitFor();
  expect(troubles).toEqual([]);
});

test("who signs out in one tab leaves nothing on the screens of others, nor behind Back (spec/console#sign-in)", async () => {
  const other = await owner.context().newPage();
  await other.goto(owner.url());
  await heading(other, "Alerts");
  await button(owner, "Account olga@operator.example").click();
  await owner.getByRole("menuitem", { name: "Sign out" }).click();
  await owner.waitForURL(/sign-in/);
  await other.waitForURL(/sign-in/);
  await owner.goBack();
  await owner.waitForURL(/sign-in/);
  expect(await owner.getByRole("heading", { name: "Alerts" }).count()).toBe(0);
});
