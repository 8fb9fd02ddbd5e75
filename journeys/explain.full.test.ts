import { beforeAll, describe, expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { curl, customerWithTraffic } from "./customer.ts";
import { sharedProduct } from "./shared.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import { customerJourney } from "./journey.ts";

const product = borrowed(sharedProduct);
const owner = borrowed(() => customerWithTraffic(product));
const { page, troubles } = customerJourney(async () => owner.customer, product);
const sent: string[] = [];
beforeAll(() => {
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
});

const pasted = "customer-formerly-cc-DE-sessid-keepme77-sesstime-10:theirsecret@pr.oxylabs.io:7777";
const field = () => page.getByRole("textbox", { name: "Proxy string, list, command or program" });
const yours = () => page.getByRole("region", { name: "Yours" });

describe("a customer who switches from another provider", () => {
  it("finds the dialog next to the endpoints, and can link to it", async () => {
    await page.goto(`${product.url}/cli/traffic-use?tab=endpoints`);
    await page.getByRole("button", { name: "Paste any proxy" }).click();
    await field().waitFor();
    expect(new URL(page.url()).searchParams.get("dialog")).toBe("explain");
    await page.reload();
    await field().fill(pasted);
    await yours().waitFor();
    expect(await page.getByRole("dialog").getByText("Oxylabs", { exact: true }).count()).toBe(1);
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    // The screen behind the dialog takes a moment to adapt to its new width.
    await waitFor("the page fits", async () => ((await scrollsSideways(page)) ? null : true));
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("runs the displayed command: traffic passes, from one sticky exit", async () => {
    const command = await yours().getByRole("region", { name: "curl command" }).innerText();
    const [program, flag, proxy = "", target = ""] = command.trim().split(/\s+/);
    expect([program, flag, target]).toEqual(["curl", "-x", `${product.target}/ip`]);
    expect(proxy).toContain(`${owner.account}-region-DE-sid-keepme77-t-10`);
    const answers = await Promise.all([curl("-x", proxy, target), curl("-x", proxy, target)]);
    const [one, other] = answers.map(({ out }) => (JSON.parse(out) as { ip: string }).ip);
    expect(one).toMatch(/^127\.1\./);
    expect(other).toBe(one);
    const log = await waitFor("the request log has it", async () => {
      const { items } = await owner.customer.ask("requestLog", { account: owner.account });
      return items.find(({ outcome, downBytes }) => outcome === "ok" && downBytes > 0) ?? null;
    });
    expect(log.exit).toBe(one);
  });

  it("tests the proxy from the dialog, which shows the requested country", async () => {
    await yours().getByRole("button", { name: "Test it now" }).click();
    await yours().getByText("Germany", { exact: true }).waitFor();
  });

  it("sends nothing of the pasted text to the server", () => {
    for (const word of ["formerly", "theirsecret", "oxylabs"]) {
      expect(sent.filter((request) => request.includes(word))).toEqual([]);
    }
    expect(troubles).toEqual([]);
  });
});
