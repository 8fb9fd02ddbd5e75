/** Compares the rows that a statement declares with the columns that PostgreSQL describes. */
import type { Column } from "./describe.ts";
import type { RowField } from "./statements.ts";

/** How the driver hands over PostgreSQL's types, by their oid (`select typname, oid from pg_type`). */
const kinds = new Map<number, RowField["kind"] | "Date" | "Buffer" | "list">([
  [16, "boolean"],
  [17, "Buffer"],
  [20, "number"],
  [21, "number"],
  [23, "number"],
  [26, "number"],
  [700, "number"],
  [701, "number"],
  [18, "string"],
  [19, "string"],
  [25, "string"],
  [650, "string"],
  [869, "string"],
  [1042, "string"],
  [1043, "string"],
  [1700, "string"],
  [2950, "string"],
  [1114, "Date"],
  [1184, "Date"],
  [1000, "list"],
  [1007, "list"],
  [1009, "list"],
  [1016, "list"],
  [1041, "list"],
  [1185, "list"],
  [2951, "list"],
]);
/** JSON holds what was written into it. */
export const json = [114, 3802];

/** What is wrong with a declared row, in words; empty if nothing is. */
export function rowFaults(row: readonly RowField[], columns: readonly Column[]): string[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const faults = columns.length > byName.size ? ["two columns have one name"] : [];
  for (const field of row) {
    const column = byName.get(field.name);
    if (column === undefined) {
      if (!field.optional) faults.push(`no column ${field.name}`);
    } else if (!fits(field, column.type))
      faults.push(`${field.name} is ${kinds.get(column.type) ?? column.type}, not ${field.type}`);
  }
  const declared = new Set(row.map(({ name }) => name));
  const unread = columns.filter(({ name }) => !declared.has(name)).map(({ name }) => name);
  if (unread.length > 0) faults.push(`nobody reads ${unread.join(", ")}`);
  return faults;
}

function fits({ kind, type }: RowField, oid: number): boolean {
  if (json.includes(oid) || type === "unknown") return true;
  const expected = kinds.get(oid);
  if (expected === "list") return type.endsWith("[]");
  if (expected === "Date" || expected === "Buffer") return type.startsWith(expected);
  return kind === expected;
}
