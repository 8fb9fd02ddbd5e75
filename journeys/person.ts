/** A person at a browser: signs in, reads mail, advances the lab's clock, reads app codes. */
import { Secret, TOTP } from "otpauth";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { acquireContext, releaseContext } from "./browser.ts";
import { send } from "./customer.ts";
import type { RunningProduct } from "./product.ts";

export const PASSWORD = "Passw0rd!x";

/**
 * A page in its own browser context (one device), which collects errors in `troubles`. Nobody is
 * signed in; the dashboard's files may be cached.
 */
export async function openDevicePage(browser: Browser, troubles: string[] = []): Promise<Page> {
  return openPageIn(await acquireContext(browser), troubles);
}

/** The same, in the caller's context. */
export async function openPageIn(context: BrowserContext, troubles: string[]): Promise<Page> {
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("response", (response) => {
    const isMissing = response.status() >= 400 && response.url().includes("/assets/");
    if (isMissing) troubles.push(`${response.status()} ${response.url()}`);
  });
  return page;
}

/** Closes the device's pages and returns its context. */
export const closeDevice = (page: Page): Promise<void> => releaseContext(page.context());

/**
 * Opens a screen: through the dashboard's router if the page shows another one, otherwise by its
 * address. Cached data is shown first; changes made elsewhere arrive after it.
 */
export async function navigateTo(page: Page, url: string, address: string): Promise<void> {
  const here = new URL(page.url(), url);
  const isAway = here.origin !== new URL(url).origin || !here.pathname.startsWith("/cli/");
  if (isAway || here.pathname === address.split("?")[0]) {
    await page.goto(url + address);
    return;
  }
  await page.evaluate(
    `history.pushState({}, "", ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
}

/** Fills in the sign-in form and submits it; the caller checks the result. */
export async function enterPassword(
  page: Page,
  url: string,
  { email, password = PASSWORD }: { email: string; password?: string },
): Promise<void> {
  await page.goto(`${url}/index/login`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("checkbox").check();
  await page.locator("form").getByRole("button", { name: "Sign in" }).click();
}

/**
 * Gives the page's browser a new session without the form, and opens no screen. `at` is the
 * dashboard's address in this browser, if it differs from `url`.
 */
export async function signIn(
  page: Page,
  url: string,
  { email, password = PASSWORD }: { email: string; password?: string },
  at = url,
): Promise<void> {
  const { code, data } = await send(url, "signin", { email, password, agree: 1 });
  if (code !== 0) throw new Error(`signin: ${code}`);
  await page.goto(`${at}/healthz`);
  await page.evaluate(
    ([token = "", user = ""]) => {
      localStorage.setItem("app.user", user);
      localStorage.setItem("app.session", token);
    },
    [data.session, JSON.stringify(data.user)],
  );
}

/** Opens a tab of the settings. */
export async function openSettings(
  page: Page,
  url: string,
  tab: "security" | "sessions" | "account" | "alerts" | "developers",
): Promise<void> {
  await navigateTo(page, url, `/cli/setting?tab=${tab}`);
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
}

/** The newest mail to an address whose subject or text matches. */
export async function newestMail(product: RunningProduct, to: string, words: RegExp) {
  const answer = await fetch(`${product.url}/lab/mails?to=${encodeURIComponent(to)}`);
  const mails = (await answer.json()) as { subject: string; text: string }[];
  const mail = mails.find(({ subject, text }) => words.test(`${subject}\n${text}`));
  if (!mail) throw new Error(`no mail to ${to} like ${String(words)}`);
  return mail;
}

const SIX_DIGITS = /^\s*(\d{6})\s*$/m;

/** The newest six-digit code mailed to an address. */
export async function mailedCode(product: RunningProduct, to: string): Promise<string> {
  const { text } = await newestMail(product, to, SIX_DIGITS);
  return SIX_DIGITS.exec(text)?.[1] ?? "";
}

/** Advances the product's clock. */
export async function advance(product: RunningProduct, seconds: number): Promise<void> {
  const answer = await fetch(`${product.url}/lab/clock`, {
    method: "POST",
    body: new URLSearchParams({ advanceSeconds: String(seconds) }),
  });
  if (!answer.ok) throw new Error(`clock: ${answer.status}`);
}

/** The authenticator code for a key half a minute later, since no code may be used twice. */
export async function nextCode(product: RunningProduct, key: string): Promise<string> {
  await advance(product, 30);
  const answer = await fetch(`${product.url}/lab/clock`);
  const { now } = (await answer.json()) as { now: string };
  const app = new TOTP({ secret: Secret.fromBase32(key.replace(/\s/g, "")) });
  return app.generate({ timestamp: Date.parse(now) });
}
