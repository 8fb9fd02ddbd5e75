/**
 * Compares which fields a row declares as null with the columns that they are. PostgreSQL tells of
 * which table's column a result is, unless it is an expression; joins and conditions are in the text.
 */
import type { Column } from "./describe.ts";
import { json } from "./row-faults.ts";
import type { RowField } from "./statements.ts";

/** A column of a table as the schema declares it. */
export interface TableColumn {
  table: string;
  name: string;
  notNull: boolean;
}

const outerJoin = /\b(?:left|right|full)\s+(?:outer\s+)?join\b/i;

/** What is wrong, in words. `schema` has each table's columns, by the table's oid and their number. */
export function nullFaults(
  { text, row }: { text: string; row: readonly RowField[] },
  columns: readonly Column[],
  schema: ReadonlyMap<string, TableColumn>,
): string[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const hasOuterJoin = outerJoin.test(text);
  return row.flatMap(({ name, nullable }) => {
    const column = byName.get(name);
    const of = column && schema.get(`${column.table}.${column.number}`);
    if (of === undefined) return [];
    // What is `not null` and JSON can still be JSON's null.
    const neverNull = of.notNull && !hasOuterJoin && !json.includes(column?.type ?? 0);
    if (nullable) return neverNull ? [`${name} is never null`] : [];
    const canBeNull = !of.notNull || (hasOuterJoin && isJoinedOuter(text, of.table));
    return canBeNull && !isCompared(text, of.name) ? [`${name} can be null`] : [];
  });
}

/** Whether a table is named after `left join` and nowhere else. */
function isJoinedOuter(text: string, table: string): boolean {
  const count = (words: string) =>
    text.match(new RegExp(String.raw`\b(?:${words})\s+"?${table}\b`, "gi"))?.length ?? 0;
  return count("from|join|into|update|using") === count(String.raw`left\s+join`);
}

/** Whether the statement compares a column, or sets it, which leaves no row where it is null. */
function isCompared(text: string, column: string): boolean {
  const first = String.raw`\b${column}"?\s*(?:[=<>]|is not null|in\b|like\b|between\b)`;
  const second = String.raw`[=<>]\s*(?:any\s*\(\s*)?"?(?:\w+"?\."?)?${column}\b`;
  return new RegExp(`${first}|${second}`, "i").test(text);
}
