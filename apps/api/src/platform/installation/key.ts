/**
 * An installation has one key. Its fingerprint is in the database, so that an API with another key
 * does not start and damages nothing (spec/nodes#keys). While the key is replaced, both are accepted.
 */
import { createHash } from "node:crypto";
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Db } from "../db/database.ts";
import { KeyRing, type RetiredKey, retiredKeySchema, type RingState } from "../key-ring.ts";
import { keyFileOf, readKey, readOrMakeKey, sealOf } from "../seal.ts";
import { type KeyRow, keyRow, rememberFingerprint } from "./store.ts";

/** The key is missing, or is not the installation's. */
export class KeyMismatch extends Error {}

type KeyEnvironment = Pick<Environment, "DATA_DIR" | "SECRET_KEY_FILE">;

/** The file of this process's key. */
export const keyFileIn = (env: KeyEnvironment) =>
  env.SECRET_KEY_FILE ?? keyFileOf(path.resolve(env.DATA_DIR));

/** Opens this installation's seal. @throws KeyMismatch, or Error if the file is not a key */
export async function openSeal(db: Db, env: KeyEnvironment): Promise<KeyRing> {
  const file = keyFileIn(env);
  const row = await keyRow(db);
  const expected = row.fingerprint;
  const key = readKey(file);
  if (key === null && env.SECRET_KEY_FILE !== undefined)
    throw new KeyMismatch(`SECRET_KEY_FILE: there is no file ${file}`);
  if (key === null && expected !== null)
    throw new KeyMismatch(
      `the key is missing: this database belongs to the installation whose key has the fingerprint ` +
        `${expected}; put it at ${file}, or name it in SECRET_KEY_FILE`,
    );
  const own = key ?? readOrMakeKey(path.resolve(env.DATA_DIR));
  const fingerprint = fingerprintOf(own);
  const known = expected ?? (await rememberFingerprint(db, fingerprint));
  const state = ringOf({ ...row, fingerprint: known }, [own]);
  if (state === null)
    throw new KeyMismatch(
      `wrong key: this database belongs to the installation whose key has the fingerprint ${known}, ` +
        `but ${file} has ${fingerprint}; use the first API's key (copy it, or name it in SECRET_KEY_FILE)`,
    );
  return new KeyRing(state, own);
}

/** The keys as the database has them, of which one of `known` opens all; null if none does. */
export function ringOf(row: KeyRow, known: readonly Buffer[]): RingState | null {
  const keys = [...known];
  const find = (fingerprint: string) => keys.find((one) => fingerprintOf(one) === fingerprint);
  const { rotation } = row;
  if (rotation !== null) {
    const [from, to] = [find(rotation.from), find(rotation.to)];
    if (from && !to) keys.push(Buffer.from(sealOf(from).open(rotation.nextSealed), "hex"));
    if (to && !from) keys.push(Buffer.from(sealOf(to).open(rotation.previousSealed), "hex"));
  }
  const current = row.fingerprint === null ? undefined : find(row.fingerprint);
  if (current === undefined) return null;
  const names = rotation === null ? [] : [rotation.from, rotation.to];
  const other = names.map(find).find((one) => one !== undefined && !one.equals(current)) ?? null;
  return { current, other, retired: retiredOf(current, row.retired) };
}

function retiredOf(current: Buffer, sealed: string | null): RetiredKey[] {
  if (sealed === null) return [];
  return retiredKeySchema.array().parse(JSON.parse(sealOf(current).open(sealed)));
}

/** Identifies a key without revealing it: 16 hex digits. */
export function fingerprintOf(key: Buffer): string {
  return createHash("sha256").update("turnpike key").update(key).digest("hex").slice(0, 16);
}
