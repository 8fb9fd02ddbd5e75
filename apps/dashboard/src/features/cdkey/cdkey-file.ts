/** CDKeys as text and CSV files. */
import { type CallResult, callApi, type CallParameters } from "../../lib/call.ts";
import { saveCsv, saveFile } from "@turnpike/ui/lib/save-file.ts";

export type Cdkey = CallResult<"cdkeys">["items"][number];

/** One code per line. */
export const cdkeyLines = (keys: readonly Cdkey[]): string =>
  keys.map(({ code }) => `${code}\n`).join("");

/** The columns are named as in the API. */
const fields = [
  "code",
  "kind",
  "amount",
  "producedAt",
  "status",
  "usedAt",
  "redeemerEmail",
] as const satisfies (keyof Cdkey)[];

/** A header and one row per key. */
export const cdkeyCsv = (keys: readonly Cdkey[]): (string | number)[][] => [
  [...fields],
  ...keys.map((key) => fields.map((field) => key[field] ?? "")),
];

export const saveTxtOf = (keys: readonly Cdkey[]): void =>
  saveFile({ contents: "cdkeys", ending: "txt", text: cdkeyLines(keys) });
export const saveCsvOf = (keys: readonly Cdkey[]): void => saveCsv("cdkeys", cdkeyCsv(keys));

/** The longest page that the API allows. */
const PAGE_ROWS = 100;
/** At most this many keys are exported, the newest ones. */
export const MAX_KEYS = 20_000;

/**
 * Returns all keys that match a filter, newest first. Keys made meanwhile move others to the next
 * page; the result has no duplicates.
 * @throws whatever `callApi` throws
 */
export async function allCdkeys(
  filter: CallParameters<"cdkeys">,
): Promise<{ keys: Cdkey[]; total: number }> {
  const keys = new Map<string, Cdkey>();
  let total = 0;
  for (let page = 1; page <= MAX_KEYS / PAGE_ROWS; page++) {
    const answer = await callApi("cdkeys", { ...filter, page, limit: PAGE_ROWS });
    total = answer.total;
    for (const key of answer.items) keys.set(key.id, key);
    if (answer.items.length < PAGE_ROWS) break;
  }
  return { keys: [...keys.values()], total: Math.max(total, keys.size) };
}
