/** Reads files of the MaxMind DB format: a record for each address. */
import { open, type Reader, type Response } from "maxmind";

/** The record of an address; the fields depend on the publisher (`record.ts` reads them). */
export type AnyRecord = Record<string, unknown>;

const readers = new Map<string, Promise<Reader<Response>>>();

/**
 * Returns the record of an address, or null if there is none.
 * @throws Error if the file cannot be read or is no MMDB
 */
export async function recordOf(file: string, ip: string): Promise<AnyRecord | null> {
  const reader = await readerOf(file);
  // A file with only IPv4 addresses has no records of IPv6 ones.
  if (reader.metadata.ipVersion === 4 && ip.includes(":")) return null;
  const found: unknown = reader.get(ip);
  return typeof found === "object" && found !== null ? (found as AnyRecord) : null;
}

/** Opens each file once (some 8 MB, 10 ms). A file that could not be read is retried. */
function readerOf(file: string): Promise<Reader<Response>> {
  const known = readers.get(file);
  if (known !== undefined) return known;
  const opening = open<Response>(file);
  readers.set(file, opening);
  opening.catch(() => readers.delete(file));
  return opening;
}
