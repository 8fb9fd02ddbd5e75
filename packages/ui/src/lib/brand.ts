/**
 * The provider's own brand. The API writes it into the page, so that the first paint has it, and
 * tells later changes at /brand.json. The product's own name stands nowhere in the applications.
 */
import { currency, setCurrency } from "@turnpike/locales/money.ts";
import { useSyncExternalStore } from "react";

export interface SignInTexts {
  title: string;
  points: readonly { title: string; text: string }[];
}

/** What /brand.json answers. Images are URLs; an unset address is empty or absent. */
export interface Brand {
  name: string;
  /** The currency of all amounts, by ISO 4217. */
  currency: string;
  /** Bears white words: `#rrggbb`. */
  accent: string;
  /** The same for a dark ground. */
  accentDark: string;
  logo: string;
  logoDark: string;
  favicon: string;
  links: Partial<
    Record<"home" | "status" | "terms" | "privacy" | "refund" | "imprint", string | undefined>
  >;
  support: { email?: string | undefined; url?: string | undefined };
  /** Of a visitor who has not chosen one, as the API spells it. */
  language?: string | undefined;
  /** The sign-in page's own words, by language. */
  signIn?: Partial<Record<string, SignInTexts>> | undefined;
}

/** An open page follows within a minute. */
const EVERY_MS = 30_000;
/** Navigations ask at most this often. */
const NAVIGATION_MS = 5_000;
const ADDRESS = "/brand.json";

/** Tests of plain functions have no page. */
const page = typeof document === "undefined" ? null : document;

/** Without the API's script (a development server): the rest comes from /brand.json. */
const unknown = (): Brand => ({
  name: page?.title ?? "",
  currency: currency(),
  accent: "",
  accentDark: "",
  logo: "/brand/logo",
  logoDark: "/brand/logo-dark",
  favicon: "/favicon.svg",
  links: {},
  support: {},
});

function written(): Brand {
  const text = page?.getElementById("brand")?.textContent;
  return text ? { ...unknown(), ...(JSON.parse(text) as Partial<Brand>) } : unknown();
}

let current: Brand | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The brand as last told. */
export const currentBrand = (): Brand => (current ??= begin());

function begin(): Brand {
  const brand = written();
  setCurrency(brand.currency);
  return brand;
}

/** The same for components, which follow its changes. */
export const useBrand = (): Brand => useSyncExternalStore(subscribe, currentBrand);

/** Calls the listener when the brand has changed. */
export const onBrandChanged = subscribe;

/** What the API wrote into the page says these until the brand changes. */
function paint({ accent, accentDark, favicon }: Brand): void {
  const { style } = document.documentElement;
  if (accent) style.setProperty("--brand-accent", accent);
  if (accentDark) style.setProperty("--brand-accent-dark", accentDark);
  document.querySelector('link[rel="icon"]')?.setAttribute("href", favicon);
}

/** Shows another brand at once: its colours and its icon too. */
function showBrand(next: Brand): void {
  if (JSON.stringify(next) === JSON.stringify(currentBrand())) return;
  current = next;
  setCurrency(next.currency);
  paint(next);
  for (const listener of listeners) listener();
}

let askedAt = -Infinity;

/** Asks for changes, unless it has just done so; what cannot be had is asked for again later. */
export async function checkBrand(atLeastMs: number): Promise<void> {
  if (document.visibilityState !== "visible" || performance.now() - askedAt < atLeastMs) return;
  askedAt = performance.now();
  try {
    const answer = await fetch(ADDRESS, { cache: "no-cache" });
    if (answer.ok) showBrand({ ...unknown(), ...((await answer.json()) as Partial<Brand>) });
  } catch {
    // The network is away, which the page says elsewhere.
  }
}

/** Starts following changes, at navigations too; called once per window. */
export function followBrand(onNavigation: (listener: () => void) => void): void {
  if (document.getElementById("brand")) askedAt = performance.now();
  paint(currentBrand());
  void checkBrand(EVERY_MS);
  setInterval(() => void checkBrand(EVERY_MS), EVERY_MS / 2);
  onNavigation(() => void checkBrand(NAVIGATION_MS));
}
