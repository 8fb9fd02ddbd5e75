/**
 * `requestId` (spec/api#requestid): the same id from the same account answers the first result
 * again and does nothing twice. The row is written in the transaction of the effect, so either both
 * stand or neither: refusals are not kept. An answer is sealed: it may hold CDKeys or passwords.
 */
import { createHash } from "node:crypto";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import type { Seal } from "../seal.ts";

/** Fields that may differ between two tries of one request. */
const passedOver = new Set(["lang", "session", "key", "mfaCode", "requestId"]);
export const KEEP_DAYS = 30;

/** A digest of what was asked, independent of the fields' order. */
export function fieldsDigest(question: Record<string, unknown>): string {
  const fields = Object.entries(question)
    .filter(([name, value]) => !passedOver.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

export interface OnceKey {
  accountId: string;
  call: string;
  requestId: string;
  digest: string;
  now: Date;
}

/**
 * Runs `effect` once per key inside `tx`. A parallel try waits for the first one's transaction.
 * @throws Refusal requestIdReused when the id was used with other fields or for another call
 */
export async function once<T>(
  seal: Seal,
  tx: Tx,
  key: OnceKey,
  effect: () => Promise<T>,
): Promise<T> {
  const { accountId, call, requestId, digest, now } = key;
  const claimed = await sql`
    insert into request_effect (account_id, request_id, call, digest, at)
    values (${accountId}, ${requestId}, ${call}, ${digest}, ${now})
    on conflict do nothing`.execute(tx);
  if (claimed.numAffectedRows === 0n) {
    const before = await sql<{ call: string; digest: string; answer: string | T }>`
      select call, digest, answer from request_effect
      where account_id = ${accountId} and request_id = ${requestId}`.execute(tx);
    const row = before.rows[0];
    if (!row || row.call !== call || row.digest !== digest) throw new Refusal("requestIdReused");
    // Older ones are plain: an object.
    const { answer } = row;
    return typeof answer === "string" ? (JSON.parse(seal.open(answer)) as T) : answer;
  }
  const answer = await effect();
  await sql`
    update request_effect set answer = to_jsonb(${seal.seal(JSON.stringify(answer))}::text)
    where account_id = ${accountId} and request_id = ${requestId}`.execute(tx);
  return answer;
}

/** Forgets what was answered to accounts that are closed. */
export async function forgetAnswers(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from request_effect where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
