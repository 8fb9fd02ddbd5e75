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

/** Saves rows as CSV after RFC 4180. */
export function saveCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const text = rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
  saveFile({ name, text, type: "text/csv" });
}

/** A cell that a spreadsheet would take for a formula is kept a text by a leading quote mark. */
export function csvCell(value: string | number): string {
  const formula = typeof value === "string" && /^[=+\-@\t]/.test(value);
  return csvField(formula ? `'${value}` : value);
}
