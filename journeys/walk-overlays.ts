/**
 * Overlays on a screen (menus, select lists, popovers, calendars): each is opened by keyboard,
 * checked by axe while open, then closed with Escape, which must return the focus to its opener.
 */
import type { ElementHandle, Page } from "playwright-core";
import { axe } from "./browser.ts";

/** Elements that declare that they open something. */
const OPENERS = "[aria-haspopup]:not(:disabled):not([aria-disabled=true])";
/** Overlays. */
const OPEN = "[role=menu], [role=dialog], [role=listbox]";
/** Openers of one kind (each row's menu) count as one; each worker opens a kind once. */
const seen = new Set<string>();

export const kindOf = (opener: ElementHandle): Promise<string> =>
  opener.evaluate((node) => {
    const element = node as unknown as {
      getAttribute(name: string): string | null;
      textContent: string | null;
      getClientRects(): { length: number };
      closest(selector: string): unknown;
    };
    if (element.getClientRects().length === 0 || element.closest("[inert]")) return "";
    const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
    const kind = `${element.getAttribute("role") ?? "button"} ${element.getAttribute("aria-haspopup")}`;
    // Row names differ only in their addresses and numbers.
    return `${kind} ${name.replace(/[\w.:@-]*\d[\w.:@-]*/g, "#").trim()}`;
  });

/** Whether the opener, or the element rendered in its place, has the focus. */
async function hasFocus(page: Page, opener: ElementHandle, kind: string): Promise<boolean> {
  const active = (await page.evaluateHandle("document.activeElement")).asElement();
  if (!active) return false;
  const [same, gone] = await opener.evaluate(
    (node, now) => [node === now, !(node as unknown as { isConnected: boolean }).isConnected],
    active,
  );
  return same === true || (gone === true && (await kindOf(active)) === kind);
}

export const isOpen = (page: Page): Promise<boolean> =>
  page.evaluate<boolean, string>(
    (selector) =>
      [
        ...(
          globalThis as unknown as {
            document: {
              querySelectorAll(s: string): Iterable<{ getClientRects(): ArrayLike<unknown> }>;
            };
          }
        ).document.querySelectorAll(selector),
      ].some((piece) => piece.getClientRects().length > 0),
    OPEN,
  );

/** Waits until an overlay is open, or none is; returns whether that happened in time. */
export async function settles(page: Page, open: boolean, withinMs = 3_000): Promise<boolean> {
  for (let waited = 0; waited < withinMs; waited += 50) {
    if ((await isOpen(page)) === open) return true;
    await page.waitForTimeout(50);
  }
  return false;
}

/** Faults of one opener, also if its key does not open it. */
async function faultsOf(page: Page, opener: ElementHandle, kind: string): Promise<string[]> {
  await opener.focus();
  await page.keyboard.press(kind.includes(" listbox ") ? "ArrowDown" : "Enter");
  if (!(await settles(page, true))) return [`${kind}: does not open by its key`];
  return closingFaults(page, opener, kind);
}

/** Checks the open overlay, closes it with Escape, and checks where the focus is. */
export async function closingFaults(page: Page, opener: ElementHandle, kind: string) {
  const faults = (await axe(page, OPEN)).map((fault) => `${kind}: ${fault}`);
  await page.keyboard.press("Escape");
  if (!(await settles(page, false))) return [...faults, `${kind}: does not close by Escape`];
  for (let waited = 0; waited < 1_000 && !(await hasFocus(page, opener, kind)); waited += 50) {
    await page.waitForTimeout(50);
  }
  if (await hasFocus(page, opener, kind)) return faults;
  return [...faults, `${kind}: the focus does not return to it`];
}

/** Opens at most `most` overlays not yet opened on other screens; returns their faults. */
export async function overlayFaults(page: Page, most = 8): Promise<string[]> {
  // An overlay opened by the address is checked with the screen; nothing is opened above it.
  if (await isOpen(page)) return [];
  const faults: string[] = [];
  let opened = 0;
  for (const opener of await page.$$(OPENERS)) {
    const kind = await kindOf(opener).catch(() => "");
    if (kind === "" || seen.has(kind)) continue;
    if (opened++ === most) break;
    seen.add(kind);
    faults.push(...(await faultsOf(page, opener, kind)));
  }
  return faults;
}
