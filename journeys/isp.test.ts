import { isFull } from "@turnpike/net/testing/full.ts";
import { afterAll, describe, expect, it } from "vitest";
import { curl } from "./customer.ts";
import { advance } from "./person.ts";
import {
  customerWithIps,
  grantIps,
  ipsOf,
  waitUntilClosed,
  seenFrom,
  seenThrough,
} from "./pool.ts";
import { adjustableClockInFullRuns } from "./shared.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { customerJourney } from "./journey.ts";

const { product, page, customer, troubles, button, dialog } = customerJourney(
  (at) => customerWithIps(at, 0),
  borrowed(adjustableClockInFullRuns),
);
afterAll(async () => {
  // Remove the whitelisted addresses, or other journeys' requests would use this customer.
  const { items } = await customer.ask("trafficWhiteList", {});
  if (items.length > 0) await customer.ask("delTrafficWhite", { ids: items.map(({ id }) => id) });
});

/** Runs the curl command shown in a dialog; returns the client address that the target saw. */
async function runShownCurl(): Promise<string> {
  const command = dialog().locator("pre, code").filter({ hasText: "curl" }).first();
  await command.waitFor();
  const words = (await command.innerText()).trim().split(/\s+/u);
  expect(words[0]).toBe("curl");
  const answer = await curl(...words.slice(1).map((word) => word.replaceAll(/^["']|["']$/gu, "")));
  return (JSON.parse(answer.out) as { ip: string }).ip;
}
/** The table's body rows that do not show this text. */
const rowsOutside = (text: RegExp) => page.locator("tbody tr").filter({ hasNotText: text });
async function choose(field: string, option: RegExp): Promise<void> {
  await page.getByRole("combobox", { name: field }).or(page.getByLabel(field)).first().click();
  await page.getByRole("option", { name: option }).click();
}

describe("the ISP pool's screens", () => {
  it("list the available IPs, and point to the shop if there is no balance", async () => {
    await page.goto(`${product.url}/cli/isp-user?country=DE`);
    await page.getByRole("heading", { level: 1, name: "ISP pool" }).waitFor();
    await page
      .getByText(/127\.1\.\*\.\*/u)
      .first()
      .waitFor();
    await page.getByRole("checkbox").nth(1).check();
    await button("Open 1 IP").first().click();
    await dialog().getByText("No balance, please purchase first").waitFor();
    await page.keyboard.press("Escape");
    await grantIps(product, customer, 5);
  }, 60_000);

  it("open selected IPs of a city; the displayed curl command works at once", async () => {
    await page.goto(`${product.url}/cli/isp-user`);
    await choose("Country", /Germany/u);
    await page.waitForURL(/country=DE/u);
    await choose("City", /Berlin/u);
    await page.waitForURL(/city=berlin/u);
    // The country's rows stay until the city's arrive; a row that disappears is deselected.
    await expect.poll(() => rowsOutside(/Berlin/u).count()).toBe(0);
    // Rows move as latencies are measured: the second one is whichever is not selected yet.
    const unchecked = page.getByRole("checkbox", { checked: false });
    await unchecked.nth(1).check();
    await unchecked.first().check();
    await button("Open 2 IPs").first().click();
    await dialog().getByRole("button", { name: "Open 2 IPs" }).click();
    await dialog().getByText("2 IPs are yours").waitFor();
    const { items } = await customer.ask("ipHistory", {});
    expect(items.map(({ country, city }) => [country, city])).toEqual([
      ["DE", "berlin"],
      ["DE", "berlin"],
    ]);
    expect(items.map(({ ip }) => ip)).toContain(await runShownCurl());
    for (const one of items) expect(await seenThrough(product, one, "socks5h")).toBe(one.ip);
    expect(await ipsOf(customer)).toBe(3);
    await button("Show what is open").click();
    for (const { host, port } of items) {
      await page.getByText(`${host}:${port}`).first().waitFor();
    }
  }, 60_000);

  it("ask for a selection first, and delete the selected IPs", async () => {
    const asked = "Please select the IP you want to delete, download or renew first";
    await page.getByRole("checkbox").nth(1).focus();
    await page.keyboard.press("Delete");
    await page.getByText(asked).first().waitFor();
    const [kept, ended] = (await customer.ask("ipHistory", {})).items;
    if (!kept || !ended) throw new Error("two are open");
    await page
      .getByRole("row", { name: new RegExp(`${ended.host}:${ended.port}`, "u") })
      .getByRole("checkbox")
      .check();
    await button("Delete").first().click();
    await dialog()
      .getByText(/there is no refund/u)
      .waitFor();
    await dialog().getByRole("button", { name: "Delete 1 IP" }).click();
    await page.getByText("1 IP deleted").first().waitFor();
    await waitUntilClosed(product, ended);
    expect(await seenThrough(product, kept)).toBe(kept.ip);
  }, 60_000);

  it("open IPs by number for whitelisted addresses, without a password", async () => {
    await customer.ask("addSubUser", {
      account: "pooljourney",
      password: "secret123",
      trafficGb: 0,
    });
    await page.goto(`${product.url}/cli/isp-nouser?country=FR`);
    await page
      .getByText(/127\.1\.\*\.\*/u)
      .first()
      .waitFor();
    await button("Open by number").click();
    await dialog().getByRole("textbox", { name: "Number of IPs" }).fill("2");
    await dialog().getByRole("button", { name: "Open 2 IPs" }).click();
    await dialog().getByText("2 IPs are yours").waitFor();
    const [one] = (await customer.ask("ipHistoryNoUser", {})).items;
    if (!one) throw new Error("none was opened");
    expect(await seenFrom(product, one)).toBe("407");
    await customer.ask("addTrafficWhite", { ips: "127.0.0.1" });
    expect(await seenFrom(product, one)).toBe(one.ip);
    expect(await runShownCurl()).toMatch(/^127\.1\./u);
    expect(await ipsOf(customer)).toBe(1);
  }, 60_000);

  it.runIf(isFull)(
    "keep five hours of history, including ended IPs",
    async () => {
      const [one] = (await customer.ask("ipHistory", { status: "active" })).items;
      if (!one) throw new Error("one is open");
      await advance(product, 3_601);
      await page.goto(`${product.url}/cli/isp-history`);
      await page.getByRole("heading", { level: 1, name: "ISP pool" }).waitFor();
      await page.getByText(`${one.host}:${one.port}`).first().waitFor();
      await page.getByText("Ended").first().waitFor();
      await waitUntilClosed(product, one);
      await page.getByText("Opened IPs by day").waitFor();
      await advance(product, 4 * 3_600);
      await page.reload();
      await page.getByText("Nothing was opened in the last five hours").first().waitFor();
      expect(troubles).toEqual([]);
    },
    60_000,
  );
});
