/**
 * A trace as a file for a legal request, signed with an Ed25519 key that follows from the
 * installation's key: whoever has the public key can check it without us, and nobody else can sign.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { Seal } from "../../platform/seal.ts";
import type { Services } from "../../platform/services.ts";
import type { TraceAnswer } from "./trace.ts";

const format = "turnpike-trace-1";
const purpose = "trace signature";
/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410 §7). */
const keyHeader = Buffer.from("302e020100300506032b657004220420", "hex");

export interface TraceStatement extends TraceAnswer {
  /** PUBLIC_URL of the installation that says so. */
  installation: string;
  /** When it was written, ISO 8601. */
  writtenAt: string;
}
export interface SignedTrace {
  format: typeof format;
  statement: TraceStatement;
  /** PEM. */
  publicKey: string;
  /** Base64, of the statement as JSON without spaces. */
  signature: string;
}

function keysOf(seal: Seal): { own: KeyObject; publicKey: string } {
  const key = Buffer.concat([keyHeader, seal.derive(purpose)]);
  const own = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return {
    own,
    publicKey: createPublicKey(own).export({ format: "pem", type: "spki" }).toString(),
  };
}

const bytesOf = (statement: unknown) => Buffer.from(JSON.stringify(statement));

/** Signs what a trace found. */
export function signTrace({ seal, env, world }: Services, answer: TraceAnswer): SignedTrace {
  const { own, publicKey } = keysOf(seal);
  const writtenAt = new Date(world.now()).toISOString();
  const statement = { installation: env.publicUrl, writtenAt, ...answer };
  const signature = sign(null, bytesOf(statement), own).toString("base64");
  return { format, statement, publicKey, signature };
}

/** Judges the text of such a file: whether this installation signed what it says, or why not. */
export function checkTrace(
  { seal }: Pick<Services, "seal">,
  text: string,
): { ok: true; statement: TraceStatement } | { ok: false; why: string } {
  const file = readSigned(text);
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

function readSigned(text: string): SignedTrace | null {
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
