/**
 * Two pools sold side by side, from the operator's commands to the customer's statement: each one's
 * traffic leaves through its own members, and is seen apart everywhere (spec/supply#pools).
 * TURNPIKE_SHOTS names a folder for screenshots.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { curl, customerWithMoney } from "./customer.ts";
import { operator } from "./operator.ts";
import { openPageIn, signIn } from "./person.ts";
import { startProduct } from "./product.ts";
import { untranslatedIn } from "./walk-words.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { customerJourney } from "./journey.ts";

const shots = process.env["TURNPIKE_SHOTS"];
const password = "secret77secret";
const sold = [
  { pool: "mobile", sku: "mobile-4g", title: "Mobile", name: "Mobile 4G", cents: 600 },
  { pool: "budget", sku: "budget", title: "Budget", name: "Residential budget", cents: 150 },
];

const folder = mkdtempSync(path.join(tmpdir(), "turnpike-journey-pools-"));
const { product, browser, customer, page, troubles } = customerJourney(
  customerWithMoney(50_000),
  forTests(() => startProduct(undefined, { GATEWAY_WORKERS: "2" })),
);
beforeAll(() => page.setDefaultTimeout(20_000));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const operate = async (...args: string[]) => {
  const { code, said, error } = await operator(product, ...args);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${error}`);
  return said as Record<string, unknown>[];
};
const accountOf = (pool: string) => `Rider${pool}`;

/** Checks the screen at both widths, and takes its picture. */
async function look(name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await waitFor("nothing scrolls sideways", async () => !(await scrollsSideways(page)));
    if (shots) {
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: path.join(shots, `${name}-${width}.png`) });
    }
  }
  expect([name, await axe(page)]).toEqual([name, []]);
}

it("An operator adds pools with members, and a product of each", async () => {
  await waitFor(
    "the lab's wholesaler is sold",
    async () =>
      (await operate("upstreams", "list")).some(
        ({ name, state }) => name === "lab-wholesale" && state === "on",
      ),
    20_000,
  );
  for (const { pool, title, sku, name, cents } of sold) {
    await operate("pools", "add", pool, "--title", title);
    const file = path.join(folder, `${sku}.json`);
    const tiers = [{ fromQty: 1, unitMicros: cents * 10_000 }];
    const limits = { unit: "GB", min: 1, max: 500, step: 1, tiers, sort: 900 };
    writeFileSync(
      file,
      JSON.stringify({ sku, kind: "traffic", pool, name: { en: name }, ...limits }),
    );
    await operate("products", "add", file);
  }
  await operate("pools", "set", "mobile", "lab-wholesale", "--weight", "1");
  await operate("pools", "remove", "residential", "lab-wholesale");
  await operate("pools", "set", "budget", "own", "--weight", "1");
});

it("A customer buys both in the shop", async () => {
  for (const { name, cents } of sold) {
    await page.goto(`${product.url}/cli/traffic-use?dialog=buy`);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: new RegExp(`^${name}`) }).click();
    const price = `$${((cents * 10) / 100).toFixed(2)}`;
    const buy = dialog.getByRole("button", { name: `Buy 10 GB for ${price}` });
    await buy.waitFor();
    if (name === "Mobile 4G") await look("shop");
    await buy.click();
    await dialog.getByText("10 GB are yours").waitFor();
    await page.keyboard.press("Escape");
  }
  const { trafficPools } = await customer.ask("member", {});
  expect(trafficPools.map(({ pool, bytes }) => [pool, bytes])).toEqual([
    ["residential", 0],
    ["mobile", 10e9],
    ["budget", 10e9],
  ]);
});

it("The customer makes a sub-account of each pool", async () => {
  await page.goto(`${product.url}/cli/traffic-use`);
  for (const { pool, title } of sold) {
    await page.getByRole("main").getByRole("button", { name: "New sub-account" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Account name").fill(accountOf(pool));
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByRole("combobox", { name: "Pool" }).click();
    await page.getByRole("option", { name: title }).click();
    const main = dialog.getByRole("switch", { name: /main/i });
    if (!(await main.isChecked())) await main.click({ force: true });
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText(`${accountOf(pool)} is ready`).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  await look("sub-accounts");
});

it("Both are used at once: each leaves through its own pool's members", async () => {
  const proxyOf = (pool: string, place = "") =>
    `http://${accountOf(pool)}${place}:${password}@${product.gateway}`;
  const exitOf = async (pool: string, place = "") => {
    const { out } = await curl("-p", "-x", proxyOf(pool, place), `${product.target}/ip`);
    return out;
  };
  await waitFor("gateways know the members", async () =>
    (await exitOf("mobile", "-region-LT")).includes("127.3."),
  );
  const [phones, homes] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => exitOf("mobile"))),
    Promise.all(Array.from({ length: 6 }, () => exitOf("budget"))),
  ]);
  for (const out of phones) expect(out).toMatch(/"127\.3\./);
  for (const out of homes) expect(out).toMatch(/"127\.1\./);
  const bytes = `${product.target}/bytes/2000000`;
  const loads = await Promise.all(
    sold.map(({ pool }) => curl("-p", "-x", proxyOf(pool), "-o", "/dev/null", bytes)),
  );
  expect(loads.map(({ code }) => code)).toEqual([0, 0]);
  // Neither serves where only the other one's members are; own exits know that they never will.
  for (const [pool, place, status] of [
    ["mobile", "-region-US", "503"],
    ["budget", "-region-LT", "400"],
  ] as const) {
    const { err } = await curl("-v", "-p", "-x", proxyOf(pool, place), `${product.target}/ip`);
    expect([pool, /^< HTTP\/1\.1 (\d+)/m.exec(err)?.[1]]).toEqual([pool, status]);
  }
});

it("The generator offers each sub-account the places of its pool", async () => {
  const countries = async (pool: string) => {
    await page.goto(`${product.url}/cli/traffic-use?tab=endpoints&account=${accountOf(pool)}`);
    await page.getByRole("combobox", { name: "Country" }).click();
    const shown = page.locator("[role=option]:visible");
    await shown.first().waitFor();
    return (await shown.allInnerTexts()).map((text) => text.split("\n")[0]);
  };
  const mobile = await countries("mobile");
  expect(mobile).toContain("Lithuania");
  expect(mobile).not.toContain("United States");
  await page.keyboard.press("Escape");
  await look("generator");
  const budget = await countries("budget");
  expect(budget).toContain("United States");
  expect(budget).not.toContain("Lithuania");
});

it("Both are seen apart in statistics, at home and in the statement", async () => {
  const used = await waitFor("the ledger has it", async () => {
    const { pools } = await customer.ask("trafficInfo", {});
    const [none, ...both] = pools.map(({ usedBytes }) => usedBytes);
    return none === 0 && both.every((bytes) => bytes > 2_000_000) && both;
  });
  await page.goto(`${product.url}/cli/package-purchase?by=pool`);
  const table = page.getByRole("table", { name: "Usage by: Pool" });
  for (const { title } of sold) await table.getByText(title, { exact: true }).first().waitFor();
  await waitFor("the sums are those of the ledger", async () => {
    const sum = await table.locator("tfoot [data-bytes]").first().getAttribute("data-bytes");
    return Number(sum) === (used[0] ?? 0) + (used[1] ?? 0);
  });
  await look("statistics");

  await page.goto(`${product.url}/cli/home`);
  for (const { title } of sold)
    await page.getByText(new RegExp(`^${title} · 9\\.99\\d* GB`)).waitFor();
  await look("home");

  await page.goto(`${product.url}/cli/billing?tab=statement`);
  const statement = page.getByRole("table", { name: "Lines of the statement" });
  for (const { title } of sold) await statement.getByText(`Traffic (${title})`).first().waitFor();
  await look("statement");
  expect(await operator(product, "verify")).toMatchObject({ code: 0 });
  const day = new Date().toISOString().slice(0, 10);
  const margin = await operate("margin", "--from", day, "--to", day, "--by", "pool");
  const { items } = margin as unknown as { items: { group: string; revenueCents: number }[] };
  for (const { pool, cents } of sold)
    expect(items.find(({ group }) => group === pool)).toMatchObject({ revenueCents: cents * 10 });
  expect(troubles).toEqual([]);
}, 90_000);

it.each(["en", "zh-tw", "fr", "ru", "vi", "de"])(
  "The shop's screens are whole on a phone: %s",
  async (lang) => {
    const context = await browser.newContext({ reducedMotion: "reduce", locale: lang });
    await context.addCookies([{ name: "lang", value: lang, url: product.url }]);
    const phone = await openPageIn(context, troubles);
    phone.setDefaultTimeout(20_000);
    await phone.setViewportSize({ width: 390, height: 844 });
    await signIn(phone, product.url, { email: customer.email });
    const untranslated = untranslatedIn(lang);
    for (const [name, address] of [
      ["shop", "/cli/traffic-use?dialog=buy"],
      ["create", "/cli/traffic-use?dialog=create"],
      ["plan", "/cli/traffic-use"],
      ["home", "/cli/home"],
    ] as const) {
      await phone.goto(product.url + address);
      if (address.includes("dialog"))
        await phone.getByRole("dialog").getByRole("button").nth(2).waitFor();
      await phone.waitForLoadState("networkidle");
      if (shots) await phone.screenshot({ path: path.join(shots, `${name}-${lang}-390.png`) });
      const at = `${name} ${lang}`;
      expect.soft([at, await scrollsSideways(phone)]).toEqual([at, false]);
      expect.soft([at, await untranslated(phone)]).toEqual([at, []]);
      expect.soft([at, await axe(phone)]).toEqual([at, []]);
    }
    await context.close();
    expect(troubles).toEqual([]);
  },
  90_000,
);
