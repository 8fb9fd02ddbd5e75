/** CDKeys written down for other programs. */
import type { CallName } from "@turnpike/contract/calls.ts";
import { type CallResult, ask, type Question } from "../../lib/call.ts";
import { saveCsv, saveFile } from "@turnpike/ui/lib/save-file.ts";

export type Cdkey = CallResult<"cdkeys">["items"][number];

/** Calls whose answers change when keys are made. */
export const creationCalls = [
  "cdkeys",
  "member",
  "headerInit",
  "indexInit",
  "trafficInfo",
  "subUsers",
  "availableSubUsers",
] as const satisfies readonly CallName[];

/** One code a line. */
export const cdkeyLines = (keys: readonly Cdkey[]): string =>
  keys.map(({ code }) => `${code}\n`).join("");

/** The columns bear the API's names. */
const fields = [
  "code",
  "kind",
  "amount",
  "producedAt",
  "status",
  "usedAt",
  "redeemerEmail",
] as const satisfies (keyof Cdkey)[];

/** A header and one row each. */
export const cdkeyCsv = (keys: readonly Cdkey[]): (string | number)[][] => [
  [...fields],
  ...keys.map((key) => fields.map((field) => key[field] ?? "")),
];

export const saveTxtOf = (keys: readonly Cdkey[]): void =>
  saveFile({ name: "cdkeys.txt", text: cdkeyLines(keys) });
export const saveCsvOf = (keys: readonly Cdkey[]): void => saveCsv("cdkeys.csv", cdkeyCsv(keys));

/** A page is as long as the API lets it be. */
const PAGE_ROWS = 100;
/** The newest so many are exported. */
export const KEYS_MOST = 20_000;

/**
 * All keys that fit a filter, newest first. Keys that are made meanwhile push others to the next
 * page: none is taken twice. Throws as `ask` does.
 */
export async function allCdkeys(
  filter: Question<"cdkeys">,
): Promise<{ keys: Cdkey[]; total: number }> {
  const keys = new Map<string, Cdkey>();
  let total = 0;
  for (let page = 1; page <= KEYS_MOST / PAGE_ROWS; page++) {
    const answer = await ask("cdkeys", { ...filter, page, limit: PAGE_ROWS });
    total = answer.total;
    for (const key of answer.items) keys.set(key.id, key);
    if (answer.items.length < PAGE_ROWS) break;
  }
  return { keys: [...keys.values()], total: Math.max(total, keys.size) };
}
