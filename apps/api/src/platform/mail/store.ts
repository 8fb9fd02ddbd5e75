/**
 * The outbox's table. Contents are sealed: a mailed code is as good as a password while it is
 * valid, and a database dump must hold no live secret (spec/quality#a2). Rows without HTML are from
 * older releases and hold plain text.
 */
import type { MailTemplate } from "@turnpike/locales/mails.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { joinStatement } from "../db/pipeline.ts";
import type { Seal } from "../seal.ts";
import type { Services } from "../services.ts";

export interface NewMail {
  id: string;
  /** Null stores nothing, with the same statement. */
  to: string | null;
  subject: string;
  text: string;
  html: string;
  /** It contains a mailed code. */
  hasCode: boolean;
  now: Date;
}
/** A mail whose content is still sealed. */
export interface DueMail {
  id: string;
  to: string;
  subject: string;
  body: string;
  html: string | null;
}

export async function insertMail(
  { seal }: Pick<Services, "seal">,
  tx: Tx,
  { id, to, subject, text, html, hasCode, now }: NewMail,
): Promise<void> {
  await joinStatement(
    tx,
    sql`
    insert into mail (id, recipient, subject, body, html, has_code, queued_at, next_try_at)
    select ${id}, ${to}, ${subject}, ${seal.seal(text)}, ${seal.seal(html)}, ${hasCode}::boolean,
      ${now}, ${now}
    where ${to}::text is not null`,
  );
}

/** Returns the content of a mail; throws if it was sealed with another key. */
export function openMail(
  seal: Seal,
  { body, html }: Pick<DueMail, "body" | "html">,
): { text: string; html?: string } {
  return html === null ? { text: body } : { text: seal.open(body), html: seal.open(html) };
}

/**
 * Claims unsent mails, those that never failed first, for `leaseSeconds`: no other process gets them in that time, and they become
 * due again if this process dies.
 */
export async function claimMails(
  db: Db,
  claim: { now: Date; leaseSeconds: number; tries: number; limit: number },
): Promise<DueMail[]> {
  const { now, leaseSeconds, tries, limit } = claim;
  const { rows } = await sql<DueMail & { hasFailed: boolean; position: number }>`
    update mail set tries = tries + 1,
      next_try_at = ${now}::timestamptz + ${leaseSeconds} * interval '1 second' * (tries + 1)
    where id in (
      select id from mail
      where sent_at is null and next_try_at <= ${now} and tries < ${tries}
      order by last_error is not null, position limit ${limit} for update skip locked)
    returning id, recipient as to, subject, body, html, last_error is not null as "hasFailed",
      position`.execute(db);
  return rows.toSorted(
    (a, b) => Number(a.hasFailed) - Number(b.hasFailed) || a.position - b.position,
  );
}

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await sql`update mail set sent_at = ${now}, last_error = null where id = ${id}`.execute(db);
}

export async function markFailed(db: Db, id: string, error: string): Promise<void> {
  await sql`update mail set last_error = ${error} where id = ${id}`.execute(db);
}

/**
 * Gives claimed mails back, as the server accepts none at present: a try that did not take place
 * does not count, and none is the last one.
 */
export async function releaseMails(
  db: Db,
  { ids, most, nextTryAt }: { ids: string[]; most: number; nextTryAt: Date },
): Promise<void> {
  await sql`update mail set next_try_at = ${nextTryAt},
      tries = least(case when last_error is null then tries - 1 else tries end, ${most}::int)
    where id = any(${ids}::uuid[]) and sent_at is null`.execute(db);
}

/** Mails that were tried as often as they may be, and why the newest of them failed. */
export async function mailsGivenUp(
  db: Db,
  tries: number,
): Promise<{ count: number; lastError: string }> {
  const { rows } = await sql<{ count: number; lastError: string | null }>`
    select count(*)::int as count, (array_agg(last_error order by position desc))[1] as "lastError"
    from mail where sent_at is null and tries >= ${tries}`.execute(db);
  const { count = 0, lastError } = rows[0] ?? {};
  return { count, lastError: lastError ?? "" };
}

/** Deletes mails that were sent before an instant, or queued before it and given up after `tries`. */
export async function deleteOldMails(
  db: Db,
  { before, tries }: { before: Date; tries: number },
): Promise<void> {
  await sql`
    delete from mail where sent_at < ${before}
      or (sent_at is null and tries >= ${tries} and queued_at < ${before})`.execute(db);
}

/** The newest mails, to one address or (undefined) to all. */
export async function newestMails({ db, seal }: Services, to: string | undefined, limit: number) {
  const { rows } = await sql<Omit<DueMail, "id"> & { queued_at: Date }>`
    select recipient as to, subject, body, html, queued_at from mail
    where ${to === undefined ? sql`true` : sql`recipient = ${to}`}
    order by position desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    to: row.to,
    subject: row.subject,
    ...openMail(seal, row),
    at: row.queued_at.toISOString(),
  }));
}

/** Deletes all mails to these addresses, sent or not. */
export async function deleteMailsTo(tx: Tx, addresses: string[]): Promise<void> {
  await sql`delete from mail where recipient = any(${addresses}::text[])`.execute(tx);
}

/** Returns one mail; null if no mail has the id. */
export async function mailById({ seal }: Pick<Services, "seal">, db: Db | Tx, id: string) {
  const { rows } = await sql<Omit<DueMail, "id"> & { has_code: boolean | null }>`
    select recipient as to, subject, body, html, has_code from mail where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { text } = openMail(seal, row);
  return { to: row.to, subject: row.subject, hasCode: row.has_code ?? showsCode(text) };
}

/** Whether a mail of an earlier release, which does not say so, contains a mailed code. */
export const showsCode = (text: string) => /^[^\S\n]*\d{6}[^\S\n]*$/m.test(text);

/** Queues a copy of a mail, unchanged. */
export async function copyMail(
  tx: Tx,
  { id, copy, now }: { id: string; copy: string; now: Date },
): Promise<void> {
  await sql`
    insert into mail (id, recipient, subject, body, html, has_code, queued_at, next_try_at)
    select ${copy}, recipient, subject, body, html, has_code, ${now}, ${now}
    from mail where id = ${id}`.execute(tx);
}

/** The operator's own text of a mail; null if it has none. */
export async function ownMailText(
  db: Db | Tx,
  { name, lang }: { name: string; lang: string },
): Promise<MailTemplate | null> {
  const { rows } = await sql<MailTemplate>`
    select subject, body from mail_text where name = ${name} and lang = ${lang}`.execute(db);
  return rows[0] ?? null;
}

/** Others that lock the text wait until the transaction ends, also where there is none yet. */
export async function lockMailText(tx: Tx, { name, lang }: { name: string; lang: string }) {
  const key = `mail text ${name} ${lang}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`.execute(tx);
}

/** Which mails have a text of the operator's own, in which languages. */
export async function changedMailTexts(db: Db | Tx): Promise<{ name: string; lang: string }[]> {
  const { rows } = await sql<{ name: string; lang: string }>`
    select name, lang from mail_text order by name`.execute(db);
  return rows;
}

export async function saveMailText(
  tx: Tx,
  text: MailTemplate & { name: string; lang: string; updated_at: Date },
): Promise<void> {
  await sql`
    insert into mail_text (name, lang, subject, body, updated_at)
    values (${text.name}, ${text.lang}, ${text.subject}, ${text.body}, ${text.updated_at})
    on conflict (name, lang) do update set subject = excluded.subject, body = excluded.body,
      updated_at = excluded.updated_at`.execute(tx);
}

/** Deletes the operator's texts of a mail, in one language or in all; returns their languages. */
export async function deleteMailTexts(
  tx: Tx,
  { name, lang }: { name: string; lang: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ lang: string }>`
    delete from mail_text where name = ${name} and (${lang}::text is null or lang = ${lang})
    returning lang`.execute(tx);
  return rows.map((row) => row.lang);
}
