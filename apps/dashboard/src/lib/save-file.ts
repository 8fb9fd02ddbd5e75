import { csvField } from "@turnpike/rules/endpoint.ts";

/** Hands a text to the browser as a download. */
export function saveFile(file: { name: string; text: string; type?: string }): void {
  const type = file.type ?? "text/plain";
  const url = URL.createObjectURL(new Blob([file.text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

type CsvRows = readonly (readonly (string | number)[])[];

/** Rows as CSV after RFC 4180. */
export const csvText = (rows: CsvRows): string =>
  rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");

/** Saves rows as CSV. */
export function saveCsv(name: string, rows: CsvRows): void {
  saveFile({ name, text: csvText(rows), type: "text/csv" });
}

/** A cell that a spreadsheet would take for a formula is kept a text by a leading quote mark. */
export function csvCell(value: string | number): string {
  const formula = typeof value === "string" && /^[=+\-@\t\r]/.test(value);
  return csvField(formula ? `'${value}` : value);
}
