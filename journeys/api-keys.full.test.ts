import { expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { curl, customerWithMoney } from "./customer.ts";
import { openSettings } from "./person.ts";
import { customerJourney } from "./journey.ts";

const { product, page, troubles } = customerJourney(customerWithMoney(5_000));
let key = "";
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** Makes a call as docs/api.md shows it. */
async function call(path: string, ...fields: string[]) {
  const bearer = ["-H", `Authorization: Bearer ${key}`];
  const sent = fields.flatMap((field) => ["-d", field]);
  const { out } = await curl(product.url + path, "-X", "POST", ...bearer, ...sent);
  return JSON.parse(out) as { code: number; msg: string; data: Record<string, unknown> };
}
const order = (requestId: string, quantity = 1) =>
  call(
    "/v1/order",
    "sku=traffic-standard",
    "method=wallet",
    `quantity=${quantity}`,
    `requestId=${requestId}`,
  );

it("An API key is created by keyboard with name, scopes and monthly limit, and shown once", async () => {
  await openSettings(page, product.url, "developers");
  await page.getByText("No API key yet").waitFor();
  expect(await axe(page)).toEqual([]);
  await button("Create a key").click();
  // The name field has the focus.
  await page.getByRole("dialog").locator("input[type=text]:focus").waitFor();
  await page.keyboard.type("billing");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.getByLabel("Monthly limit").fill("10");
  await page.getByLabel("Allowed networks").fill("127.0.0.0/8");
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const ready = page.getByRole("dialog", { name: "Your new API key" });
  key = (await ready.getByRole("region", { name: "API key", exact: true }).innerText()).trim();
  expect(key).toMatch(/^tpk_\w{38}$/);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await ready.getByRole("button", { name: "I have saved it" }).click();
  await ready.waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(key);
});

it("An API key reads and buys within its limit; each refusal gives its reason", async () => {
  const list = await call("/v1/subUsers", "limit=10");
  expect(list).toMatchObject({ code: 0, data: { items: [] } });
  const bought = await order("journey-key-1", 2);
  expect(bought).toMatchObject({ code: 0, data: { order: { status: "paid" } } });
  expect(await order("journey-key-1", 2)).toEqual(bought);
  expect(await order("journey-key-2", 9)).toMatchObject({
    code: 403,
    msg: "This key has reached its monthly limit. What is left of it is in data.leftCents.",
    data: { reason: "keyLimit" },
  });
  expect(await call("/v1/order", "sku=traffic-standard", "quantity=1", "method=wallet")).toEqual({
    code: 400,
    msg: "A required field is missing, please fill it in",
    data: { reason: "missingField", field: "requestId" },
  });
  const made = await call("/v1/addSubUser", "account=Crawler77", "password=secret123");
  expect(made).toMatchObject({ code: 403, data: { reason: "keyScope", scope: "proxies" } });
  expect(await call("/v1/upAccessKey")).toMatchObject({
    code: 403,
    data: { reason: "keyScope", scope: null },
  });
});

it("An API key shows its last use and spending, and is invalid as soon as it is deleted", async () => {
  await page.reload();
  const row = page.getByRole("list", { name: "API keys" }).getByRole("listitem");
  await row.getByText(/of \$10\.00 spent this month/).waitFor();
  expect(await row.innerText()).toMatch(/Last used[\s\S]*127\.0\.0\.1/);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axe(page)).toEqual([]);
  await button("Delete billing").click();
  await button("Delete the key").click();
  await page.getByText("No API key yet").waitFor();
  expect(await call("/v1/member")).toMatchObject({ code: 300, data: { reason: "keyUnknown" } });
  expect(troubles).toEqual([]);
});
