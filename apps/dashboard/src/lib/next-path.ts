/** The path the user wanted before having to sign in; stored per tab. */
import { tabStore } from "@turnpike/ui/lib/storage.ts";

const KEY = "app.next";
const HOME = "/cli/home";

/** The path of one of this origin's customer screens; null otherwise (no open redirects). */
export function asNextPath(text: string): string | null {
  if (!URL.canParse(text, location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(text, location.origin);
  if (origin !== location.origin || !pathname.startsWith("/cli/")) return null;
  return pathname + search + hash;
}

/** Stores the path if it is one of the customers' screens. */
export function keepNext(text: string): void {
  const path = asNextPath(text);
  if (path) tabStore.set(KEY, path);
}

export const forgetNext = (): void => tabStore.remove(KEY);

/** Where to go after signing in: the stored path, once, or the home page. */
export function takeNext(): string {
  const path = asNextPath(tabStore.get(KEY) ?? "");
  forgetNext();
  return path ?? HOME;
}
