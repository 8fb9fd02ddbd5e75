/** Proxies as a file that the API writes (contract §8), and what it will look like. */
import { csvText } from "@turnpike/rules/csv.ts";
import {
  defaultTemplate,
  type ProxyFields,
  proxyFieldNames,
  proxyLine,
} from "@turnpike/rules/proxy-format.ts";
import { fetchFile } from "../../lib/download.ts";
import { saveBlob } from "../../lib/save-file.ts";
import { split } from "../batch/run-batch.ts";

export const exportFormats = ["txt", "csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface Export {
  /** Where the file is, and what stands in its address beside what follows. */
  from: { path: string; query?: Record<string, string> };
  /** Empty: all. */
  ids: readonly string[];
  format: ExportFormat;
  /** Null: each in its own format. */
  template: string | null;
}

/** An address of 8 kB passes every server on the way; an id takes 39 bytes of it. */
const IDS_IN_AN_ADDRESS = 150;

/**
 * Fetches and saves one file, however many were chosen: what does not fit into one address comes
 * in parts. `onPart` is told how many of how many are there. Throws after a toast.
 */
export async function saveExport(
  { from, ids, format, template }: Export,
  onPart: (done: number, of: number) => void,
): Promise<string> {
  const parts = ids.length === 0 ? [[]] : split(ids, IDS_IN_AN_ADDRESS);
  const texts: string[] = [];
  let file = { name: "", blob: new Blob() };
  for (const part of parts) {
    const query = {
      ...from.query,
      format,
      ...(format === "txt" && template !== null ? { template } : {}),
      ...(part.length > 0 ? { ids: part.join(",") } : {}),
    };
    file = await fetchFile({ what: "export" }, { path: from.path, query });
    texts.push(await file.blob.text());
    onPart(texts.length, parts.length);
  }
  const { name, blob } = file;
  saveBlob({ name, blob: new Blob([joined(texts, format)], { type: blob.type }) });
  return name;
}

/** The parts as the one file that they are parts of. */
export function joined(texts: readonly string[], format: ExportFormat): string {
  const [first = "", ...others] = texts;
  if (others.length === 0) return first;
  if (format === "txt") return texts.join("");
  // The names of the columns stand once; they hold no line break.
  if (format === "csv") return first + others.map((text) => text.replace(/^.*\r\n/, "")).join("");
  return jsonText(texts.flatMap((text) => JSON.parse(text) as unknown[]));
}

const jsonText = (rows: readonly unknown[]) =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;

/** What the file begins with; each proxy with its own format, where it has one. */
export function exportPreview(
  proxies: readonly { fields: ProxyFields; format?: string }[],
  { format, template }: Pick<Export, "format" | "template">,
): string {
  const rows = proxies.map(({ fields }) => fields);
  if (format === "txt") {
    const line = ({ fields, format: own }: (typeof proxies)[number]) =>
      `${proxyLine(template ?? own ?? defaultTemplate, fields)}\n`;
    return proxies.map(line).join("");
  }
  if (format === "json") return jsonText(rows);
  const cells = rows.map((row) => proxyFieldNames.map((name) => row[name]));
  return csvText([[...proxyFieldNames], ...cells]);
}
