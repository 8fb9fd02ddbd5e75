/** Blocked targets with the accounts they apply to. */
import { emailsOf } from "../../../identity/account/store/contacts.ts";
import type { Db } from "../../../platform/db/database.ts";
import { listBlocked } from "../../blocked-target/store.ts";

export async function blockedTargets(db: Db, accountId: string | null) {
  const rows = await listBlocked(db, accountId);
  const ids = rows.flatMap(({ account_id }) => account_id ?? []);
  const emails = await emailsOf(db, ids);
  return rows.map(({ pattern, account_id, created_at }) => ({
    pattern,
    accountId: account_id,
    email: account_id && (emails.get(account_id) ?? null),
    createdAt: created_at.toISOString(),
  }));
}
