import { csvText } from "@turnpike/rules/csv.ts";

/** Saves a blob as a download. */
export function saveBlob({ name, blob }: { name: string; blob: Blob }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Saves a text as a download. */
export function saveFile(file: { name: string; text: string; type?: string }): void {
  const type = `${file.type ?? "text/plain"};charset=utf-8`;
  saveBlob({ name: file.name, blob: new Blob([file.text], { type }) });
}

/** Saves rows as a CSV download. */
export function saveCsv(name: string, rows: Parameters<typeof csvText>[0]): void {
  saveFile({ name, text: csvText(rows), type: "text/csv" });
}
