/** Exports the request log: reads all pages of a filter, one after another. */
import { csvText } from "@turnpike/rules/csv.ts";
import { callApi, type CallParameters } from "../../lib/call.ts";
import type { LoggedRequest } from "./outcomes.ts";

/** The longest page that the API allows. */
export const PAGE_ROWS = 100;
/** At most this many rows, the newest; the export says how many more matched. */
export const MAX_ROWS = 20_000;

export interface Walk {
  rows: LoggedRequest[];
  /** All matching rows, including those beyond MAX_ROWS. */
  total: number;
}

/**
 * Reads the pages, newest first. Rows that arrive meanwhile do not shift the pages: all but the
 * first end with the row that was newest at first.
 * @throws CallCancelled when `signal` aborts
 */
export async function walkLog(
  parameters: CallParameters<"requestLog">,
  options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<Walk> {
  const { signal, onProgress } = options;
  const rows = new Map<string, LoggedRequest>();
  let fields = { ...parameters, limit: PAGE_ROWS };
  let total = 0;
  for (let page = 1; page <= MAX_ROWS / PAGE_ROWS; page++) {
    const answer = await callApi(
      "requestLog",
      { ...fields, page },
      { signal, handles: () => true },
    );
    total = answer.total;
    for (const row of answer.items) rows.set(row.id, row);
    onProgress(rows.size, Math.min(total, MAX_ROWS));
    if (answer.items.length < PAGE_ROWS) break;
    const [newest] = answer.items;
    if (page === 1 && newest) fields = { ...fields, to: justAfter(newest.at) };
  }
  return { rows: [...rows.values()], total };
}

/** The API's `to` is exclusive. */
const justAfter = (iso: string): string => new Date(Date.parse(iso) + 1).toISOString();

/** The columns are named as in the API. */
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

/** The file's text: CSV with a header, or a JSON array of objects. */
export function logText(rows: readonly LoggedRequest[], format: LogFormat): string {
  if (format === "json") return `${JSON.stringify(rows, null, 2)}\n`;
  return csvText([[...fields], ...rows.map((row) => fields.map((field) => row[field] ?? ""))]);
}
