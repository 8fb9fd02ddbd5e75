/** Tables of the HTTP layer: stored answers of repeatable requests, and the row of readiness. */
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { joinStatement } from "../db/pipeline.ts";

export interface RequestKey {
  accountId: string;
  call: string;
  requestId: string;
  /** A digest of the question's fields, to detect another question with the same id. */
  digest: string;
  now: Date;
}

export interface StoredRequest {
  call: string;
  digest: string;
  /** Sealed; rows of the first version hold the plain object. */
  answer: unknown;
}

/** Claims a request id; false if it was used. Waits for a transaction that is claiming it. */
export async function claimRequest(tx: Tx, key: RequestKey): Promise<boolean> {
  const { accountId, requestId, call, digest, now } = key;
  const claimed = await sql`
    insert into request_effect (account_id, request_id, call, digest, at)
    values (${accountId}, ${requestId}, ${call}, ${digest}, ${now})
    on conflict do nothing`.execute(tx);
  return (claimed.numAffectedRows ?? 0n) > 0n;
}

type RequestId = Pick<RequestKey, "accountId" | "requestId">;

export async function findRequest(
  tx: Tx,
  { accountId, requestId }: RequestId,
): Promise<StoredRequest | null> {
  const { rows } = await sql<StoredRequest>`
    select call, digest, answer from request_effect
    where account_id = ${accountId} and request_id = ${requestId}`.execute(tx);
  return rows[0] ?? null;
}

export async function saveAnswer(
  tx: Tx,
  { accountId, requestId }: RequestId,
  sealedAnswer: string,
): Promise<void> {
  await joinStatement(
    tx,
    sql`
    update request_effect set answer = to_jsonb(${sealedAnswer}::text)
    where account_id = ${accountId} and request_id = ${requestId}`,
  );
}

/** Deletes answers given before an instant. */
export async function deleteOldRequests(db: Db, before: Date): Promise<void> {
  await sql`delete from request_effect where at < ${before}`.execute(db);
}

/** Deletes all answers given to these accounts. */
export async function eraseRequests(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from request_effect where account_id = any(${accountIds}::uuid[])`.execute(tx);
}

/** Updates the one row of readiness; rejects if the database does not accept writes. */
export async function writeReadiness(db: Db): Promise<void> {
  await sql`update readiness set at = now() where id = 1`.execute(db);
}
