import { csvText } from "@turnpike/rules/csv.ts";
import { type FileContents, fileName, type NamedFile } from "@turnpike/rules/file-name.ts";
import { currentBrand } from "./brand.ts";
import { productClock } from "./product-clock.ts";

/** Saves what is at a URL of this origin as a download; without a name, the response has one. */
export function saveUrl(url: string, name = ""): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves a blob as a download. */
export function saveBlob({ name, blob }: { name: string; blob: Blob }): void {
  const url = URL.createObjectURL(blob);
  saveUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

interface Text {
  text: string;
  /** The media type, plain text by default. */
  type?: string;
}

/** Saves a text as a download, under the name that the API gave it. */
export function saveNamed({ name, text, type = "text/plain" }: Text & { name: string }): void {
  saveBlob({ name, blob: new Blob([text], { type: `${type};charset=utf-8` }) });
}

/** Saves a text as a download, and names it. */
export function saveFile({ text, type, ...named }: Text & Omit<NamedFile, "when" | "brand">): void {
  const name = fileName({ ...named, brand: currentBrand().name, when: productClock.nowMs() });
  saveNamed({ name, text, ...(type ? { type } : {}) });
}

/** Saves rows as a CSV download. */
export function saveCsv(
  contents: FileContents,
  rows: Parameters<typeof csvText>[0],
  details: NamedFile["details"] = [],
): void {
  saveFile({ contents, details, ending: "csv", text: csvText(rows), type: "text/csv" });
}
