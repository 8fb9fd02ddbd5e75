/**
 * Secrets that are shown again (access keys, proxy passwords) are encrypted at rest with
 * AES-256-GCM (spec/sign-in#secrets). The key is in `DATA_DIR/secret.key` (or SECRET_KEY_FILE),
 * readable only by its owner: without it, a database dump reveals no live secret.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type KeyPurpose,
  type LookupPurpose,
  lookupPurposes,
  type MovedPurpose,
} from "./lookup-purposes.ts";

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** What sealed texts begin with. */
export const sealedPrefix = "s1.";
const VERSION = sealedPrefix;

/** Makes keyed hashes (64 hex digits): with a key of each purpose, and as old releases did. */
export interface Hashes {
  lookup(purpose: LookupPurpose, text: string): string;
  before(purpose: MovedPurpose, text: string): string;
}

/** Hashes that may be stored, by the key that made them. */
export interface KnownHashes extends Hashes {
  /** Null: it may make new ones. Else it was replaced, and the audit log has none beyond `audit`. */
  retired: { audit: { id: number; hash: string } | null } | null;
}

export interface Seal {
  /** Encrypts a text; the same text seals differently each time. */
  seal(text: string): string;
  /** Decrypts a sealed text; throws if it was altered or sealed with an unknown key. */
  open(sealed: string): string;
  /** A keyed hash, to find or compare a text that is not stored itself. */
  lookup(purpose: LookupPurpose, text: string): string;
  /** All forms in which a keyed hash may be stored: the current one, those of old releases and keys. */
  lookups(purpose: LookupPurpose, text: string): [string, ...string[]];
  /** The current key, other ones of a rotation, retired ones; empty or absent ones do not occur. */
  hashes(): readonly KnownHashes[];
  /** Derives 32 bytes from the key for a purpose, such as the seed of a signing key. */
  derive(purpose: KeyPurpose): Buffer;
  /** The same with each key that is accepted, the current one first. */
  derived(purpose: KeyPurpose): Buffer[];
  /** Public keys, in PEM, that signed traces before the key was replaced. */
  retiredSigners(): string[];
}

/** Opens the seal of a data directory; creates its key file (mode 0600) if there is none. */
export function sealOfDataDir(dataDir: string): Seal {
  return sealOf(readOrMakeKey(dataDir));
}

/** The key that old releases made all keyed hashes with. */
export const oldHashKeyOf = (bytes: Buffer) =>
  createHash("sha256").update(bytes).update("lookup").digest();

/** 32 bytes for a purpose. */
export const deriveFrom = (bytes: Buffer, purpose: string) =>
  Buffer.from(hkdfSync("sha256", bytes, "", `turnpike ${purpose}`, KEY_BYTES));

/** Makes hashes with the keys of purposes, and with the one of old releases. */
export function hashesWith(
  keyOf: (purpose: string) => Buffer | undefined,
  oldKey: Buffer,
): Hashes & { has(purpose: LookupPurpose): boolean } {
  const keys = new Map<string, KeyObject>();
  for (const purpose of Object.keys(lookupPurposes)) {
    const bytes = keyOf(purpose);
    if (bytes !== undefined) keys.set(purpose, createSecretKey(bytes));
  }
  return {
    has: (purpose) => keys.has(purpose),
    lookup(purpose, text) {
      const purposeKey = keys.get(purpose);
      if (!purposeKey) throw new Error(`no key has the purpose ${purpose}`);
      return hmac(purposeKey, text);
    },
    before: (purpose, text) => hmac(oldKey, lookupPurposes[purpose].before + text),
  };
}

/** Whether old releases made hashes of this purpose with another key. */
export const isMoved = (purpose: LookupPurpose): purpose is MovedPurpose =>
  "before" in lookupPurposes[purpose];

/** Creates the seal of a 32-byte key. */
export function sealOf(bytes: Buffer): Seal {
  const hashes = hashesWith(
    (purpose) => deriveFrom(bytes, `lookup ${purpose}`),
    oldHashKeyOf(bytes),
  );
  // A KeyObject is prepared once; with raw bytes each text would take four times as long.
  const key = createSecretKey(bytes);
  const derivedKeys = new Map<KeyPurpose, Buffer>();
  const derive = (purpose: KeyPurpose) => {
    const known = derivedKeys.get(purpose) ?? deriveFrom(bytes, purpose);
    derivedKeys.set(purpose, known);
    return known;
  };
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed) {
      if (!sealed.startsWith(VERSION)) throw new Error("not a sealed text");
      const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
      const iv = bytes.subarray(0, IV_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
    lookup: (purpose, text) => hashes.lookup(purpose, text),
    lookups: (purpose, text) => [
      hashes.lookup(purpose, text),
      ...(isMoved(purpose) ? [hashes.before(purpose, text)] : []),
    ],
    hashes: () => [{ ...hashes, retired: null }],
    derive,
    derived: (purpose) => [derive(purpose)],
    retiredSigners: () => [],
  };
}

const hmac = (key: KeyObject | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest("hex");

/** The path of a data directory's key file. */
export const keyFileOf = (dataDir: string) => join(dataDir, "secret.key");

/** Reads the key in a file; null if the file does not exist. @throws Error if it is not a key */
export function readKey(file: string): Buffer | null {
  try {
    return parseKey(readFileSync(file, "utf8"), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/** Returns the key of a data directory; creates it if there is none. */
export function readOrMakeKey(dataDir: string): Buffer {
  const file = keyFileOf(dataDir);
  const known = readKey(file);
  if (known !== null) return known;
  mkdirSync(dataDir, { recursive: true });
  const fresh = join(dataDir, `.secret.key.${process.pid}.${randomBytes(4).toString("hex")}`);
  writeFileSync(fresh, keyText(newKey()), { mode: 0o600, flag: "wx" });
  try {
    // A hard link is atomic and never replaces a key that another process has written.
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(fresh);
  }
  return parseKey(readFileSync(file, "utf8"), file);
}

/** A new key, as its file has it. */
export const newKey = () => randomBytes(KEY_BYTES);
/** What the file of a key contains. */
export const keyText = (key: Buffer) => `${key.toString("hex")}\n`;

function parseKey(text: string, file: string): Buffer {
  const key = Buffer.from(text.trim(), "hex");
  if (!/^[0-9a-fA-F]{64}$/.test(text.trim()))
    throw new Error(`${file} is not a key of ${KEY_BYTES} bytes`);
  return key;
}
