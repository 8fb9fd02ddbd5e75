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
const VERSION = "s1.";

export interface Seal {
  /** Encrypts a text; the same text seals differently each time. */
  seal(text: string): string;
  /** Decrypts a sealed text; throws if it was altered or sealed with another key. */
  open(sealed: string): string;
  /** A keyed hash (64 hex digits), to find or compare a text that is not stored itself. */
  lookup(purpose: LookupPurpose, text: string): string;
  /** All forms in which a keyed hash may be stored: the current one, then that of old releases. */
  lookups(purpose: MovedPurpose, text: string): [string, string];
  /** Derives 32 bytes from the key for a purpose, such as the seed of a signing key. */
  derive(purpose: KeyPurpose): Buffer;
}

/** Opens the seal of a data directory; creates its key file (mode 0600) if there is none. */
export function sealOfDataDir(dataDir: string): Seal {
  return sealOf(readOrMakeKey(dataDir));
}

/** Creates the seal of a 32-byte key. */
export function sealOf(bytes: Buffer): Seal {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", bytes, "", `turnpike ${purpose}`, KEY_BYTES));
  const lookupKeys = new Map(
    Object.keys(lookupPurposes).map((each) => [each, createSecretKey(derive(`lookup ${each}`))]),
  );
  const oldKey = createHash("sha256").update(bytes).update("lookup").digest();
  const lookup = (purpose: LookupPurpose, text: string) => {
    const purposeKey = lookupKeys.get(purpose);
    if (!purposeKey) throw new Error(`no key has the purpose ${purpose}`);
    return hmac(purposeKey, text);
  };
  // A KeyObject is prepared once; with raw bytes each text would take four times as long.
  const key = createSecretKey(bytes);
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
    lookup,
    lookups: (purpose, text) => [
      lookup(purpose, text),
      hmac(oldKey, lookupPurposes[purpose].before + text),
    ],
    derive,
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
  writeFileSync(fresh, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
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

function parseKey(text: string, file: string): Buffer {
  const key = Buffer.from(text.trim(), "hex");
  if (!/^[0-9a-fA-F]{64}$/.test(text.trim()))
    throw new Error(`${file} is not a key of ${KEY_BYTES} bytes`);
  return key;
}
