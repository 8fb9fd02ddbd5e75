/** The tables of pages where cards are entered, and of customers' records at providers. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Page } from "../../payment-provider/provider.ts";

/** The customer's record at a provider; null if there is none yet. */
export async function customerOf(
  db: Db | Tx,
  { accountId, provider }: { accountId: string; provider: string },
): Promise<string | null> {
  const { rows } = await sql<{ ref: string }>`
    select ref from card_customer
    where account_id = ${accountId} and provider = ${provider}`.execute(db);
  return rows[0]?.ref ?? null;
}

/** A page where a person enters a card. */
export interface CardSetup {
  id: string;
  accountId: string;
  provider: string;
  createdAt: Date;
  page: Page | null;
  savedAt: Date | null;
}

export async function insertSetup(
  tx: Tx,
  setup: Omit<CardSetup, "page" | "savedAt">,
): Promise<void> {
  const { id, accountId, provider, createdAt } = setup;
  await sql`
    insert into card_setup (id, account_id, provider, created_at)
    values (${id}, ${accountId}, ${provider}, ${createdAt})`.execute(tx);
}

export async function findSetup(db: Db | Tx, id: string): Promise<CardSetup | null> {
  const { rows } = await sql<Omit<CardSetup, "page"> & { ref: string | null; url: string | null }>`
    select id, account_id as "accountId", provider, created_at as "createdAt", ref, url,
      saved_at as "savedAt"
    from card_setup where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { ref, url, ...setup } = row;
  return { ...setup, page: ref !== null && url !== null ? { ref, url } : null };
}

/** Marks a setup as done; false if it was. */
export async function setSaved(tx: Tx, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update card_setup set saved_at = ${now} where id = ${id} and saved_at is null
    returning id`.execute(tx);
  return rows.length > 0;
}

/** How many pages an account has begun since then. */
export async function countSetups(
  tx: Tx,
  { accountId, since }: { accountId: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from card_setup
    where account_id = ${accountId} and created_at > ${since}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Saves the page of a setup, and the customer's record at the provider. */
export async function saveSetupPage(
  tx: Tx,
  { setup, page, customerRef }: { setup: CardSetup; page: Page | null; customerRef: string },
): Promise<void> {
  const { id, accountId, provider } = setup;
  await sql`
    insert into card_customer (account_id, provider, ref)
    values (${accountId}, ${provider}, ${customerRef})
    on conflict (account_id, provider) do nothing`.execute(tx);
  if (page === null) return;
  await sql`update card_setup set ref = ${page.ref}, url = ${page.url} where id = ${id}`.execute(
    tx,
  );
}

/** Deletes pages begun before then. */
export async function deleteOldSetups(db: Db, before: Date): Promise<void> {
  await sql`
    delete from card_setup where id in (
      select id from card_setup where created_at < ${before} order by created_at limit 10000)`.execute(
    db,
  );
}
