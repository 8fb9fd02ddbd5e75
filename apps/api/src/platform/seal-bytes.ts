/**
 * Seals parts of files at rest with AES-256-GCM, as `seal.ts` does with texts. Each part is bound to
 * its place: a part of another file, or another part of this one, does not open there.
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { KeyPurpose } from "./lookup-purposes.ts";
import type { Seal } from "./seal.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

const prepared = new WeakMap<Buffer, KeyObject>();

function keyOf(bytes: Buffer): KeyObject {
  const key = prepared.get(bytes) ?? createSecretKey(bytes);
  prepared.set(bytes, key);
  return key;
}

/** Where a sealed part belongs: its purpose, and its place as text. */
export interface SealedPlace {
  purpose: KeyPurpose;
  place: string;
}

/** Encrypts bytes; the same bytes seal differently each time. */
export function sealBytes(seal: Seal, { purpose, place }: SealedPlace, bytes: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(seal.derive(purpose)), iv);
  cipher.setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Decrypts sealed bytes; throws if they were altered, or belong to another place or key. */
export function openBytes(seal: Seal, { purpose, place }: SealedPlace, sealed: Buffer): Buffer {
  let failed: unknown;
  for (const key of seal.derived(purpose)) {
    try {
      return openWith(keyOf(key), place, sealed);
    } catch (error) {
      failed ??= error;
    }
  }
  throw failed;
}

function openWith(key: KeyObject, place: string, sealed: Buffer): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = sealed.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}
