/** CSV according to RFC 4180, safe to open in a spreadsheet. */

/** Formats one field; quoted if it contains a comma, a quote or a line break. */
export function csvField(value: string | number): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a cell; a leading `'` keeps spreadsheets from evaluating a formula. */
export function csvCell(value: string | number): string {
  const formula = typeof value === "string" && /^[=+\-@\t\r]/.test(value);
  return csvField(formula ? `'${value}` : value);
}

/** Formats rows as a CSV file. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}
