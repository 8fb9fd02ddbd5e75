/** Which exits an account has open, for those who choose or show exits. */
import { listedMs } from "@turnpike/rules/pool.ts";
import { sql } from "kysely";

/** A query of the ids of exits that an account has open at an instant, to be used within another. */
export function openExits(accountId: string, at: Date) {
  return sql`
    select exit_id from opened_ip
    where account_id = ${accountId} and deleted_at is null and expires_at > ${at}
      and opened_at > ${new Date(at.getTime() - listedMs)}`;
}
