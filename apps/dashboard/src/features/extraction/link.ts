/** Helpers for a link. */
import type { ApiLink } from "@turnpike/contract/extraction.ts";
import { shellWord } from "@turnpike/rules/endpoint-snippets.ts";

export type { ApiLink } from "@turnpike/contract/extraction.ts";

/** A shell command that fetches proxies on a whitelisted machine. */
export const curlOf = (url: string): string => `curl ${shellWord(url)}`;

/** The link's display name: its remark, or the beginning of its token. */
export function nameOf({ remark, url }: ApiLink): string {
  return remark || `…${tokenOf(url).slice(0, 8)}`;
}
/** Whether its remark, place or URL contains the text, ignoring case. */
export function isCalled({ remark, cityName, stateName, country, url }: ApiLink, text: string) {
  const names = [remark, cityName, stateName, country, url].join("\n").toLowerCase();
  return names.includes(text.toLowerCase());
}
const tokenOf = (url: string) => /[?&]token=([^&]*)/.exec(url)?.[1] ?? "";
