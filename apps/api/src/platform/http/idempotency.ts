/**
 * Idempotency by `requestId` (spec/api#requestid): a repeated request returns the first answer and
 * changes nothing. The key's row is written in the transaction of the effect, so both exist or
 * neither. Refusals are not stored. Answers are sealed, as they may contain CDKeys or passwords.
 */
import { createHash } from "node:crypto";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Tx } from "../db/database.ts";
import type { Seal } from "../seal.ts";
import { claimRequest, findRequest, type RequestKey, saveAnswer } from "./store.ts";

/** Fields that may differ when a client repeats a request. */
const ignoredFields = new Set(["lang", "session", "key", "mfaCode", "requestId"]);

/** Fields of a fresh proof: a quick hash of the account's password must not be stored. */
const proofFields = ["password", "confirmCode"];

/**
 * A digest of the question, independent of the order of its fields. `provesFresh`: the call takes a
 * fresh proof, which is not part of what is asked for.
 */
export function fieldsDigest(
  question: Record<string, unknown>,
  { provesFresh = false }: { provesFresh?: boolean } = {},
): string {
  const fields = Object.entries(question)
    .filter(([name, value]) => !ignoredFields.has(name) && value !== undefined)
    .filter(([name]) => !provesFresh || !proofFields.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

/**
 * Runs `effect` once per key inside `tx`. A concurrent repeat waits for the first one's
 * transaction.
 * @throws Refusal requestIdReused if the id was used with other fields or for another call
 */
export async function runIdempotent<T>(
  seal: Seal,
  tx: Tx,
  key: RequestKey,
  effect: () => Promise<T>,
): Promise<T> {
  if (!(await claimRequest(tx, key))) {
    const row = await findRequest(tx, key);
    if (!row || row.call !== key.call || row.digest !== key.digest)
      throw new Refusal("requestIdReused");
    const { answer } = row;
    return (typeof answer === "string" ? JSON.parse(seal.open(answer)) : answer) as T;
  }
  const answer = await effect();
  await saveAnswer(tx, key, seal.seal(JSON.stringify(answer)));
  return answer;
}
