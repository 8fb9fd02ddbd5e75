/** The table of accounts. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { type RawBuilder, sql } from "kysely";
import { walletDebtOf } from "../../../ledger/debt.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { type InvoiceTitle, invoiceTitleOf } from "./invoice-title.ts";

export interface NewAccount {
  id: string;
  email: string;
  passwordHash: string | null;
  inviteCode: string;
  inviterId: string | null;
  accessKeySealed: string;
  accessKeyLookup: string;
  lang: Lang;
  /** Whether a sign-in provider has verified the e-mail. */
  emailVerified: boolean;
  now: Date;
}

/** Returns false if the e-mail, the invite code or the access key is taken. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into account (id, email, password_hash, invite_code, invited_by, access_key_sealed,
      access_key_lookup, lang, created_at, email_verified_at)
    values (${account.id}, ${account.email}, ${account.passwordHash}, ${account.inviteCode},
      ${account.inviterId}, ${account.accessKeySealed}, ${account.accessKeyLookup}, ${account.lang},
      ${account.now}, ${account.emailVerified ? account.now : null})
    on conflict do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

export interface AccountRow {
  id: string;
  email: string;
  secure_email: string | null;
  password_hash: string | null;
  invite_code: string;
  login_minutes: number;
  created_at: Date;
  email_verified_at: Date | null;
  verification_waived: boolean;
  disabled_at: Date | null;
  disabled_reason: string | null;
  closed_at: Date | null;
}

export async function findById(db: Db | Tx, id: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select id, email, secure_email, password_hash, invite_code, login_minutes, created_at,
      email_verified_at, verification_waived, disabled_at, disabled_reason, closed_at
    from account where id = ${id}`.execute(db);
  return rows[0];
}

export async function wasRegisteredSince(
  db: Db,
  { accountId, since }: { accountId: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from account where id = ${accountId} and created_at >= ${since}`.execute(db);
  return rows.length > 0;
}

export type CredentialsRow = Pick<AccountRow, "id" | "email" | "password_hash" | "disabled_at">;

export async function findByEmail(db: Db, email: string): Promise<CredentialsRow | undefined> {
  const { rows } = await sql<CredentialsRow>`
    select id, email, password_hash, disabled_at from account where email = ${email}`.execute(db);
  return rows[0];
}

/** By e-mail or secure e-mail; an address belongs to at most one account (`lockAddress`). */
export async function findByAddress(db: Db | Tx, address: string) {
  const { rows } = await sql<CredentialsRow & { lang: string }>`
    select id, email, password_hash, disabled_at, lang from account
    where email = ${address} or secure_email = ${address}`.execute(db);
  return rows[0];
}

/** Serializes transactions that are about to take this address. */
export async function lockAddress(tx: Tx, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 0))`.execute(tx);
}

/** Compares invite codes case-insensitively, in a database of any locale. */
export async function findByInviteCode(db: Db, code: string) {
  const { rows } = await sql<{ id: string }>`
    select id from account
    where lower(invite_code collate "C") = ${code.toLowerCase()} and disabled_at is null`.execute(
    db,
  );
  return rows[0];
}

export async function findByAccessKey(db: Db, lookups: string[]) {
  // Many calls ask: with an array, PostgreSQL would plan the statement anew each time.
  const listed = sql.join(lookups.map((each) => sql`${each}`));
  const { rows } = await sql<{ id: string }>`
    select id from account where access_key_lookup in (${listed}) and disabled_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Records a login, waiting for concurrent changes; returns the account and its previous login. */
export async function updateLogin(tx: Tx, accountId: string, at: Date) {
  const { rows } = await sql<{
    multi_device: boolean;
    password_hash: string | null;
    disabled_at: Date | null;
    login_before: Date | null;
  }>`
    update account set last_login_at = ${at}
    from (
      select id as own_id, last_login_at as login_before from account
      where id = ${accountId} for no key update) before
    where id = own_id
    returning multi_device, password_hash, disabled_at, login_before`.execute(tx);
  if (!rows[0]) throw new Error("an account that signs in has to be there");
  return rows[0];
}

/** Locks the account's row, to serialize changes of its credentials. */
export async function lockRow(tx: Tx, id: string) {
  const { rows } = await sql<{ login_minutes: number; disabled_at: Date | null }>`
    select login_minutes, disabled_at from account where id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** Keeps the instant of the first verification. */
export async function setEmailVerified(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`
    update account set email_verified_at = coalesce(email_verified_at, ${at})
    where id = ${id}`.execute(tx);
}

export async function setSecureEmail(tx: Tx, id: string, address: string | null): Promise<void> {
  await sql`update account set secure_email = ${address} where id = ${id}`.execute(tx);
}

/** Those of these ids that are accounts. */
export async function accountsAmong(tx: Tx, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from account where id = any(${ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Those of these accounts that are disabled, or whose identity is approved. */
export async function standingAmong(
  db: Db | Tx,
  ids: string[],
): Promise<Map<string, { disabled: boolean; approved: boolean }>> {
  const { rows } = await sql<{ id: string; disabled: boolean; approved: boolean }>`
    select id, disabled_at is not null as disabled, identity_approved_at is not null as approved
    from account where id = any(${ids}::uuid[])
      and (disabled_at is not null or identity_approved_at is not null)`.execute(db);
  return new Map(rows.map(({ id, ...standing }) => [id, standing]));
}

/** Stores since when an account's identity is approved; null: it is not. */
export async function setIdentityApprovedAt(tx: Tx, id: string, at: Date | null): Promise<void> {
  await sql`update account set identity_approved_at = ${at} where id = ${id}`.execute(tx);
}

/**
 * Disables an account, or enables it if `at` is null. An account that is already disabled keeps its
 * instant, and its reason unless a new one is given.
 */
export async function setDisabled(
  tx: Tx,
  id: string,
  at: Date | null,
  reason: string | null = null,
): Promise<void> {
  const changes = at
    ? sql`disabled_at = coalesce(disabled_at, ${at}),
        disabled_reason = coalesce(${reason}, disabled_reason)`
    : sql`disabled_at = null, disabled_reason = null`;
  await sql`update account set ${changes} where id = ${id} and closed_at is null`.execute(tx);
}

export interface LockedAccountRow {
  disabled_at: Date | null;
  closed_at: Date | null;
  email: string;
  secure_email: string | null;
  lang: string;
  invited_by: string | null;
  /** What it owes. */
  debt_cents: number;
  title: InvoiceTitle | null;
  has_session: boolean;
  /** Whose prices it pays; null: the list's. */
  price_group: string | null;
  has_webhooks: boolean;
}

/**
 * Reads an account's status and addresses, and what purchases need besides, and locks its key until
 * the commit. `hasSession` is a condition on an account, such as that a session has not ended.
 */
export async function lockRowForShare(
  tx: Tx,
  id: string,
  hasSession: RawBuilder<boolean>,
): Promise<LockedAccountRow | undefined> {
  const { rows } = await sql<LockedAccountRow>`
    select disabled_at, closed_at, email, secure_email, lang, invited_by, price_group,
      exists (select from webhook_owner w where w.account_id = account.id) as has_webhooks,
      ${walletDebtOf(sql.ref("account.id"))} as debt_cents,
      ${invoiceTitleOf(sql.ref("account.id"))} as title, ${hasSession} as has_session
    from account where id = ${id} for key share of account`.execute(tx);
  return rows[0];
}

/** Accounts closed at or after an instant. */
export async function closedSince(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where closed_at >= ${since}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether any account was ever registered. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await sql`select from account limit 1`.execute(db)).rows.length > 0;
}

/** A query of the ids of all closed accounts. */
export const closedAccounts = sql`select id from account where closed_at is not null`;

/** A page of all closed accounts, ordered by id. */
export async function closedAfter(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where closed_at is not null and id > ${after}
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The number of accounts that are not closed. */
export async function countOpenAccounts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from account where closed_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}
