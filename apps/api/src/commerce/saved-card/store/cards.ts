/** The table of saved cards, and of cards that are to be removed at their provider. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { EnteredCard } from "../../payment-provider/cards.ts";

export interface SavedCard extends EnteredCard {
  id: string;
  accountId: string;
  provider: string;
  createdAt: Date;
}

const card = sql`id, account_id as "accountId", provider, ref, brand, last_four as "lastFour",
  expiry_month as "expiryMonth", expiry_year as "expiryYear", fingerprint, country,
  created_at as "createdAt"`;

/** An account's cards, the newest first. */
export async function cardsOf(db: Db | Tx, accountId: string): Promise<SavedCard[]> {
  const { rows } = await sql<SavedCard>`
    select ${card} from saved_card where account_id = ${accountId}
    order by created_at desc, id`.execute(db);
  return rows;
}

/** An account's card; null if it has none with this id. */
export async function findCard(
  db: Db | Tx,
  { id, accountId }: { id: string; accountId: string },
): Promise<SavedCard | null> {
  const { rows } = await sql<SavedCard>`
    select ${card} from saved_card where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** Saves a card; nothing happens if it is known. */
export async function insertCard(tx: Tx, one: SavedCard): Promise<void> {
  await sql`
    insert into saved_card (id, account_id, provider, ref, brand, last_four, expiry_month,
      expiry_year, fingerprint, country, created_at)
    values (${one.id}, ${one.accountId}, ${one.provider}, ${one.ref}, ${one.brand},
      ${one.lastFour}, ${one.expiryMonth}, ${one.expiryYear}, ${one.fingerprint}, ${one.country},
      ${one.createdAt})
    on conflict (account_id, provider, ref) do nothing`.execute(tx);
}

/** Deletes a card here; at the provider it is removed later. */
export async function deleteCard(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  await sql`
    with gone as (
      delete from saved_card where account_id = ${accountId} and id = ${id}
      returning provider, ref)
    insert into card_removal (provider, ref) select provider, ref from gone
    on conflict do nothing`.execute(tx);
}

/** Deletes all that is known of the accounts' cards; their records at providers are removed later. */
export async function deleteCardData(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from saved_card where account_id = any(${accountIds}::uuid[])`.execute(tx);
  await sql`delete from card_setup where account_id = any(${accountIds}::uuid[])`.execute(tx);
  await sql`
    with gone as (
      delete from card_customer where account_id = any(${accountIds}::uuid[])
      returning provider, ref)
    insert into card_removal (provider, ref) select provider, ref from gone
    on conflict do nothing`.execute(tx);
}

export interface CardRemoval {
  provider: string;
  /** The provider's id of a card, or of a customer's record with all its cards. */
  ref: string;
  tries: number;
}

/** Claims what is to be removed at providers now; it is due again at `nextAt`. */
export async function claimRemovals(
  db: Db,
  { now, nextAt, limit }: { now: Date; nextAt: Date; limit: number },
): Promise<CardRemoval[]> {
  const { rows } = await sql<CardRemoval>`
    update card_removal set tries = tries + 1, next_at = ${nextAt}
    where (provider, ref) in (
      select provider, ref from card_removal where next_at is null or next_at <= ${now}
      order by next_at nulls first limit ${limit} for update skip locked)
    returning provider, ref, tries`.execute(db);
  return rows;
}

export async function postponeRemoval(
  db: Db,
  { provider, ref, nextAt }: Pick<CardRemoval, "provider" | "ref"> & { nextAt: Date },
): Promise<void> {
  await sql`
    update card_removal set next_at = ${nextAt}
    where provider = ${provider} and ref = ${ref}`.execute(db);
}

/** It is removed, or given up. */
export async function deleteRemoval(
  db: Db,
  { provider, ref }: Pick<CardRemoval, "provider" | "ref">,
): Promise<void> {
  await sql`delete from card_removal where provider = ${provider} and ref = ${ref}`.execute(db);
}
