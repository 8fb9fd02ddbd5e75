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
const tokenOf = (url: string) => /[?&]token=([^&]*)/.exec(url)?.[1] ?? "";
