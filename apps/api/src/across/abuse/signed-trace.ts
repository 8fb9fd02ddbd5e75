/**
 * Exports a trace as a signed file for a legal request. The Ed25519 key is derived from the
 * installation's key: anyone with the public key can verify, only this installation can sign.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { Seal } from "../../platform/seal.ts";
import type { Services } from "../../platform/services.ts";
import type { TraceAnswer } from "./trace.ts";

const format = "turnpike-trace-1";
const purpose = "trace signature";
/** The PKCS #8 prefix of a 32-byte Ed25519 private key (RFC 8410 §7). */
const keyHeader = Buffer.from("302e020100300506032b657004220420", "hex");

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

function keysOf(seal: Seal): { privateKey: KeyObject; publicKey: string } {
  const key = Buffer.concat([keyHeader, seal.derive(purpose)]);
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return {
    privateKey,
    publicKey: createPublicKey(privateKey).export({ format: "pem", type: "spki" }).toString(),
  };
}

const bytesOf = (statement: unknown) => Buffer.from(JSON.stringify(statement));

/** Signs the result of a trace. */
export function signTrace({ seal, env, world }: Services, answer: TraceAnswer): SignedTrace {
  const { privateKey: own, publicKey } = keysOf(seal);
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
  const { publicKey } = keysOf(seal);
  if (file.publicKey.trim() !== publicKey.trim())
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
