/** The rows of a file that is imported: columns by name, faults by line. */
import { parse } from "csv-parse/sync";
import { maxLineLength, separatorOf } from "../../inventory/exit/csv-dialect.ts";

/** A row; columns that the file lacks are empty. */
export interface Row<Column extends string> {
  /** From 1, the first line of the file. */
  line: number;
  cells: Record<Column, string>;
}
export interface LineFault {
  line: number;
  text: string;
}
/** What was read: with any fault nothing is imported. `notes` are for a person to judge. */
export interface ReadRows<T> {
  rows: T[];
  faults: LineFault[];
  notes: LineFault[];
}
interface Columns<Needed extends string, Optional extends string> {
  needed: readonly Needed[];
  optional: readonly Optional[];
  /** Columns that keep their blanks. */
  secret: readonly (Needed | Optional)[];
}

/** What spreadsheets take for a formula: such a cell was written for one, not for this program. */
const formula = /^[=+\-@\t\r]/;
// Control characters, which no column has and which logs and terminals must not get.
const control = /\p{Cc}/u;

/**
 * Splits a text into rows. Comma, semicolon or tab, with or without a byte order mark.
 * @throws Error if it is no such table, or has unknown columns
 */
export function rowsOf<Needed extends string, Optional extends string>(
  text: string,
  { needed, optional, secret }: Columns<Needed, Optional>,
): Row<Needed | Optional>[] {
  const known: readonly string[] = [...needed, ...optional];
  const verbatim: readonly string[] = secret;
  const records = parse(text, {
    bom: true,
    info: true,
    delimiter: separatorOf(text),
    max_record_size: maxLineLength,
    skip_empty_lines: true,
    cast: (value, { column }) => (verbatim.includes(String(column)) ? value : value.trim()),
    columns: (names: string[]) => {
      const missing = needed.filter((name) => !names.includes(name));
      if (missing.length > 0) throw new Error(`the first line lacks ${missing.join(", ")}`);
      const unknown = names.find((name) => !known.includes(name));
      if (unknown !== undefined)
        throw new Error(`there is no column ${JSON.stringify(unknown.slice(0, 40))}`);
      if (new Set(names).size < names.length) throw new Error("a column is there twice");
      return names;
    },
  }) as unknown as { record: Record<string, string>; info: { lines: number } }[];
  const empty = Object.fromEntries(known.map((name) => [name, ""]));
  return records.map(({ record, info }) => ({
    line: info.lines,
    cells: { ...empty, ...record } as Record<Needed | Optional, string>,
  }));
}

/** Reads each row with `read`, which throws what is wrong with it. */
export function readEach<Column extends string, T>(
  rows: readonly Row<Column>[],
  read: (cells: Record<Column, string>, line: number, note: (text: string) => void) => T,
): ReadRows<T> {
  const result: ReadRows<T> = { rows: [], faults: [], notes: [] };
  for (const { line, cells } of rows) {
    try {
      refuseStrange(cells);
      result.rows.push(read(cells, line, (text) => result.notes.push({ line, text })));
    } catch (error) {
      result.faults.push({ line, text: (error as Error).message });
    }
  }
  return result;
}

function refuseStrange(cells: Record<string, string>): void {
  for (const [column, value] of Object.entries(cells)) {
    if (control.test(value)) throw new Error(`${column} has a control character`);
    if (column !== "password" && formula.test(value))
      throw new Error(`${column} begins like a formula of a spreadsheet`);
  }
}

/** A cell in a message: never long, and never with what a terminal would obey. */
export const shown = (text: string) => JSON.stringify(text.slice(0, 80));

/** A whole number from 0; 0 for an empty cell. */
export function wholeOf(text: string, column: string, most: number): number {
  if (text === "") return 0;
  if (!/^\d{1,15}$/.test(text) || Number(text) > most)
    throw new Error(`${column} ${shown(text)} is no whole number from 0 to ${most}`);
  return Number(text);
}

/** Bytes of a number of GB with at most three decimals; null for an empty cell. */
export function bytesOf(text: string, column: string): number | null {
  if (text === "") return null;
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(text))
    throw new Error(`${column} ${shown(text)} is no number of GB with at most 3 decimals`);
  return Math.round(Number(text) * 1_000) * 1_000_000;
}

const written =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/** An instant as databases write it, UTC without a zone; null for an empty cell. */
export function instantOf(text: string, column: string): number | null {
  if (text === "") return null;
  const [, day, time = "00:00", zone = "Z"] = written.exec(text) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time}${zone}`);
  // `2026-02-30` is read as March.
  const isDay = day !== undefined && !Number.isNaN(Date.parse(`${day}T00:00Z`));
  if (Number.isNaN(at) || !isDay || new Date(`${day}T00:00Z`).toISOString().slice(0, 10) !== day)
    throw new Error(`${column} ${shown(text)} is no date such as 2026-03-16 or 2026-03-16 09:30`);
  return at;
}
