/** Proxies as a file in any of the forms, some rows at a time. */
import type { ExportFormat } from "@turnpike/contract/static-export.ts";
import { type ProxyFileOptions, proxyWriter } from "@turnpike/rules/proxy-file.ts";
import type { ProxyFields } from "@turnpike/rules/proxy-format.ts";
import { proxyFormatFacts, proxyFormatNames } from "@turnpike/rules/proxy-formats.ts";

/** A proxy, and the template of its line in a text file. */
export interface FileRow {
  fields: ProxyFields;
  template: string;
}

/** The media type of each form, without its character set. */
export const fileTypes = Object.fromEntries(
  proxyFormatNames.map((format) => [format, proxyFormatFacts(format).type]),
) as Record<ExportFormat, string>;

/** `NAME.ending`, as the programs that read the form expect it. */
export const fileName = (name: string, format: ExportFormat) =>
  `${name}.${proxyFormatFacts(format).ending}`;

/** The parts of the file, one after another. */
export async function* proxyFile(
  format: ExportFormat,
  steps: AsyncIterable<FileRow[]>,
  options: ProxyFileOptions = {},
): AsyncGenerator<string> {
  const writer = proxyWriter(format, options);
  yield writer.begin;
  for await (const rows of steps) {
    const part = writer.rows(rows);
    if (part !== "") yield part;
  }
  yield writer.end();
}

/** Some at a time, so that no step is long. */
export function* inSteps<T>(all: T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
