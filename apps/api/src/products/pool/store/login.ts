/** Stores the login of an account's opened IPs. The only file that names its table. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { LETTERS_AND_DIGITS, randomText } from "../../../platform/random-text.ts";
import type { Seal } from "../../../platform/seal.ts";
import type { Services } from "../../../platform/services.ts";
import { verifierOf } from "../../sub-account/resources.ts";

const NAME_LENGTH = 10;
const PASSWORD_LENGTH = 16;

export interface Login {
  username: string;
  password: string;
}

/** A random password. */
export const newPassword = ({ world }: Services): string =>
  randomText(world, LETTERS_AND_DIGITS, PASSWORD_LENGTH);

async function readLogin(
  seal: Seal,
  db: Db | Tx,
  { accountId, lock }: { accountId: string; lock: RawBuilder<unknown> },
): Promise<Login | null> {
  const { rows } = await sql<{ name: string; sealed_password: string }>`
    select name, sealed_password from ip_login where account_id = ${accountId} ${lock}`.execute(db);
  const [row] = rows;
  return row ? { username: row.name, password: seal.open(row.sealed_password) } : null;
}

/** The account's login; null if it never needed one. */
export function loginOf({ seal }: Services, db: Db, accountId: string): Promise<Login | null> {
  return readLogin(seal, db, { accountId, lock: sql`` });
}

/**
 * Returns the account's login, creating a random one if missing, and locks it until the transaction
 * ends. Openers lock it to `keep`, changers to `change`, so a changer waits for openers and then
 * updates the gateways for every IP they opened with the old password.
 */
export async function ensureLogin(
  services: Services,
  tx: Tx,
  accountId: string,
  lockFor: "keep" | "change",
): Promise<Login> {
  const { world, seal } = services;
  const lock = lockFor === "keep" ? sql`for share` : sql`for no key update`;
  const known = await readLogin(seal, tx, { accountId, lock });
  if (known !== null) return known;
  const name = randomText(world, LETTERS_AND_DIGITS, NAME_LENGTH);
  const password = newPassword(services);
  await sql`
    insert into ip_login (account_id, name, sealed_password, verifier)
    values (${accountId}, ${name}, ${seal.seal(password)}, ${verifierOf(name, password)})
    on conflict (account_id) do nothing`.execute(tx);
  // A concurrent transaction may have inserted it first.
  const made = await readLogin(seal, tx, { accountId, lock });
  if (made === null) throw new Error("the login of opened IPs was not created");
  return made;
}

/** Changes the password of an existing login, without notifying gateways. */
export async function setPassword(
  { seal }: Services,
  tx: Tx,
  { accountId, username, password }: { accountId: string; username: string; password: string },
): Promise<void> {
  await sql`
    update ip_login set sealed_password = ${seal.seal(password)},
      verifier = ${verifierOf(username, password)}
    where account_id = ${accountId}`.execute(tx);
}

/** The name and verifier that gateways check credentials against, by account. */
export async function verifiersOf(
  db: Db,
  accountIds: string[],
): Promise<Map<string, { name: string; verifier: string }>> {
  const { rows } = await sql<{ account_id: string; name: string; verifier: string }>`
    select account_id, name, verifier from ip_login
    where account_id = any(${accountIds}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ account_id, name, verifier }) => [
      account_id,
      { name: name.toLowerCase(), verifier },
    ]),
  );
}

/** The name of an account's login; null if there is none. */
export async function loginNameOf(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from ip_login where account_id = ${accountId}`.execute(db);
  return rows[0]?.name ?? null;
}

/** Deletes the logins of accounts. */
export async function removeLogins(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from ip_login where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
