import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { startMailServer } from "../apps/api/src/platform/mail/testing.ts";
import { axe, scrollsSideways } from "./browser.ts";
import { heading } from "./console-owner.ts";
import { PASSWORD } from "./person.ts";
import { startWithConsole } from "./product.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { pageJourney } from "./journey.ts";

const post = forTests(startMailServer);
const { product, page: owner, troubles } = pageJourney(forTests(startWithConsole));
// After each step the doctor looks at everything again.
beforeAll(() => owner.setDefaultTimeout(30_000));

const step = (name: string) => owner.getByRole("region", { name, exact: true });

test("the first owner comes from the printed link to a proxied request in fifteen clicks (spec/console#set-up)", async () => {
  let clicks = 0;
  const press = async (name: string, within: Page | Locator = owner) => {
    await within.getByRole("button", { name, exact: true }).click();
    clicks += 1;
  };
  const link = /http:\/\/\S+\/#link=\S+/;
  await waitFor("the link is printed", () => link.test(product.output()));
  await owner.goto(link.exec(product.output())?.[0] ?? "");
  await owner.getByLabel("E-mail").fill("olga@operator.example");
  await owner.getByLabel("New password").fill(PASSWORD);
  await press("Set the password and sign in");
  await heading(owner, "Set-up");

  await step("Brand").getByRole("textbox", { name: "Name", exact: true }).fill("Nordlicht");
  await step("Brand").getByLabel("Support e-mail").fill("hilfe@nordlicht.example");
  await step("Brand").getByLabel("Address of the company").fill("1 Example Street");
  await press("Save brand");
  await press("Next step");
  await step("Mail").getByLabel("Server").fill("127.0.0.1");
  await step("Mail").getByLabel("Port").fill(String(post.port));
  await step("Mail").getByLabel("Sender of e-mails").fill("no-reply@nordlicht.example");
  await press("Save", step("Mail"));
  await press("Save", owner.getByRole("dialog"));
  await press("Send me a test mail");
  await step("Mail").getByText("The mail server took a mail to olga@operator.example.").waitFor();
  expect(post.kept.at(-1)).toContain("From: no-reply@nordlicht.example");
  await press("Next step");
  await step("Payments").getByLabel("Bank account").fill("IBAN DE02 1203 0000 0000 2020 51");
  await press("Save", step("Payments").getByRole("region", { name: "Bank transfer" }));
  await owner.getByRole("dialog").getByLabel("Reason").fill("the house bank");
  await press("Save", owner.getByRole("dialog"));
  await press("Next step");
  await step("Law").waitFor();
  await press("Leave it as it is");
  await step("Supply").waitFor();
  // The lab's exits are the supply.
  await press("Leave it as it is");
  await step("Prices").waitFor();
  await press("These prices are right");
  await press("Run a test purchase");
  await step("Test purchase")
    .getByText("It works: the request came back through an exit.")
    .waitFor({ timeout: 30_000 });
  // What was left is not called done.
  await owner.getByText(/of 7 steps are done\. Left as they are: [12]\./).waitFor();
  await press("Finish");
  await heading(owner, "Overview");
  // What was left is the next step while nothing else needs attention.
  const law = owner.getByRole("listitem").filter({ hasText: "Law" });
  await law.getByText("left as it is").waitFor();
  await law.getByRole("link").click();
  await step("Law").waitFor();
  expect(clicks).toBeLessThanOrEqual(15);
  expect(troubles).toEqual([]);
}, 120_000);

test("each step stands on a phone and on a desk, in the light and in the dark", async () => {
  for (const [width, colorScheme] of [
    [390, "light"],
    [1440, "dark"],
  ] as const) {
    await owner.setViewportSize({ width, height: 900 });
    await owner.emulateMedia({ colorScheme });
    for (const name of ["brand", "mail", "payments", "law", "supply", "prices", "purchase"]) {
      await owner.goto(new URL(`/set-up?step=${name}`, owner.url()).href);
      await owner.getByText("What the check found").waitFor();
      expect([name, await axe(owner)]).toEqual([name, []]);
      expect([name, await scrollsSideways(owner)]).toEqual([name, false]);
    }
  }
}, 120_000);
