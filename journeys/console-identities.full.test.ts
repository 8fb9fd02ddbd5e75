/** Identities in the console, in Chromium: documents are looked at, saved and decided on. */
import { documentPartBytes } from "@turnpike/rules/identity-document.ts";
import { expect, test } from "vitest";
import { faultsOf } from "./browser.ts";
import { button, heading, openPrintedLink } from "./console-owner.ts";
import { register } from "./customer.ts";
import { startWithConsole } from "./product.ts";
import { borrowed, forTests } from "@turnpike/net/testing/for-tests.ts";
import { pageJourney } from "./journey.ts";

const { product, page: owner, troubles } = pageJourney(forTests(startWithConsole));
const customer = borrowed(() => register(product));

/** Uploads a file in one part. */
async function upload(file: Buffer): Promise<void> {
  expect(file.length).toBeLessThanOrEqual(documentPartBytes);
  const { id } = await customer.ask("identityUpload", { bytes: file.length });
  const sent = await fetch(`${product.url}/v1/identityPart?document=${id}&number=0`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", "x-session": customer.session },
    body: new Uint8Array(file),
  });
  expect(sent.status).toBe(200);
  await customer.ask("identityUploaded", { id });
}

test("pictures are shown, PDFs only saved, and two clicks approve (spec/identity#decisions)", async () => {
  await openPrintedLink(owner, product, "olga@operator.example");
  await owner.goto(new URL("/identities", owner.url()).href);
  await heading(owner, "Identities");
  await owner.getByText("Nobody has handed anything in yet").waitFor();
  const picture = await owner.screenshot();
  await upload(picture);
  await upload(Buffer.from("%PDF-1.7\n/OpenAction /JavaScript (app.alert(1))"));
  // The head of a picture, and nothing behind it.
  await upload(picture.subarray(0, 40));
  await customer.ask("identityHandIn", {});

  await owner.goto(new URL("/", owner.url()).href);
  await owner.getByRole("link", { name: /^Open ?: Identities to check$/ }).click();
  await heading(owner, "Identities");
  expect(await faultsOf(owner)).toEqual([]);
  await button(owner, /^Documents ?: /).click();
  const drawer = owner.getByRole("dialog", { name: customer.email });
  await button(owner, /^View ?: Document 1$/).click();
  const shown = drawer.getByRole("img", { name: "Document 1" });
  await expect
    .poll(() => shown.evaluate((img) => (img as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
  expect(await shown.getAttribute("src")).toMatch(/^data:image\/png;base64,/);
  await button(owner, /^View ?: Document 3$/).click();
  await drawer.getByText("The browser cannot show this picture.").waitFor();
  const [saved] = await Promise.all([
    owner.waitForEvent("download"),
    button(owner, /^Save ?: Document 2$/).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^document-[0-9a-f]{8}\.pdf$/);
  expect(owner.context().pages()).toHaveLength(1);
  expect(await owner.locator("iframe, object, embed").count()).toBe(0);
  expect(await faultsOf(owner)).toEqual([]);

  await drawer.getByRole("button", { name: "Ask for more" }).click();
  const more = owner.getByRole("dialog", { name: "Ask for more" });
  await more.getByRole("button", { name: "Ask for more" }).click();
  await more.getByLabel("Reason (sent to the customer)").selectOption("selfie");
  await more.getByRole("button", { name: "Ask for more" }).click();
  await owner.getByText("Asked for more").first().waitFor();
  await owner.getByRole("dialog").waitFor({ state: "detached" });
  await customer.ask("identityHandIn", {});
  await owner.reload();
  await owner.getByRole("button", { name: "Approve" }).click();
  await owner.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await owner.getByRole("dialog").waitFor({ state: "detached" });
  expect((await customer.ask("member", {})).identity).toBe("approved");
  expect(troubles).toEqual([]);
});

test("a product is sold to identified customers, and to everybody again (spec/identity#gates)", async () => {
  await owner.goto(new URL("/products", owner.url()).href);
  await owner.getByText("Everything is sold to everybody").waitFor();
  await button(owner, "Ask for an identity").click();
  const dialog = owner.getByRole("dialog", { name: "Ask for an identity" });
  await dialog.getByLabel("Product (SKU)").selectOption("traffic-standard");
  await dialog.getByLabel("GB in 30 days without an identity").fill("50");
  await dialog.getByRole("button", { name: "Ask for an identity" }).click();
  await owner.getByText("Above 50 GB in 30 days").first().waitFor();
  expect(await faultsOf(owner)).toEqual([]);
  await button(owner, "Sell to everybody").first().click();
  await owner.getByRole("dialog").getByRole("button", { name: "Sell to everybody" }).click();
  await owner.getByText("Everything is sold to everybody").waitFor();
});

test("domains of disposable mail are added, excepted and removed (spec/sign-in#disposable-mail)", async () => {
  await owner.goto(new URL("/disposable-mail", owner.url()).href);
  await owner.getByText("The shipped list alone counts").waitFor();
  for (const [title, domain] of [
    ["Add a domain", "throwaway.example"],
    ["Except a domain", "school.example"],
  ] as const) {
    await button(owner, title).click();
    const dialog = owner.getByRole("dialog", { name: title });
    await dialog.getByLabel("Domain").fill(domain);
    await dialog.getByRole("button", { name: title }).click();
    await dialog.waitFor({ state: "detached" });
    await owner.getByText(domain).first().waitFor();
  }
  expect(await faultsOf(owner)).toEqual([]);
  for (const _ of [1, 2]) {
    await button(owner, "Remove").first().click();
    await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await owner.getByRole("dialog").waitFor({ state: "detached" });
  }
  await owner.getByText("The shipped list alone counts").waitFor();
  expect(troubles).toEqual([]);
});
