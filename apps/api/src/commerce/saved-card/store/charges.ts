/** The table of charges of saved cards; a charge's money is that of its payment. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** A query of the accounts with a charge that is not finished. */
export const unfinishedAccounts = sql`select account_id from top_up where state in ('open', 'person')`;

/** What an account's charges of a month come to: what was paid, and what may still be. */
export async function spentInMonth(
  db: Db | Tx,
  { accountId, month }: { accountId: string; month: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from top_up
    where account_id = ${accountId} and month = ${month} and state <> 'refused'`.execute(db);
  return rows[0]?.cents ?? 0;
}

export interface TopUp {
  paymentId: string;
  accountId: string;
  cardId: string | null;
  customerRef: string;
  cardRef: string;
  cents: number;
  month: string;
  state: "open" | "person" | "paid" | "refused";
  tries: number;
}

const charge = sql`payment_id as "paymentId", account_id as "accountId", card_id as "cardId",
  customer_ref as "customerRef", card_ref as "cardRef", cents, month, state, tries`;

/** Begins a charge; false if another is not finished. */
export async function insertTopUp(
  tx: Tx,
  one: Omit<TopUp, "state" | "tries"> & { createdAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ paymentId: string }>`
    insert into top_up (payment_id, account_id, card_id, customer_ref, card_ref, cents, month, state,
      created_at)
    values (${one.paymentId}, ${one.accountId}, ${one.cardId}, ${one.customerRef}, ${one.cardRef},
      ${one.cents}, ${one.month}, 'open', ${one.createdAt})
    on conflict do nothing returning payment_id as "paymentId"`.execute(tx);
  return rows.length > 0;
}

/** Whether a charge of the account is not finished. */
export async function hasUnfinished(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from top_up where account_id = ${accountId} and state in ('open', 'person')`.execute(tx);
  return rows.length > 0;
}

/** Claims charges to be made or asked about: those that nobody has tried since `before`. */
export async function claimTopUps(
  db: Db,
  { now, before, limit }: { now: Date; before: Date; limit: number },
): Promise<TopUp[]> {
  const { rows } = await sql<TopUp>`
    update top_up set tries = least(tries + 1, 30000), tried_at = ${now}
    where payment_id in (
      select payment_id from top_up
      where state in ('open', 'person') and (tried_at is null or tried_at <= ${before})
      order by tried_at nulls first limit ${limit} for update skip locked)
    returning ${charge}`.execute(db);
  return rows;
}

export async function lockTopUp(tx: Tx, paymentId: string): Promise<TopUp | null> {
  const { rows } = await sql<TopUp>`
    select ${charge} from top_up where payment_id = ${paymentId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function setTopUpState(
  tx: Tx,
  { paymentId, state }: Pick<TopUp, "paymentId" | "state">,
): Promise<void> {
  await sql`update top_up set state = ${state} where payment_id = ${paymentId}`.execute(tx);
}

/** Whether a payment is being charged to a saved card now, so that nobody may pay it in another way. */
export async function isBeingCharged(db: Db, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from top_up where payment_id = ${paymentId} and state = 'open'`.execute(db);
  return rows.length > 0;
}
