import { inLine } from "./printable.ts";

/**
 * Formats rows as a text table; columns fit their content, and numbers are right-aligned. `times`:
 * columns with an instant as a call returns it.
 */
export function table<Row extends object>(
  rows: readonly Row[],
  {
    none,
    columns,
    times = [],
  }: { none: string; columns: (keyof Row & string)[]; times?: (keyof Row & string)[] },
): string {
  if (rows.length === 0) return none;
  const valueOf = (row: Row, name: keyof Row & string) =>
    times.includes(name) && row[name] ? new Date(String(row[name])) : row[name];
  const lines = rows.map((row) => columns.map((name) => cellText(valueOf(row, name))));
  const widths = columns.map((name, at) =>
    Math.max(name.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  const isNumber = columns.map((name) => rows.every((row) => typeof row[name] === "number"));
  const line = (cells: string[]) =>
    cells
      .map((cell, at) =>
        isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [line(columns.map((name) => name.toUpperCase())), ...lines.map(line)].join("\n");
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return inLine(String(value as string | number));
}
