/**
 * Dialogs after the sale and around the account, in six languages, at two widths, light and dark: the hint and dialogs that
 * verify an e-mail or ask for proof, API keys, the arrears banner, the sandbox's disputes, the page that undoes a change, a
 * sign-in over the limit. TURNPIKE_SHOTS names a folder for screenshots; `LANGS=en,de` restricts the languages.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axe, scrollsSideways } from "./browser.ts";
import { type Customer, customerOf, register, send, topUp } from "./customer.ts";
import { advance, mailedCode, newestMail, nextCode, PASSWORD } from "./person.ts";
import { startProduct } from "./product.ts";
import { sentenceIn, untranslatedIn } from "./walk-words.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { journey } from "./journey.ts";

const shots = process.env.TURNPIKE_SHOTS;
const all = ["en", "zh-tw", "fr", "ru", "vi", "de"] as const;
const langs = all.filter((lang) => process.env["LANGS"]?.split(",").includes(lang) ?? true);
const looks = [390, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((scheme) => ({ width, scheme })),
);

const { product, browser } = journey(
  forTests(() => startProduct(undefined, { GATEWAY_WORKERS: "1" })),
);

/** Texts truncated by their element without a title that has the full text. */
const cutTexts = `(() => [...document.querySelectorAll("body *")].filter((one) => {
  const style = getComputedStyle(one);
  const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!own || one.closest("[title], pre, code, [aria-hidden=true]")) return false;
  if (one.clientWidth < 2 || style.overflowX === "visible" || style.overflowX === "auto") return false;
  return one.scrollWidth > one.clientWidth + 1;
}).map((one) => one.textContent.trim().slice(0, 80)))()`;

/** Checks what is open now, in every width and theme. */
async function look(page: Page, lang: string, name: string): Promise<void> {
  const untranslated = untranslatedIn(lang);
  for (const { width, scheme } of looks) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(250);
    const at = `${name} ${lang} ${width} ${scheme}`;
    if (shots) {
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: path.join(shots, `${name}-${lang}-${width}-${scheme}.png`) });
    }
    expect.soft([at, await scrollsSideways(page)]).toEqual([at, false]);
    expect.soft([at, await page.evaluate(cutTexts)]).toEqual([at, []]);
    expect.soft([at, await untranslated(page)]).toEqual([at, []]);
    expect.soft([at, await axe(page)]).toEqual([at, []]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function contextIn(lang: string, customer?: Customer): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: "reduce", locale: lang });
  context.setDefaultTimeout(15_000);
  await context.addCookies([{ name: "lang", value: lang, url: product.url }]);
  if (!customer) return context;
  const user = JSON.stringify(await customer.ask("member", {}));
  await context.addInitScript(
    ([token = "", member = ""]) => {
      localStorage.setItem("app.session", token);
      localStorage.setItem("app.user", member);
    },
    [customer.session, user],
  );
  return context;
}

/** Opens a screen as the customer or as a visitor, and closes it afterwards. */
async function at(
  address: string,
  { lang, customer }: { lang: string; customer?: Customer },
  then: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await contextIn(lang, customer);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  try {
    await page.goto(address.startsWith("http") ? address : product.url + address);
    await then(page);
  } catch (error) {
    if (shots)
      await page.screenshot({ path: path.join(shots, `failed-${lang}-${Date.now()}.png`) });
    throw error;
  } finally {
    await context.close();
  }
}

const apiLang = (lang: (typeof all)[number]) => (lang === "zh-tw" ? "zh" : lang);
const settled = (page: Page) => page.waitForLoadState("networkidle");
const pay = (payUrl: string, what: string, fields: Record<string, string> = {}) =>
  fetch(`${payUrl}/${what}`, { method: "POST", body: new URLSearchParams(fields) });

let made = 0;
/** A customer whose e-mail is not verified. */
async function newcomer(): Promise<Customer> {
  const email = `a.person.with.a.long.name.${process.pid}.${made++}@mailbox.example.com`;
  const { data } = await send(product.url, "signup", { email, password: PASSWORD, agree: 1 });
  return customerOf(product, email, data.session);
}

/** Fails to sign in until the hourly limit of an e-mail is reached, ten times a minute. */
async function exhaust(email: string): Promise<void> {
  for (let minute = 0; minute < 10; minute += 1) {
    const wrong = { email, password: "Wr0ngword", agree: 1 };
    for (let time = 0; time < 10; time += 1) await send(product.url, "signin", wrong);
    await advance(product, 61);
  }
}

describe.each(langs)(
  "in %s",
  (lang) => {
    const word = (key: string) => sentenceIn(lang, key);
    const button = (within: Page | Locator, key: string) =>
      within.getByRole("button", { name: word(key), exact: true });

    it("the notice about an unverified e-mail, and the dialog that verifies it", async () => {
      const customer = await newcomer();
      await at("/cli/home", { lang, customer }, async (page) => {
        const hint = page.locator("aside").getByRole("button");
        await hint.first().waitFor();
        await settled(page);
        await look(page, lang, "hint");
        await hint.first().click();
        await page.getByRole("dialog").getByRole("textbox").waitFor();
        await look(page, lang, "verify");
        const code = await mailedCode(product, customer.email);
        await page.getByRole("dialog").getByRole("textbox").fill(code);
        await page.getByRole("dialog").locator("button[type=submit]").click();
        await hint.first().waitFor({ state: "detached" });
        expect((await customer.ask("member", {})).emailVerified).toBe(true);
      });
    });

    it("the dialog that asks for the password or a mailed code", async () => {
      const customer = await register(product);
      await customer.ask("upTokenCache", { minutes: 0 });
      await advance(product, 16 * 60);
      await at("/cli/setting?tab=security", { lang, customer }, async (page) => {
        await button(page, "setting:security.mfa.turnOn").click();
        const dialog = page.getByRole("dialog");
        await button(dialog, "setting:security.mfa.haveApp").click();
        let key = "";
        const readKey = async () => {
          key = /\b[A-Z2-7]{4}(?:\s?[A-Z2-7]{4}){3}\b/.exec(await dialog.innerText())?.[0] ?? "";
          return key.length;
        };
        await expect.poll(readKey).toBeGreaterThan(15);
        await button(dialog, "setting:security.mfa.scanned").click();
        await dialog.getByRole("textbox").fill(await nextCode(product, key));
        await dialog.locator("button[type=submit]").click();
        const proof = page.getByRole("dialog", { name: word("parts:mfa.title") });
        await proof.waitFor();
        await look(page, lang, "proof-password");
        await proof.locator("input").fill("Wr0ngword!");
        await proof.locator("button[type=submit]").click();
        await proof.locator("[id$=error]").waitFor();
        await look(page, lang, "proof-wrong");
        await button(proof, "parts:proof.useMail").click();
        await proof.getByRole("textbox").waitFor();
        await look(page, lang, "proof-mail");
        // The app shows another code by now; cancelling the proof allows a new start with it.
        await button(proof, "ui:cancel").click();
        await proof.waitFor({ state: "detached" });
        await dialog.getByRole("textbox").fill(await nextCode(product, key));
        await dialog.locator("button[type=submit]").click();
        await proof.locator("input").fill(PASSWORD);
        await proof.locator("button[type=submit]").click();
        await page.getByText(word("setting:security.mfa.kept")).waitFor();
        expect((await customer.ask("member", {})).mfaBound).toBe(true);
      });
    });

    it("API keys: empty list, form, new key, list, and an order placed with a key", async () => {
      const customer = await register(product);
      await topUp(customer, 5_000);
      await at("/cli/setting?tab=developers", { lang, customer }, async (page) => {
        await page.getByText(word("webhooks:apiKeys.none")).waitFor();
        await settled(page);
        await look(page, lang, "keys-none");
        await button(page, "webhooks:apiKeys.add").click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("textbox").first().fill("Monthly billing export of the warehouse");
        const buys = word("webhooks:apiKeys.scopes.buy.name");
        await dialog.getByRole("checkbox", { name: buys, exact: true }).check();
        await look(page, lang, "keys-form");
        await dialog.locator("button[type=submit]").click();
        const ready = page.getByRole("dialog", { name: word("webhooks:apiKeys.new.title") });
        await ready.waitFor();
        await look(page, lang, "keys-new");
        const key = (await ready.innerText()).match(/tpk_\w{38}/)?.[0] ?? "";
        await button(ready, "webhooks:apiKeys.new.done").click();
        await ready.waitFor({ state: "detached" });
        const order = { sku: "traffic-standard", quantity: 1, method: "wallet" };
        const placed = { ...order, key, requestId: `keys-${lang}-1` };
        expect((await send(product.url, "placeOrder", placed)).code).toBe(0);
        const more = {
          name: "crawler",
          scopes: "read,proxies",
          ips: "203.0.113.0/24,2001:db8::/48",
        };
        await customer.ask("apiKeyAdd", { ...more, expiresAt: "2030-01-01" });
        await page.reload();
        await page.getByText("crawler").waitFor();
        await settled(page);
        await look(page, lang, "keys-list");
        await page.goto(`${product.url}/cli/billing`);
        await page.getByText(/Monthly billing export/).waitFor();
        await settled(page);
        await look(page, lang, "keys-order");
      });
    });

    it("the sandbox's disputes, and the arrears banner before and after a day", async () => {
      const customer = await register(product);
      await customer.ask("upTokenCache", { minutes: 0 });
      await customer.ask("upLang", { language: apiLang(lang) });
      const recharge = await customer.ask("recharge", { amountCents: 20_000, method: "card" });
      await pay(recharge.payUrl, "complete", { outcome: "paid" });
      const order = { sku: "traffic-standard", quantity: 50, method: "wallet" } as const;
      await customer.ask("placeOrder", order);
      await at(recharge.payUrl, { lang, customer }, async (page) => {
        await look(page, lang, "sandbox-paid");
        await page.locator("form[action$=dispute] button").click();
        await page.waitForURL("**/cli/**");
        await page.goto(recharge.payUrl);
        await page.locator("button[value=won]").waitFor();
        await look(page, lang, "sandbox-dispute");
        await page.goto(`${product.url}/cli/home`);
        await page.locator('a[href*="recharge=1&cents"]').waitFor();
        await settled(page);
        await look(page, lang, "arrears");
        await advance(product, 86_400);
        await page.reload();
        await page.locator('a[href*="recharge=1&cents"]').waitFor();
        await settled(page);
        await look(page, lang, "arrears-stopped");
        await page.locator('a[href*="recharge=1&cents"]').click();
        await page.getByRole("dialog").getByRole("textbox").first().waitFor();
        await look(page, lang, "arrears-pay");
      });
    });

    it("the page that undoes a change: offer, result, and a link already used", async () => {
      const customer = await register(product);
      await customer.ask("upLang", { language: apiLang(lang) });
      const { secret } = await customer.ask("mfaSecret", {});
      const code = await nextCode(product, secret);
      await customer.ask("bindMFa", { code });
      const { text } = await newestMail(product, customer.email, /\/undo\?token=/);
      const link = /https?:\S+\/undo\?token=\S+/.exec(text)?.[0] ?? "";
      await at(link, { lang }, async (page) => {
        await look(page, lang, "undo-offer");
        await page.locator("input[type=password]").fill("P@ssw0rd");
        await page.keyboard.press("Enter");
        await page.getByRole("alert").waitFor();
        await look(page, lang, "undo-refused");
        await page.locator("input[type=password]").fill("Marzipan7!bridge");
        await page.keyboard.press("Enter");
        await page.getByRole("status").waitFor();
        await look(page, lang, "undo-done");
        await page.goto(link);
        await look(page, lang, "undo-gone");
      });
      expect((await customer.try("member", {})).code).toBe(300);
    });

    it("sign-in beyond the attempt limit, with a mailed code in addition to the password", async () => {
      const { email } = await register(product);
      await exhaust(email);
      await at("/index/login", { lang }, async (page) => {
        await page.locator("input[name=email], input[type=email]").fill(email);
        await page.locator("input[type=password]").fill(PASSWORD);
        await page.getByRole("checkbox").check();
        await page.locator("form button[type=submit]").click();
        await page.locator("input[name=code]").waitFor();
        await look(page, lang, "limit");
        await button(page, "login:mailed.send").click();
        await page.getByText(email, { exact: false }).last().waitFor();
        await look(page, lang, "limit-sent");
        await page.locator("input[name=code]").fill(await mailedCode(product, email));
        await page.locator("form button[type=submit]").click();
        await page.waitForURL("**/cli/**");
      });
    });
  },
  600_000,
);
