/** The table of identity checks: one row for each account that was checked. */
import type { IdentityStage } from "@turnpike/rules/identity.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface IdentityCheck {
  accountId: string;
  stage: IdentityStage;
  provider: "manual" | "stripe";
  providerRef: string | null;
  tries: number;
  handedInAt: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  note: string;
}

const columns = sql.raw(
  `account_id as "accountId", stage, provider, provider_ref as "providerRef", tries,
   handed_in_at as "handedInAt", decided_at as "decidedAt", decided_by as "decidedBy", reason, note`,
);

/** An account's check; null if there was none. */
export async function findCheck(db: Db, accountId: string): Promise<IdentityCheck | null> {
  const { rows } = await sql<IdentityCheck>`
    select ${columns} from identity_check where account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** The account whose check a provider knows by this id; null if there is none. */
export async function accountOfRef(db: Db, ref: string): Promise<string | null> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from identity_check where provider_ref = ${ref}`.execute(db);
  return rows[0]?.accountId ?? null;
}

/** An account's stage. */
export const stageOf = async (db: Db, accountId: string): Promise<IdentityStage> =>
  (await findCheck(db, accountId))?.stage ?? "none";

/** Locks an account's check until the transaction ends; creates it if there is none. */
export async function lockCheck(
  tx: Tx,
  { accountId, provider }: Pick<IdentityCheck, "accountId" | "provider">,
): Promise<IdentityCheck> {
  await sql`
    insert into identity_check (account_id, stage, provider) values (${accountId}, 'none', ${provider})
    on conflict (account_id) do nothing`.execute(tx);
  const { rows } = await sql<IdentityCheck>`
    select ${columns} from identity_check where account_id = ${accountId} for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`the identity check of ${accountId} is gone`);
  return row;
}

/** Saves a check that is locked. */
export async function saveCheck(tx: Tx, check: IdentityCheck): Promise<void> {
  await sql`
    update identity_check set stage = ${check.stage}, provider = ${check.provider},
      provider_ref = ${check.providerRef}, tries = ${check.tries}, handed_in_at = ${check.handedInAt},
      decided_at = ${check.decidedAt}, decided_by = ${check.decidedBy}, reason = ${check.reason},
      note = ${check.note}
    where account_id = ${check.accountId}`.execute(tx);
}

export async function deleteChecks(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from identity_check where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
