/** The outbox's table. */
import { sql } from "kysely";
import type { Db, Tx } from "../../db/database.ts";

export interface NewMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  now: Date;
}
export interface DueMail {
  id: string;
  to: string;
  subject: string;
  text: string;
}

export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  await tx
    .insertInto("mail")
    .values({
      id: mail.id,
      recipient: mail.to,
      subject: mail.subject,
      body: mail.text,
      queued_at: mail.now,
      next_try_at: mail.now,
    })
    .execute();
}

/**
 * Takes unsent mails for `leaseSeconds`: nobody else gets them meanwhile, and when this process
 * dies they are due again.
 */
export async function claimMails(
  db: Db,
  claim: { now: Date; leaseSeconds: number; tries: number; limit: number },
): Promise<DueMail[]> {
  const { now, leaseSeconds, tries, limit } = claim;
  const { rows } = await sql<DueMail>`
    update mail set tries = tries + 1,
      next_try_at = ${now}::timestamptz + ${leaseSeconds} * interval '1 second' * (tries + 1)
    where id in (
      select id from mail
      where sent_at is null and next_try_at <= ${now} and tries < ${tries}
      order by position limit ${limit} for update skip locked)
    returning id, recipient as to, subject, body as text`.execute(db);
  return rows;
}

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("mail")
    .set({ sent_at: now, last_error: null })
    .where("id", "=", id)
    .execute();
}

export async function markFailed(db: Db, id: string, error: string): Promise<void> {
  await db.updateTable("mail").set({ last_error: error }).where("id", "=", id).execute();
}

/** The newest mails, to one address or to all. */
export async function newestMails(db: Db, to: string | undefined, limit: number) {
  const rows = await db
    .selectFrom("mail")
    .select(["recipient", "subject", "body", "queued_at"])
    .$if(to !== undefined, (query) => query.where("recipient", "=", to ?? ""))
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    at: row.queued_at.toISOString(),
  }));
}
