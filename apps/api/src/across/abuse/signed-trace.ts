/**
 * Exports a trace as a signed file for a legal request. The Ed25519 key is derived from the
 * installation's key: anyone with the public key can verify, only this installation can sign.
 */
import { sign, verify } from "node:crypto";
import { signerOf } from "../../platform/key-ring.ts";
import type { Services } from "../../platform/services.ts";
import type { TraceAnswer } from "./trace.ts";

const format = "turnpike-trace-1";
const purpose = "trace signature";

export interface TraceStatement extends TraceAnswer {
  /** PUBLIC_URL of the installation that made the statement. */
  installation: string;
  /** When the statement was made, ISO 8601. */
  writtenAt: string;
}
export interface SignedTrace {
  format: typeof format;
  statement: TraceStatement;
  /** PEM encoded. */
  publicKey: string;
  /** Base64 signature of the statement as JSON without whitespace. */
  signature: string;
}

const bytesOf = (statement: unknown) => Buffer.from(JSON.stringify(statement));

/** Signs the result of a trace. */
export function signTrace({ seal, env, world }: Services, answer: TraceAnswer): SignedTrace {
  const { privateKey: own, publicKey } = signerOf(seal.derive(purpose));
  const writtenAt = new Date(world.now()).toISOString();
  const statement = { installation: env.publicUrl, writtenAt, ...answer };
  const signature = sign(null, bytesOf(statement), own).toString("base64");
  return { format, statement, publicKey, signature };
}

/** Verifies such a file. Returns its statement, or why this installation did not sign it. */
export function verifyTrace(
  { seal }: Pick<Services, "seal">,
  text: string,
): { ok: true; statement: TraceStatement } | { ok: false; why: string } {
  const file = parseSignedTrace(text);
  if (file === null) return { ok: false, why: "this is not the export of a trace" };
  const signers = seal.derived(purpose).map((seed) => signerOf(seed).publicKey);
  const publicKey = [...signers, ...seal.retiredSigners()].find(
    (one) => one.trim() === file.publicKey.trim(),
  );
  if (publicKey === undefined)
    return { ok: false, why: "another installation's key signed this file" };
  const isOurs = verify(
    null,
    bytesOf(file.statement),
    publicKey,
    Buffer.from(file.signature, "base64"),
  );
  if (!isOurs) return { ok: false, why: "the file was changed after it was signed" };
  return { ok: true, statement: file.statement };
}

function parseSignedTrace(text: string): SignedTrace | null {
  try {
    const read = JSON.parse(text) as Partial<SignedTrace> | null;
    const whole =
      read?.format === format &&
      typeof read.statement === "object" &&
      typeof read.publicKey === "string" &&
      typeof read.signature === "string";
    return whole ? (read as SignedTrace) : null;
  } catch {
    return null;
  }
}
