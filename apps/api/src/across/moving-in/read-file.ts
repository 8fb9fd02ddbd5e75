/** Reads files that are imported in a worker thread: 100,000 lines take seconds. */
import { ActRefused } from "../../platform/act-refused.ts";
import { ThreadQueue } from "../../platform/thread-queue.ts";
import type { ImportedCustomer } from "./read-customers.ts";
import type { ImportedStatic, ImportedSubAccount } from "./read-logins.ts";
import type { LineFault, ReadRows } from "./rows.ts";

export interface ImportedRows {
  customers: ImportedCustomer;
  subaccounts: ImportedSubAccount;
  statics: ImportedStatic;
}
export type ImportKind = keyof ImportedRows;

export interface ImportQuestion {
  kind: ImportKind;
  text: string;
  now: number;
}
/** `fault`: why the text is no such list. */
export type ImportAnswer = ReadRows<ImportedRows[ImportKind]> | { fault: string };

const maxShown = 10;
const reader = new ThreadQueue<ImportQuestion, ImportAnswer>({
  name: "import read",
  thread: new URL("./read-thread.ts", import.meta.url),
  workMs: 120_000,
  waitMs: 30_000,
});

/** @throws ActRefused naming what is wrong with the file or with its lines */
export async function readImport<Kind extends ImportKind>(
  kind: Kind,
  text: string,
  now: number,
): Promise<{ rows: ImportedRows[Kind][]; notes: LineFault[] }> {
  const answer = await reader.ask({ kind, text, now });
  if ("fault" in answer) throw new ActRefused(`nothing was imported: ${answer.fault}`);
  refuseFaults(answer.faults);
  if (answer.rows.length === 0) throw new ActRefused("nothing was imported: the file has no lines");
  return { rows: answer.rows as ImportedRows[Kind][], notes: answer.notes };
}

/** @throws ActRefused naming the first of these lines, if there are any */
export function refuseFaults(faults: readonly LineFault[]): void {
  if (faults.length === 0) return;
  const named = faults.slice(0, maxShown).map(({ line, text }) => `line ${line}: ${text}`);
  const more = faults.length - named.length;
  const rest = more > 0 ? [`… and ${more} lines more`] : [];
  throw new ActRefused(["nothing was imported:", ...named, ...rest].join("\n"));
}
