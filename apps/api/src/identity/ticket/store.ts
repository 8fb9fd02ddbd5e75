/** The table of tickets. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { TicketFields } from "../../platform/module.ts";

export interface NewTicket {
  tokenHash: Buffer;
  purpose: string;
  accountId: string;
  sessionId: string;
  fields: TicketFields;
  expiresAt: Date;
}

export async function insertTicket(tx: Tx, ticket: NewTicket): Promise<void> {
  const { tokenHash, purpose, accountId, sessionId, fields, expiresAt } = ticket;
  await sql`
    insert into ticket (token_hash, purpose, account_id, session_id, fields, expires_at)
    values (${tokenHash}, ${purpose}, ${accountId}, ${sessionId}, ${JSON.stringify(fields)}::jsonb,
      ${expiresAt})`.execute(tx);
}

/** Deletes an account's tickets of a purpose, except the `kept` newest ones. */
export async function deleteOldTickets(
  tx: Tx,
  { accountId, purpose, kept }: { accountId: string; purpose: string; kept: number },
): Promise<void> {
  // A locked one is being used, and so deleted, by another transaction.
  await sql`
    delete from ticket where token_hash in (
      select token_hash from ticket where account_id = ${accountId} and purpose = ${purpose}
      order by expires_at desc, token_hash offset ${kept} for update skip locked)`.execute(tx);
}

/** Deletes a ticket and returns it; only one of several concurrent calls succeeds. */
export async function takeTicket(
  tx: Tx,
  request: { tokenHash: Buffer; purpose: string; now: Date },
): Promise<{ accountId: string; sessionId: string; fields: TicketFields } | null> {
  const { rows } = await sql<{
    account_id: string;
    session_id: string;
    fields: TicketFields;
  }>`
    delete from ticket
    where token_hash = ${request.tokenHash} and purpose = ${request.purpose}
      and expires_at > ${request.now}
    returning account_id, session_id, fields`.execute(tx);
  const row = rows[0];
  return row ? { accountId: row.account_id, sessionId: row.session_id, fields: row.fields } : null;
}

export async function deleteExpiredTickets(db: Db, now: Date): Promise<void> {
  await sql`delete from ticket where expires_at <= ${now}`.execute(db);
}

/** Deletes the tickets of accounts. */
export async function deleteTicketsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from ticket where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
