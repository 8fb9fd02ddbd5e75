/** Writes proxies as a file of any format, in batches of rows. */
import type { ExportFormat } from "@turnpike/contract/static-export.ts";
import { type ProxyFileOptions, proxyWriter } from "@turnpike/proxy-strings/write/proxy-file.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { proxyFormatFacts, proxyFormatNames } from "@turnpike/proxy-strings/write/proxy-formats.ts";

/** A proxy and the template of its line in a text file. */
export interface FileRow {
  fields: ProxyFields;
  template: string;
}

/** The media type of each format, without a charset. */
export const fileTypes = Object.fromEntries(
  proxyFormatNames.map((format) => [format, proxyFormatFacts(format).type]),
) as Record<ExportFormat, string>;

/** Yields the chunks of the file. */
export async function* proxyFile(
  format: ExportFormat,
  batches: AsyncIterable<FileRow[]>,
  options: ProxyFileOptions = {},
): AsyncGenerator<string> {
  const writer = proxyWriter(format, options);
  yield writer.begin;
  for await (const rows of batches) {
    const part = writer.rows(rows);
    if (part !== "") yield part;
  }
  yield writer.end();
}

/** Splits a list into batches, so that no single step takes long. */
export function* inBatches<T>(all: T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
