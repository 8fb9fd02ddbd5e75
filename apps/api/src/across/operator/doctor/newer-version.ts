/** Whether there is a newer version, by a signed file at an address of the operator's choice. */
import { createPublicKey, verify } from "node:crypto";
import type { Environment } from "@turnpike/contract/environment.ts";
import { z } from "zod";
import { type Check, missing, ok, reasonOf, warning, wrong } from "./check.ts";

const NAME = "newer version";
const TIMEOUT_MS = 3_000;
const MAX_BYTES = 64 * 1024;

const announcement = z.object({
  version: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  /** What to read about it. */
  notes: z.string().url().max(300).optional(),
});

/** Nothing is asked and said unless both settings are there. */
export async function newerVersionChecks(
  { UPDATES_URL: url, UPDATES_KEY: key }: Pick<Environment, "UPDATES_URL" | "UPDATES_KEY">,
  own: string,
): Promise<Check[]> {
  if (url === undefined && key === undefined) return [];
  if (url === undefined)
    return [missing("UPDATES_URL", "UPDATES_KEY alone does nothing", "set it")];
  if (key === undefined)
    return [missing("UPDATES_KEY", "an unsigned file is not believed", "the key that signs it")];
  try {
    const [file, signature] = await Promise.all([read(url), read(`${url}.sig`)]);
    const publicKey = createPublicKey({
      key: Buffer.from(key, "base64"),
      format: "der",
      type: "spki",
    });
    const signed = Buffer.from(signature.toString("latin1").trim(), "base64");
    if (!verify(null, file, publicKey, signed))
      return [wrong(NAME, "the file's signature is not UPDATES_KEY's", "do not use what it names")];
    const { version, notes } = announcement.parse(JSON.parse(file.toString("utf8")));
    if (!isNewer(version, own)) return [ok(NAME, `${version} is the newest`)];
    const cure = "turnpike upgrade FILE.tar.gz";
    return [warning(NAME, `there is ${version}`, notes === undefined ? cure : `${cure}; ${notes}`)];
  } catch (error) {
    const why = error instanceof z.ZodError ? "the file names no version" : reasonOf(error);
    return [warning(NAME, `cannot be learned: ${why}`, "UPDATES_URL")];
  }
}

const partsOf = (version: string) => version.split(".").map(Number);

/** Compares numbers, so that 0.10.0 is newer than 0.9.0. */
function isNewer(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

/** The start of what an address answers; longer answers do not fit the signature. */
async function read(url: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(url, { signal, redirect: "error" });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error(`${url} is larger than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
