import { beforeAll, describe, expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { customerWithMoney } from "./customer.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { customerJourney } from "./journey.ts";

const { product, customer, page, troubles } = customerJourney(customerWithMoney(50_000));

beforeAll(() => page.setViewportSize({ width: 360, height: 640 }));

/** Whether a tap on the middle of the button hits it. */
async function isMet(name: RegExp): Promise<boolean> {
  const button = page.getByRole("dialog").getByRole("button", { name });
  const box = await button.boundingBox();
  if (box === null) return false;
  const at = `${box.x + box.width / 2}, ${box.y + box.height / 2}`;
  const met = `document.elementFromPoint(${at})?.closest("button")?.innerText`;
  return (await page.evaluate(met)) === (await button.innerText());
}

const purchases = [
  { from: "/cli/traffic-use", opens: "Buy traffic", buys: /^Buy 10 GB for \$30\.00$/ },
  { from: "/cli/static-short-proxies", opens: "Get IPs", buys: /^Get 1 IP for \$1\.20$/ },
  { from: "/cli/unlimit-bandwidth", opens: "Buy bandwidth", buys: /^Buy 100 Mbps for/ },
];

describe.each(purchases)("$opens", ({ from, opens, buys }) => {
  it("shows the button with the price both initially and at the end of the form", async () => {
    await page.goto(product.url + from);
    await page.getByRole("main").getByRole("button", { name: opens, exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: buys }).waitFor();
    await waitFor("the dialog stands still and its button is met", () => isMet(buys));
    await page.evaluate("document.querySelector('[role=dialog]').scrollTo(0, 1e5)");
    await waitFor("the button is met at the end", () => isMet(buys));
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axe(page)).toEqual([]);
  });
});

describe("a form field behind the button", () => {
  it("scrolls into view when focused, and the button buys", async () => {
    await page.goto(`${product.url}/cli/traffic-use?dialog=buy`);
    const dialog = page.getByRole("dialog");
    const buy = dialog.getByRole("button", { name: /^Buy 10 GB/ });
    await buy.waitFor();
    const wallet = dialog.getByRole("radio", { name: "Wallet" });
    await wallet.focus();
    await waitFor("the chosen method stands above the button", async () => {
      const [of, foot] = [await wallet.boundingBox(), await buy.boundingBox()];
      return of !== null && foot !== null && of.y + of.height <= foot.y;
    });
    const before = (await customer.ask("orderList", {})).total;
    await buy.click();
    await waitFor(
      "it is bought",
      async () => (await customer.ask("orderList", {})).total === before + 1,
    );
  });

  it("causes no errors in the browser", () => expect(troubles).toEqual([]));
});
