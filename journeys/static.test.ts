/**
 * Static IPs as a person buys and uses them: credits, three in one city and two in another, curl
 * through their ports, a whitelist, new credentials, an export (spec/static#expiry).
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { curl, customerWithMoney } from "./customer.ts";
import { operator } from "./operator.ts";
import { navigateTo } from "./person.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { customerJourney } from "./journey.ts";

const { product, page, customer, troubles, button, dialog } = customerJourney(
  customerWithMoney(10_000),
);

/** The address that the target's /ip saw, or the proxy's status if it refused. */
async function seen(...how: string[]): Promise<string> {
  const { out } = await curl("-w", "\n%{http_code}", ...how, `${product.target}/ip`);
  const status = out.slice(-3);
  return status === "200" ? (JSON.parse(out.slice(0, -3)) as { ip: string }).ip : status;
}
const mine = async () => (await customer.ask("staticUseList", { limit: 100, sort: "ip" })).items;
const open = async (more = "") => {
  await navigateTo(page, product.url, `/cli/static-proxies${more}`);
  await page.getByRole("heading", { level: 1, name: "Static" }).waitFor();
};

describe("static IPs", () => {
  it("are bought as credits for a period", async () => {
    await open();
    await page.getByRole("link", { name: "Buy credits for 30 days" }).click();
    await dialog().getByRole("textbox").first().fill("5");
    await dialog()
      .getByRole("button", { name: /^Buy 5 /u })
      .click();
    await waitFor("5 credits", async () => {
      return (await customer.ask("member", {})).staticCredits["30"] === 5;
    });
  });

  it("are assigned by place, three in one city and two in another", async () => {
    await open();
    await button("Get your first IP").click();
    await dialog().getByRole("combobox", { name: "Country" }).fill("Germany");
    await page.getByRole("option", { name: /^Germany/u }).click();
    await dialog().getByRole("combobox", { name: "City" }).fill("Berlin");
    await page.getByRole("option", { name: /^Berlin/u }).click();
    await dialog().getByText("30 days").first().click();
    await dialog().getByRole("textbox", { name: "Number of IPs" }).fill("3");
    await button("Get 3 IPs").click();
    await dialog().getByText("3 IPs are yours").waitFor();
    const command = await dialog().locator("pre, code").first().innerText();
    expect(command).toMatch(/^curl /u);
    const [berlin] = await mine();
    expect(command).toContain(`${berlin?.host.split(".").slice(0, 2).join(".")}.`);
    await button("Done").click();
    await open("?take=1&country=DE&city=hamburg&days=30");
    await dialog().getByRole("textbox", { name: "Number of IPs" }).fill("2");
    await button("Get 2 IPs").click();
    await dialog().getByText("2 IPs are yours").waitFor();
    await button("Done").click();
    const cities = (await mine()).map(({ city }) => city).sort();
    expect(cities).toEqual(["berlin", "berlin", "berlin", "hamburg", "hamburg"]);
    expect((await customer.ask("member", {})).staticCredits["30"]).toBe(0);
    await page.getByText("Hamburg, Germany").first().waitFor();
  });

  it("send traffic from the very address that was bought, over HTTP and SOCKS5", async () => {
    for (const { host, port, account, password } of await mine()) {
      const door = `${account}:${password}@${host}:${port}`;
      expect(await seen("-x", `http://${door}`)).toBe(host);
      expect(await seen("-x", `socks5h://${door}`)).toBe(host);
    }
  });

  it("accept a whitelisted address without a password", async () => {
    const [first, second] = await mine();
    if (!first || !second) throw new Error("none was taken");
    const from = "127.0.0.77";
    const bare = (ip: { host: string; port: number }) =>
      seen("--interface", from, "-x", `http://${ip.host}:${ip.port}`);
    expect(await bare(first)).toBe("407");
    await button(`More actions for ${first.host}`).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog().getByLabel("Whitelist").fill(from);
    await button("Save").click();
    await page.getByText(`${first.host} was saved`).waitFor();
    await waitFor("the whitelist works", async () => (await bare(first)) === first.host, 2_000);
    expect(await bare(second)).toBe("407");
    expect(await seen("-x", `http://${first.host}:${first.port}`)).toBe("407");
  });

  it("accept new credentials within two seconds and reject the old ones", async () => {
    const before = await mine();
    await button("Reset all credentials").click();
    await dialog().getByLabel("Account", { exact: true }).fill("freshname");
    await dialog().getByLabel("Password", { exact: true }).fill("freshpass1");
    await button("Reset all").last().click();
    await dialog()
      .getByText(/5 IPs have the new account/u)
      .waitFor();
    for (const { host, port, account, password } of before) {
      await waitFor(
        `the old credentials of ${host} are dead`,
        async () => (await seen("-x", `http://${account}:${password}@${host}:${port}`)) === "407",
        2_000,
      );
      expect(await seen("-x", `http://freshname:freshpass1@${host}:${port}`)).toBe(host);
    }
  });

  it("are exported, and a line of the file works as a proxy", async () => {
    await open();
    await button("Export all").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog().getByRole("button", { name: "Download" }).click(),
    ]);
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n");
    expect(lines).toHaveLength(5);
    const [host = "", port = "", user = "", password = ""] = lines[3]?.split(":") ?? [];
    expect(await seen("-x", `http://${user}:${password}@${host}:${port}`)).toBe(host);
  });

  it("are available for short terms too, paid from the wallet if there are no credits", async () => {
    await navigateTo(page, product.url, "/cli/static-short-proxies?take=1&country=FR&days=1");
    await dialog().getByRole("textbox", { name: "Number of IPs" }).fill("2");
    await button("Get 2 IPs for $1.00").click();
    await dialog().getByText("2 IPs are yours").waitFor();
    const { items } = await customer.ask("shortUsed", {});
    for (const { host, port, account, password } of items) {
      expect(await seen("-x", `http://${account}:${password}@${host}:${port}`)).toBe(host);
    }
    expect(items.map(({ remainingHours }) => remainingHours)).toEqual([24, 24]);
  });

  it("are deleted after confirmation, and the accounting is consistent", async () => {
    const [first] = await mine();
    if (!first) throw new Error("none is left");
    await open();
    await button(`More actions for ${first.host}`).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await dialog().getByRole("checkbox").check();
    await dialog().getByRole("button", { name: "Delete" }).click();
    await page.getByText("1 IP deleted").waitFor();
    const door = `http://freshname:freshpass1@${first.host}:${first.port}`;
    await waitFor("its door is closed", async () => (await seen("-x", door)) === "407", 2_000);
    expect(await mine()).toHaveLength(4);
    expect(await operator(product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
    expect(troubles).toEqual([]);
  });
});
