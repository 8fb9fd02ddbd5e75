import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { saveCsv } from "@turnpike/ui/lib/save-file.ts";
import { callApi, type CallName, type CallInput } from "../../lib/call.ts";
import { type ListColumn, titleOf } from "./columns.ts";

const PAGE = 100;
/** Maximum rows of an export; the monthly export covers more. */
export const MAX_ROWS = 10_000;

/** All rows of a paged call with its current filters, up to MAX_ROWS. */
async function allRows<Row>(call: CallName, input: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length < MAX_ROWS; page += 1) {
    const pageInput = { ...input, page, limit: PAGE } as CallInput<CallName>;
    const answer = (await callApi(call, pageInput)) as unknown as { items: Row[]; total: number };
    rows.push(...answer.items);
    if (answer.items.length < PAGE || rows.length >= answer.total) break;
  }
  return rows;
}

/** Saves rows as CSV, with the table's columns. */
export function saveRows<Row>(
  name: string,
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): void {
  const lines = rows.map((row) => columns.map((column) => column.text(row) ?? ""));
  saveCsv(`${name}-${productClock.today()}.csv`, [columns.map(titleOf), ...lines]);
}

/** Fetches all rows and saves them. Returns their number. */
export async function exportRows<Row>(
  what: { call: CallName; input: object; name: string },
  columns: readonly ListColumn<Row>[],
): Promise<number> {
  const rows = await allRows<Row>(what.call, what.input);
  saveRows(what.name, columns, rows);
  return rows.length;
}
