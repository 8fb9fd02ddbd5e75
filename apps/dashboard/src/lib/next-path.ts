/** Where a person wanted to go before they had to sign in; this tab alone remembers it. */

const KEY = "turnpike.next";
const HOME = "/cli/home";

/** The path of a customer's screen of this origin; null for anything else: nothing leads away. */
export function asNextPath(text: string): string | null {
  if (!URL.canParse(text, location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(text, location.origin);
  if (origin !== location.origin || !pathname.startsWith("/cli/")) return null;
  return pathname + search + hash;
}

/** Keeps the path where it is one of a customer's screens. */
export function keepNext(text: string): void {
  const path = asNextPath(text);
  if (path) sessionStorage.setItem(KEY, path);
}

export const forgetNext = (): void => sessionStorage.removeItem(KEY);

/** Where to go now that somebody is signed in: once the kept path, home otherwise. */
export function takeNext(): string {
  const path = asNextPath(sessionStorage.getItem(KEY) ?? "");
  forgetNext();
  return path ?? HOME;
}
