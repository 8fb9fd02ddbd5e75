/** What the tests of a journey's file begin with: a product, a browser, a customer at a page. */
import { borrowed } from "@turnpike/net/testing/for-tests.ts";
import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import type { Customer } from "./customer.ts";
import { openDevicePage, signIn } from "./person.ts";
import type { RunningProduct } from "./product.ts";
import { closeContexts, sharedBrowser, sharedProduct } from "./shared.ts";

/** This worker's product (or the given one) and browser; what its pages complain about. */
export function journey(product: RunningProduct = borrowed(sharedProduct)) {
  const troubles: string[] = [];
  afterAll(closeContexts, 30_000);
  return { product, browser: borrowed(sharedBrowser), troubles };
}

const partsOf = (page: Page) => ({
  page,
  button: (name: string | RegExp) => page.getByRole("button", { name }),
  dialog: () => page.getByRole("dialog"),
});

/** The same with a page in a device of its own. Nobody is signed in. */
export function pageJourney(product?: RunningProduct) {
  const parts = journey(product);
  const open = () => openDevicePage(parts.browser, parts.troubles);
  return { ...parts, ...partsOf(borrowed(open)) };
}

/** The same with a customer, who is signed in there; the page shows no screen yet. */
export function customerJourney(
  who: (product: RunningProduct) => Promise<Customer>,
  product?: RunningProduct,
) {
  const parts = journey(product);
  const customer = borrowed(() => who(parts.product));
  const open = async () => {
    const page = await openDevicePage(parts.browser, parts.troubles);
    await signIn(page, parts.product.url, customer);
    return page;
  };
  return { ...parts, customer, ...partsOf(borrowed(open)) };
}
