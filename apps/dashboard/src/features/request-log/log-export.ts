/** The request log as a file: all pages of a filter, one after another. */
import { csvText } from "@turnpike/rules/csv.ts";
import { ask, type Question } from "../../lib/call.ts";
import type { LoggedRequest } from "./outcomes.ts";

/** A page is as long as the API lets it be. */
export const PAGE_ROWS = 100;
/** The newest so many; what is more is named beside the file. */
export const ROWS_MOST = 20_000;

export interface Walk {
  rows: LoggedRequest[];
  /** All rows that match, also those beyond ROWS_MOST. */
  total: number;
}

/**
 * Walks the pages newest first and tells how far it is. Rows that come meanwhile do not move the
 * pages: all but the first end with the row that was newest at first. Ends by `signal`, then with
 * CallCancelled.
 */
export async function walkLog(
  question: Question<"requestLog">,
  how: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<Walk> {
  const { signal, onProgress } = how;
  const rows = new Map<string, LoggedRequest>();
  let fields = { ...question, limit: PAGE_ROWS };
  let total = 0;
  for (let page = 1; page <= ROWS_MOST / PAGE_ROWS; page++) {
    const answer = await ask("requestLog", { ...fields, page }, { signal, handles: () => true });
    total = answer.total;
    for (const row of answer.items) rows.set(row.id, row);
    onProgress(rows.size, Math.min(total, ROWS_MOST));
    if (answer.items.length < PAGE_ROWS) break;
    const [newest] = answer.items;
    if (page === 1 && newest) fields = { ...fields, to: justAfter(newest.at) };
  }
  return { rows: [...rows.values()], total };
}

/** The API's `to` is the first instant that does not count. */
const justAfter = (iso: string): string => new Date(Date.parse(iso) + 1).toISOString();

/** The columns of the file bear the API's names. */
const fields = [
  "id",
  "at",
  "account",
  "client",
  "protocol",
  "target",
  "exit",
  "country",
  "upBytes",
  "downBytes",
  "ms",
  "outcome",
  "reason",
  "detail",
  "text",
  "fix",
  "product",
] as const satisfies (keyof LoggedRequest)[];

export const logFormats = ["csv", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

/** The file's text: CSV with a header, or an array of objects. */
export function logText(rows: readonly LoggedRequest[], format: LogFormat): string {
  if (format === "json") return `${JSON.stringify(rows, null, 2)}\n`;
  return csvText([[...fields], ...rows.map((row) => fields.map((field) => row[field]))]);
}
