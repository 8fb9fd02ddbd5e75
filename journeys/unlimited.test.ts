/**
 * Unlimited proxies as a person buys and uses them: ports and bandwidth, rotation, a whitelist
 * (spec/unlimited#rotation). For their speed, see unlimited-speed.full.test.ts.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { curl, customerWithMoney } from "./customer.ts";
import { operator } from "./operator.ts";
import type { Endpoint } from "./streams.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { customerJourney } from "./journey.ts";

const { product, page, customer, troubles, button, dialog } = customerJourney(
  customerWithMoney(100_000),
);

const proxyOf = ({ host, port, account, password }: Endpoint) =>
  `http://${account}:${password}@${host}:${port}`;
/** The address that the target's /ip saw, or the proxy's status if it refused. */
async function seen(...how: string[]): Promise<string> {
  const { out } = await curl("-w", "\n%{http_code}", ...how, `${product.target}/ip`);
  const status = out.slice(-3);
  return status === "200" ? (JSON.parse(out.slice(0, -3)) as { ip: string }).ip : status;
}
const isExit = (ip: string) => ip.startsWith("127.1.2");
async function firstPlan(kind: "port" | "bandwidth") {
  const list = kind === "port" ? "portOrders" : "bandwidthOrders";
  const [plan] = (await customer.ask(list, {})).plans;
  if (!plan) throw new Error(`there is no ${kind} plan`);
  const one = kind === "port" ? "portOrder" : "bandwidthOrder";
  return { plan, ports: (await customer.ask(one, { planId: plan.id })).ports };
}
describe("unlimited proxies", () => {
  it("are bought by port; the curl command in the dialog works at once", async () => {
    await page.goto(`${product.url}/cli/unlimit-proxies`);
    await page.getByRole("heading", { level: 1, name: "Unlimited" }).waitFor();
    await button("Buy your first ports").first().click();
    await dialog()
      .getByRole("radio", { name: /^Europe/u })
      .check();
    await dialog().getByRole("textbox", { name: "Number of ports" }).fill("3");
    await button("Buy 3 ports for $27.00").click();
    await dialog()
      .getByText(/Your plan is ready/u)
      .waitFor();
    const command = dialog().locator("pre, code").first();
    await command.waitFor();
    const words = (await command.innerText()).trim().split(/\s+/u);
    expect(words[0]).toBe("curl");
    const bare = words.slice(1).map((word) => word.replaceAll(/^["']|["']$/gu, ""));
    const answer = await curl(...bare);
    expect(isExit((JSON.parse(answer.out) as { ip: string }).ip)).toBe(true);
    await page.getByRole("link", { name: "Go to the plan" }).click();
    await page.getByText("Europe: 3 ports").first().waitFor();
    const { ports } = await firstPlan("port");
    for (const port of ports) {
      await page.getByText(`${port.host}:${port.port}`).first().waitFor();
      expect(isExit(await seen("-x", proxyOf(port)))).toBe(true);
    }
  }, 60_000);

  it("are bought by bandwidth", async () => {
    await page.goto(`${product.url}/cli/unlimit-bandwidth`);
    await button("Buy your first bandwidth").first().click();
    await dialog()
      .getByRole("radio", { name: /^Worldwide/u })
      .check();
    await button(/^Buy 100 Mbps for/u).click();
    await dialog()
      .getByText(/Your plan is ready/u)
      .waitFor();
    const { plan } = await firstPlan("bandwidth");
    expect(plan).toMatchObject({ quantity: 100, mbps: 100, status: "active" });
  }, 60_000);

  it("change their exit on demand, and at intervals only within the screen's own range", async () => {
    const { plan, ports } = await firstPlan("port");
    const [port] = ports;
    if (!port) throw new Error("it has no port");
    await page.goto(`${product.url}/cli/unlimit-proxies?plan=${plan.id}`);
    const before = await seen("-x", proxyOf(port));
    await button(`More actions for port ${port.port}`).click();
    await page.getByRole("menuitem", { name: "New exit now" }).click();
    await page.getByText(/1 port uses another exit now/u).waitFor();
    await waitFor("another exit", async () => (await seen("-x", proxyOf(port))) !== before, 2_000);
    await button(`More actions for port ${port.port}`).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const minutes = dialog().getByLabel("New exit every so many minutes");
    await minutes.fill("121");
    await button("Save").click();
    await dialog().getByText("Enter a whole number from 1 to 120.").waitFor();
    await minutes.fill("2");
    await button("Save").click();
    await page.getByText(`Port ${port.port} was saved`).waitFor();
    expect((await firstPlan("port")).ports[0]?.rotationMinutes).toBe(2);
    const bandwidth = await firstPlan("bandwidth");
    await page.goto(`${product.url}/cli/unlimit-bandwidth?plan=${bandwidth.plan.id}`);
    await button("Edit").first().click();
    await minutes.fill("2");
    await button("Save").click();
    await dialog().getByText("Enter a whole number from 3 to 30.").waitFor();
  }, 60_000);

  it("accept a whitelisted address without a password, and move to another region", async () => {
    const { plan, ports } = await firstPlan("port");
    const from = "127.0.0.79";
    const bare = ({ host, port }: Endpoint) =>
      seen("--interface", from, "-x", `http://${host}:${port}`);
    for (const port of ports) expect(await bare(port)).toBe("407");
    await page.goto(`${product.url}/cli/unlimit-proxies?plan=${plan.id}&tab=whitelist`);
    await page.getByLabel("Client addresses").fill(from);
    await button("Save the list").click();
    await page.getByText(/The whitelist was saved/u).waitFor();
    for (const port of ports) {
      await waitFor("no password is needed", async () => isExit(await bare(port)), 2_000);
    }
    await page.goto(`${product.url}/cli/unlimit-proxies?plan=${plan.id}`);
    await button("Move to another region").click();
    await dialog().getByRole("radio", { name: /^Asia/u }).check();
    await button("Move the plan").click();
    await page.getByText("The plan now uses exits in Asia").waitFor();
    await page.getByText("Asia: 3 ports").first().waitFor();
    for (const port of ports) expect(isExit(await bare(port))).toBe(true);
  }, 60_000);

  it("are exported, and a line of the file works as a proxy; the accounting is consistent", async () => {
    const { plan, ports } = await firstPlan("port");
    await page.goto(`${product.url}/cli/unlimit-proxies?plan=${plan.id}`);
    await button("Export all").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog().getByRole("button", { name: "Download" }).click(),
    ]);
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n");
    expect(lines).toHaveLength(ports.length);
    const [host = "", port = "", user = "", password = ""] = lines[1]?.split(":") ?? [];
    expect(isExit(await seen("-x", `http://${user}:${password}@${host}:${port}`))).toBe(true);
    expect(await operator(product, "verify")).toMatchObject({ code: 0, said: { ok: true } });
    expect(troubles).toEqual([]);
  }, 30_000);
});
