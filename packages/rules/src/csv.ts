/** CSV after RFC 4180, safe to be opened as a spreadsheet. */

/** One field: quoted where it holds a comma, a quote or a line break. */
export function csvField(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that a spreadsheet would take for a formula is kept a text by a leading quote mark. */
export function csvCell(value: string | number): string {
  const formula = typeof value === "string" && /^[=+\-@\t\r]/.test(value);
  return csvField(formula ? `'${value}` : value);
}

/** Rows as the text of a file. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}
