/** Proxies as a file written by the API (spec/static#export), and its preview. */
import { renamedTo } from "@turnpike/proxy-strings/write/file-name.ts";
import {
  defaultTemplate,
  type ProxyFields,
  proxyLine,
} from "@turnpike/proxy-strings/write/proxy-format.ts";
import { proxyFormatFacts } from "@turnpike/proxy-strings/write/proxy-formats.ts";
import { fetchFile } from "../../lib/download.ts";
import { currentBrand } from "@turnpike/ui/lib/brand.ts";
import { saveBlob } from "@turnpike/ui/lib/save-file.ts";
import { split } from "../../ui/batch/run-batch.ts";
import type { Form } from "./FormatFields.tsx";

export interface Export {
  /** The file's path, and its query parameters apart from those below. */
  from: { path: string; query?: Record<string, string> };
  /** Empty for all. */
  ids: readonly string[];
  form: Form;
  /** The template of text lines; null to use each proxy's own format. */
  template: string | null;
}

/** A URL of 8 kB passes every server in between; an id takes 39 bytes of it. */
const IDS_IN_AN_ADDRESS = 150;

/**
 * Fetches and saves one file for any number of ids, in parts if they do not fit into one URL.
 * `onPart` receives the progress.
 * @throws whatever `fetchFile` throws, after a toast
 */
export async function saveExport(
  { from, ids, form, template }: Export,
  onPart: (done: number, of: number) => void,
): Promise<string> {
  const { format, protocol } = form;
  const parts = ids.length === 0 ? [[]] : split(ids, IDS_IN_AN_ADDRESS);
  const whole = parts.length === 1 || isJoined(format);
  const texts: string[] = [];
  let file = { name: "", blob: new Blob() };
  for (const part of parts) {
    const query = {
      ...from.query,
      format: whole ? format : "json",
      ...(isPlain(format) || !whole ? {} : { protocol }),
      ...(format === "txt" && template !== null ? { template } : {}),
      ...(part.length > 0 ? { ids: part.join(",") } : {}),
    };
    file = await fetchFile({ what: "export" }, { path: from.path, query });
    texts.push(await file.blob.text());
    onPart(texts.length, parts.length);
  }
  if (!whole) return saveGenerated(file.name, texts, form);
  const { name, blob } = file;
  saveBlob({ name, blob: new Blob([joined(texts, format)], { type: blob.type }) });
  return name;
}

/** Formats that do not depend on the protocol. */
const isPlain = (format: Form["format"]) => ["txt", "csv", "json"].includes(format);
/** Formats whose parts can be concatenated; the others have a beginning and an end. */
const isJoined = (format: Form["format"]) =>
  isPlain(format) || (proxyFormatFacts(format).group === "lists" && format !== "url");

/** Generates the file here from the parts' proxies, with the generator that the API uses. */
async function saveGenerated(
  jsonName: string,
  texts: readonly string[],
  { format, protocol }: Form,
): Promise<string> {
  const { rowsFile } = await import("@turnpike/proxy-strings/write/proxy-file.ts");
  const proxies = texts.flatMap((text) => JSON.parse(text) as ProxyFields[]);
  const rows = proxies.map((fields) => ({ fields }));
  const { type } = proxyFormatFacts(format);
  const name = renamedTo(format, jsonName);
  const text = rowsFile(format, rows, { protocol, name: currentBrand().name });
  saveBlob({ name, blob: new Blob([text], { type: `${type};charset=utf-8` }) });
  return name;
}

/** Joins the parts into one file. */
export function joined(texts: readonly string[], format: Form["format"]): string {
  const [first = "", ...others] = texts;
  if (others.length === 0) return first;
  // Keeps the header row once; column names contain no line break.
  if (format === "csv") return first + others.map((text) => text.replace(/^.*\r\n/, "")).join("");
  if (format !== "json") return texts.join("");
  const rows = texts.flatMap((text) => JSON.parse(text) as unknown[]);
  return `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;
}

/** The beginning of a text file; each proxy in its own format if there is no template. */
export function textPreview(
  proxies: readonly { fields: ProxyFields; format?: string }[],
  template: string | null,
): string {
  return proxies
    .map(({ fields, format }) => `${proxyLine(template ?? format ?? defaultTemplate, fields)}\n`)
    .join("");
}
