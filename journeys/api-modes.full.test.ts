import { afterAll, describe, expect, it } from "vitest";
import { buyTraffic, curl } from "./customer.ts";
import { customerWithIps, ipsOf, waitUntilClosed, seenFrom } from "./pool.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { customerJourney } from "./journey.ts";

const other = ["--interface", "127.0.0.77"];

const { product, page, customer, troubles, button } = customerJourney(async (at) => {
  const made = await customerWithIps(at, 10);
  await buyTraffic(made, 1);
  await made.ask("addSubUser", { account: "apijourney", password: "secret123", main: 1 });
  return made;
});
afterAll(async () => {
  // Remove the whitelisted addresses, or other journeys' requests would use this customer.
  const { items } = await customer.ask("trafficWhiteList", {});
  await customer.ask("delTrafficWhite", { ids: items.map(({ id }) => id) });
});

const portsOf = async () => (await customer.ask("whitePorts", {})).items;

describe("API whitelist mode", () => {
  it("adds the browser's own address with one click, opens ports, and shows a working curl command", async () => {
    await page.goto(`${product.url}/cli/api-white-model`);
    await page.getByRole("heading", { level: 1, name: "Residential" }).waitFor();
    await page.getByText("The whitelist is empty: nobody can connect yet.").waitFor();
    await button(/^Add/u).first().click();
    await waitFor("it stands on the whitelist", async () => {
      const { whitelisted } = await customer.ask("checkTrafficWhite", { ip: "127.0.0.1" });
      return whitelisted;
    });
    await page.getByRole("textbox", { name: /^Number of ports/u }).fill("2");
    await button("Make 2 ports").click();
    await page.getByText("2 ports are ready").first().waitFor();
    const command = page.locator("pre, code").filter({ hasText: "curl" }).first();
    const words = (await command.innerText()).trim().split(/\s+/u);
    const answer = await curl(
      ...words.slice(1).map((word) => word.replaceAll(/^["']|["']$/gu, "")),
    );
    expect((JSON.parse(answer.out) as { ip: string }).ip).toMatch(/^127\.1\./u);
    const ports = await portsOf();
    expect(ports).toHaveLength(2);
    for (const port of ports) {
      expect(await seenFrom(product, port)).toMatch(/^127\.1\./u);
      expect(await seenFrom(product, port, ...other)).toBe("407");
    }
  }, 60_000);

  it("deletes the selected port", async () => {
    const [gone, kept] = await portsOf();
    if (!gone || !kept) throw new Error("two ports stand");
    await page.goto(`${product.url}/cli/api-white-model`);
    await page
      .getByRole("row", { name: new RegExp(`:${gone.port}`, "u") })
      .getByRole("checkbox")
      .check();
    await button("Delete").first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("1 port deleted").first().waitFor();
    await waitUntilClosed(product, gone);
    expect(await seenFrom(product, kept)).toMatch(/^127\.1\./u);
  }, 60_000);
});

describe("API extraction", () => {
  it("creates a link that returns working proxies, only to whitelisted addresses", async () => {
    await page.goto(`${product.url}/cli/api-extract`);
    await page.getByRole("heading", { level: 1, name: "Residential" }).waitFor();
    await page.getByText("Please create an API link").first().waitFor();
    await page.getByRole("textbox", { name: /^Proxies per call/u }).fill("3");
    await page.getByText("num=3").first().waitFor();
    await button("Create link").click();
    await page.getByText("Your link is ready").first().waitFor();
    const { items: links } = await customer.ask("apiLinks", {});
    const [link] = links;
    if (!link) throw new Error("no link was made");
    await page.getByText(link.url).first().waitFor();
    const answered = await curl(link.url);
    const lines = answered.out.trim().split("\n");
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const [host = "", port = ""] = line.split(":");
      expect(await seenFrom(product, { host, port: Number(port) })).toMatch(/^127\.1\./u);
    }
    expect(await ipsOf(customer)).toBe(7);
    const refused = await curl(...other, "-w", "\n%{http_code}", link.url);
    expect(refused.out).toMatch(/notWhitelisted[\s\S]*403$/u);
    expect(await ipsOf(customer)).toBe(7);
  }, 60_000);

  it("lists the links with their use counts, and deletes them", async () => {
    const [link] = (await customer.ask("apiLinks", {})).items;
    if (!link) throw new Error("there is a link");
    await page.goto(`${product.url}/cli/api-extract`);
    await page.getByRole("checkbox").last().check();
    await button("Delete").first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("1 link deleted").first().waitFor();
    const { out } = await curl("-w", "%{http_code}", link.url);
    expect(out).toMatch(/linkNotFound[\s\S]*403$/u);
    expect(troubles).toEqual([]);
  }, 60_000);
});
