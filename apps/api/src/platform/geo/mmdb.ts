/** Files of the MaxMind DB format: a record for each address. */
import { open, type Reader, type Response } from "maxmind";

/** What a file says of an address; each publisher has fields of its own (`record.ts` reads them). */
export type AnyRecord = Record<string, unknown>;

const readers = new Map<string, Promise<Reader<Response>>>();

/**
 * What a file has of an address, null where it has none.
 * @throws where the file cannot be read as one
 */
export async function recordOf(file: string, ip: string): Promise<AnyRecord | null> {
  const reader = await readerOf(file);
  // A file of IPv4 addresses alone knows nothing of others.
  if (reader.metadata.ipVersion === 4 && ip.includes(":")) return null;
  const found: unknown = reader.get(ip);
  return typeof found === "object" && found !== null ? (found as AnyRecord) : null;
}

/** Opened once for all; some 8 MB, 10 ms. A file that cannot be read is tried again. */
function readerOf(file: string): Promise<Reader<Response>> {
  const known = readers.get(file);
  if (known !== undefined) return known;
  const opening = open<Response>(file);
  readers.set(file, opening);
  opening.catch(() => readers.delete(file));
  return opening;
}
