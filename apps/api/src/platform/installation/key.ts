/**
 * An installation has one key. Its fingerprint is in the database, so that an API with another key
 * does not start and damages nothing (spec/nodes#keys).
 */
import { createHash } from "node:crypto";
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Db } from "../db/database.ts";
import { keyFileOf, readKey, readOrMakeKey, type Seal, sealOf } from "../seal.ts";
import { knownFingerprint, rememberFingerprint } from "./store.ts";

/** The key is missing, or is not the installation's. */
export class KeyMismatch extends Error {}

/** Opens this installation's seal. @throws KeyMismatch, or Error if the file is not a key */
export async function openSeal(
  db: Db,
  env: Pick<Environment, "DATA_DIR" | "SECRET_KEY_FILE">,
): Promise<Seal> {
  const dataDir = path.resolve(env.DATA_DIR);
  const file = env.SECRET_KEY_FILE ?? keyFileOf(dataDir);
  const expected = await knownFingerprint(db);
  const key = readKey(file);
  if (key === null && env.SECRET_KEY_FILE !== undefined)
    throw new KeyMismatch(`SECRET_KEY_FILE: there is no file ${file}`);
  if (key === null && expected !== null)
    throw new KeyMismatch(
      `the key is missing: this database belongs to the installation whose key has the fingerprint ` +
        `${expected}; put it at ${file}, or name it in SECRET_KEY_FILE`,
    );
  const own = key ?? readOrMakeKey(dataDir);
  const fingerprint = fingerprintOf(own);
  const known = expected ?? (await rememberFingerprint(db, fingerprint));
  if (known !== fingerprint)
    throw new KeyMismatch(
      `wrong key: this database belongs to the installation whose key has the fingerprint ${known}, ` +
        `but ${file} has ${fingerprint}; use the first API's key (copy it, or name it in SECRET_KEY_FILE)`,
    );
  return sealOf(own);
}

/** Identifies a key without revealing it: 16 hex digits. */
function fingerprintOf(key: Buffer): string {
  return createHash("sha256").update("turnpike key").update(key).digest("hex").slice(0, 16);
}
