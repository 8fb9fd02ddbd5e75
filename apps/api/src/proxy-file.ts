/** Proxies as a file: lines by a template, CSV, or JSON. */
import type { ExportFormat } from "@turnpike/contract/static-export.ts";
import { csvText } from "@turnpike/rules/csv.ts";
import { type ProxyFields, proxyFieldNames, proxyLine } from "@turnpike/rules/proxy-format.ts";

/** A proxy, and the template of its line in a text file. */
export interface FileRow {
  fields: ProxyFields;
  template: string;
}

/** How each format begins, writes some rows (`first`: nothing stands before them), and ends. */
const writers: Record<
  ExportFormat,
  { begin: string; rows: (rows: FileRow[], first: boolean) => string; end: string }
> = {
  txt: {
    begin: "",
    rows: (rows) => rows.map(({ fields, template }) => `${proxyLine(template, fields)}\n`).join(""),
    end: "",
  },
  csv: {
    begin: csvText([[...proxyFieldNames]]),
    rows: (rows) => csvText(rows.map(({ fields }) => proxyFieldNames.map((name) => fields[name]))),
    end: "",
  },
  json: {
    begin: "[",
    rows: (rows, first) =>
      rows
        .map(({ fields }, at) => `${first && at === 0 ? "" : ","}\n${JSON.stringify(fields)}`)
        .join(""),
    end: "\n]\n",
  },
};

export const fileTypes = { txt: "text/plain", csv: "text/csv", json: "application/json" } as const;

/** The parts of the file, one after another. */
export async function* proxyFile(
  format: ExportFormat,
  steps: AsyncIterable<FileRow[]>,
): AsyncGenerator<string> {
  const { begin, rows: write, end } = writers[format];
  yield begin;
  let first = true;
  for await (const rows of steps) {
    if (rows.length === 0) continue;
    yield write(rows, first);
    first = false;
  }
  yield end;
}

/** Some at a time, so that no step is long. */
export function* inSteps<T>(all: T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
