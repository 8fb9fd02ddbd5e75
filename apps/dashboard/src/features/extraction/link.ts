/** A link as the screen needs it. */
import type { ApiLink } from "@turnpike/contract/extraction.ts";
import { shellWord } from "@turnpike/rules/endpoint-snippets.ts";

export type { ApiLink } from "@turnpike/contract/extraction.ts";

/** Fetches proxies on a whitelisted machine. */
export const curlOf = (url: string): string => `curl ${shellWord(url)}`;

/** What people call it: its remark, else where its token begins. */
export function nameOf({ remark, url }: ApiLink): string {
  return remark || `…${tokenOf(url).slice(0, 8)}`;
}
/** Whether a text is a piece of its remark, place or address, in any case. */
export function isCalled({ remark, cityName, stateName, country, url }: ApiLink, text: string) {
  const names = [remark, cityName, stateName, country, url].join("\n").toLowerCase();
  return names.includes(text.toLowerCase());
}
const tokenOf = (url: string) => /[?&]token=([^&]*)/.exec(url)?.[1] ?? "";
