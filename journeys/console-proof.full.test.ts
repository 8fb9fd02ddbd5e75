/** The console asks for the second factor again, above the dialog of the change that needs it. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { startTestConsole } from "../apps/api/src/across/console/testing.ts";
import { allStaff } from "../apps/api/src/identity/staff/store/staff.ts";
import { startBrowser } from "./browser.ts";
import { button, heading } from "./console-owner.ts";

const api = forTests(() => startTestConsole({ NODE_ENV: "production" }));

it("A change that needs a fresh proof goes on after it, or stays undone (spec/console#fresh-proof)", async () => {
  const owner = await api.person("owner");
  const { secret } = await owner.get("mfaStart");
  const { world } = api.services;
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => app.generate({ timestamp: world.now() });
  await owner.get("mfaConfirm", { code: code() });
  world.setOffset(world.offsetMs() + 16 * 60_000);
  const browser = await startBrowser();
  try {
    const context = await browser.newContext();
    const [name = "", value = ""] = owner.cookie.split("=");
    await context.addCookies([{ name, value, url: api.consoleUrl }]);
    const page = await context.newPage();
    await page.goto(`${api.consoleUrl}/staff`);
    await heading(page, "Staff");
    await button(page, "Add a person").click();
    await page.getByLabel("E-mail").fill("new@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Add a person" }).click();
    const asked = page.getByRole("dialog", { name: "Confirm that it is you" });
    await asked.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Please enter the code of your authenticator app").waitFor();
    expect(await allStaff(api.services.db)).toHaveLength(2);
    await page.getByRole("dialog").getByRole("button", { name: "Add a person" }).click();
    await asked.getByLabel("Authentication code").fill("123456");
    await asked.getByRole("button", { name: "Confirm" }).click();
    await asked.getByText("wrong or was used already").waitFor();
    await asked.getByLabel("Authentication code").fill(code());
    await asked.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(/#link=/).waitFor();
    expect(await asked.count()).toBe(0);
  } finally {
    await browser.close();
  }
});
