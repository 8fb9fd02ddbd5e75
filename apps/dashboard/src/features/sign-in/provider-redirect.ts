/**
 * Redirects to a provider's page (Google, GitHub, LinkedIn) and back to /index/loading. The
 * redirect is recorded in this tab: a return without that record was not started here.
 */
import type { Provider } from "@turnpike/contract/identity.ts";
import { LANDING } from "./landing.ts";
import { tabStore } from "@turnpike/ui/lib/storage.ts";

/** In the providers' own spelling. */
export const providerNames: Record<Provider, string> = {
  google: "Google",
  github: "GitHub",
  linkedin: "LinkedIn",
};

export interface ProviderRedirect {
  provider: Provider;
  purpose: "signIn" | "bind";
  state: string;
  /** The starting page, to return to if the user cancels. */
  from: string;
  inviteCode?: string | undefined;
}

const KEY = "app.trip";
/** Replaced in tests, since a browser would leave the page. */
export const pageNavigation = { go: (url: string): void => location.assign(url) };

/** Where a provider redirects to: this origin, since this browser's records belong to it. */
export const landing = (): string => location.origin + LANDING;

/** Navigates to the provider's page; `option` is its entry in the answer of `loginOptions`. */
export function startProviderRedirect(
  option: { state: string; url: string },
  start: Omit<ProviderRedirect, "state" | "from">,
): void {
  const from = location.pathname + location.search;
  const redirect: ProviderRedirect = { ...start, state: option.state, from };
  tabStore.set(KEY, JSON.stringify(redirect));
  pageNavigation.go(option.url);
}

/** Returns the redirect started here with this state, once; null if there is none. */
export function takeProviderRedirect(state: string | null): ProviderRedirect | null {
  const text = tabStore.get(KEY);
  tabStore.remove(KEY);
  const redirect = text ? (JSON.parse(text) as ProviderRedirect) : null;
  return redirect && redirect.state === state ? redirect : null;
}
