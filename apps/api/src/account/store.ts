/** The accounts' table. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

export interface NewAccount {
  id: string;
  email: string;
  passwordHash: string;
  inviteCode: string;
  inviterId: string | null;
  accessKeySealed: string;
  accessKeyLookup: string;
  lang: Lang;
  now: Date;
}

/** False where the e-mail, the invite code or the access key is taken. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<boolean> {
  const row = await tx
    .insertInto("account")
    .values({
      id: account.id,
      email: account.email,
      password_hash: account.passwordHash,
      invite_code: account.inviteCode,
      invited_by: account.inviterId,
      access_key_sealed: account.accessKeySealed,
      access_key_lookup: account.accessKeyLookup,
      lang: account.lang,
      created_at: account.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export function findById(db: Db, id: string) {
  return db.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom("account")
    .select(["id", "password_hash", "disabled_at"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/** Invitation codes are compared without case. */
export function findByInviteCode(db: Db, code: string) {
  return db
    .selectFrom("account")
    .select("id")
    .where((where) => where.eb(where.fn("lower", ["invite_code"]), "=", code.toLowerCase()))
    .where("disabled_at", "is", null)
    .executeTakeFirst();
}

export function findByAccessKey(db: Db, lookup: string) {
  return db
    .selectFrom("account")
    .select("id")
    .where("access_key_lookup", "=", lookup)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
}

export function updateLogin(tx: Tx, login: { accountId: string; at: Date; lang: Lang }) {
  return tx
    .updateTable("account")
    .set({ last_login_at: login.at, lang: login.lang })
    .where("id", "=", login.accountId)
    .returning("multi_device")
    .executeTakeFirstOrThrow();
}

/** Where to write to, and in which language. */
export function findContact(db: Db, id: string) {
  return db
    .selectFrom("account")
    .select(["email", "lang"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Which of these accounts are disabled. */
export async function disabledAmong(db: Db | Tx, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from account
    where id = any(${ids}::uuid[]) and disabled_at is not null`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Disables an account, or (null) enables it again; one that is disabled keeps its instant. */
export function setDisabled(tx: Tx, id: string, at: Date | null) {
  const disabled_at = at === null ? null : sql<Date>`coalesce(disabled_at, ${at})`;
  return tx.updateTable("account").set({ disabled_at }).where("id", "=", id).execute();
}
