/**
 * The way to a provider's page (Google, GitHub, LinkedIn) and back to /index/loading. What was
 * begun is kept in this tab: what comes back without it was not begun here.
 */
import type { Provider } from "@turnpike/contract/identity.ts";
import { LANDING } from "./landing.ts";

/** As they write themselves. */
export const providerNames: Record<Provider, string> = {
  google: "Google",
  github: "GitHub",
  linkedin: "LinkedIn",
};

export interface ProviderRedirect {
  provider: Provider;
  purpose: "signIn" | "bind";
  state: string;
  /** Where one set out, to come back to where one changed one's mind. */
  from: string;
  inviteCode?: string | undefined;
}

const KEY = "turnpike.trip";
/** Replaced in tests: a browser leaves the page. */
export const leaving = { go: (url: string): void => location.assign(url) };

/** Where a provider sends this browser back to: what it keeps, it keeps under its own address. */
export const landing = (): string => location.origin + LANDING;

/** Goes to the provider's page; `option` is its answer from `loginOptions`. */
export function startProviderRedirect(
  option: { state: string; url: string },
  start: Omit<ProviderRedirect, "state" | "from">,
): void {
  const from = location.pathname + location.search;
  const redirect: ProviderRedirect = { ...start, state: option.state, from };
  sessionStorage.setItem(KEY, JSON.stringify(redirect));
  leaving.go(option.url);
}

/** What was begun here with this state, once; null where it was not. */
export function takeProviderRedirect(state: string | null): ProviderRedirect | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const redirect = text ? (JSON.parse(text) as ProviderRedirect) : null;
  return redirect && redirect.state === state ? redirect : null;
}
