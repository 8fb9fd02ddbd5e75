/** The provider's ids of a payment, its page and its money: the columns that link both sides. */
import { sql } from "kysely";
import { type Db, transaction, type Tx } from "../../../platform/db/database.ts";
import type { Page } from "../../payment-provider/provider.ts";

/** Null as far as there is none yet. */
type StoredPage = { [Part in keyof Page]: string | null };
const columns = sql.raw("provider_ref as ref, page_url as url");

/** A payment's page and expiry; null if there is no such payment. */
export async function findPage(db: Db, paymentId: string) {
  const { rows } = await sql<StoredPage & { expiresAt: Date }>`
    select ${columns}, expires_at as "expiresAt" from payment where id = ${paymentId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { url, ref, expiresAt } = row;
  return { expiresAt, page: ref !== null && url !== null ? { ref, url } : null };
}

/**
 * Saves a page in place of `replaces` (null for the first page) and returns the payment's page: if
 * two requests race, both get the page of the first.
 */
export function savePage(
  db: Db,
  { paymentId, page, replaces }: { paymentId: string; page: Page; replaces: Page | null },
): Promise<Page> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<StoredPage>`
      select ${columns} from payment where id = ${paymentId} for update`.execute(tx);
    const [row] = rows;
    if (!row) throw new Error(`the payment ${paymentId} is gone`);
    const { ref, url } = row;
    if (ref !== null && url !== null && ref !== replaces?.ref) return { ref, url };
    // Money may still come by the page that is replaced.
    const kept = ref === null ? sql`` : sql`, parts = jsonb_build_object(${ref}::text, 0) || parts`;
    await sql`
      update payment set provider_ref = ${page.ref}, page_url = ${page.url} ${kept}
      where id = ${paymentId}`.execute(tx);
    return page;
  });
}

/** Saves the provider's id of the money received; the first one saved stays. */
export async function saveCharge(
  db: Db,
  { provider, paymentId, charge }: { provider: string; paymentId: string; charge: string },
): Promise<void> {
  await sql`
    update payment set charge_ref = ${charge}
    where id = ${paymentId} and provider = ${provider} and charge_ref is null`.execute(db);
}

/** Whether we opened a page with this id for the payment, now or before. */
export async function isOwnPage(
  db: Db,
  { paymentId, page }: { paymentId: string; page: string | null },
): Promise<boolean> {
  if (page === null) return false;
  const { rows } = await sql`
    select from payment
    where id = ${paymentId} and (provider_ref = ${page} or parts ? ${page}::text)`.execute(db);
  return rows.length > 0;
}

/**
 * Records what a part of a payment has brought so far, which never shrinks; returns the sum of all
 * parts. The payment is locked by the caller.
 */
export async function raisePart(
  tx: Tx,
  { paymentId, part, cents }: { paymentId: string; part: string; cents: number },
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    update payment set parts = parts || jsonb_build_object(${part}::text,
      greatest(coalesce((parts ->> ${part}::text)::bigint, 0), ${cents}::bigint))
    where id = ${paymentId}
    returning (select sum(value::bigint)::bigint from jsonb_each_text(parts)) as sum`.execute(tx);
  return rows[0]?.sum ?? cents;
}

/** Saves the provider's id of the payer, and the card's country; the first one saved stays. */
export async function savePayer(
  db: Db,
  {
    provider,
    paymentId,
    payer,
    country = null,
  }: { provider: string; paymentId: string; payer: string; country?: string | null },
): Promise<void> {
  const named = country?.toUpperCase() ?? "";
  const cardCountry = /^[A-Z]{2}$/.test(named) ? named : null;
  await sql`
    update payment set payer = ${`${provider} ${payer}`}, card_country = ${cardCountry}
    where id = ${paymentId} and provider = ${provider} and payer is null`.execute(db);
}

/** How many payers of an account are looked at, the latest first. */
const MAX_PAYERS = 50;

/** Those who have paid an account's card payments, as `PROVIDER FINGERPRINT`. */
export async function findPayers(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ payer: string }>`
    select payer from payment
    where account_id = ${accountId} and method = 'card' and payer is not null
    group by payer order by max(created_at) desc limit ${MAX_PAYERS}`.execute(db);
  return rows.map(({ payer }) => payer);
}

/** Whether one of these payments was paid with a card, by its fingerprint at the provider. */
export async function isAnyPaidWith(
  db: Db | Tx,
  {
    paymentIds,
    provider,
    fingerprint,
  }: Record<"provider" | "fingerprint", string> & {
    paymentIds: string[];
  },
): Promise<boolean> {
  const { rows } = await sql`
    select from payment where id = any(${paymentIds}::uuid[])
      and payer = ${`${provider} ${fingerprint}`} limit 1`.execute(db);
  return rows.length > 0;
}

/** Accounts whose small payments since an instant came from several cards, most cards first. */
export async function accountsOfManyCards(
  db: Db,
  of: { since: Date; mostCents: number; atLeast: number; limit: number },
): Promise<{ accountId: string; count: number; cents: number }[]> {
  const { rows } = await sql<{ accountId: string; count: number; cents: number }>`
    select account_id as "accountId", count(distinct payer)::int as count,
      sum(amount_cents)::bigint as cents
    from payment where payer is not null and method = 'card' and paid_at >= ${of.since}
      and amount_cents <= ${of.mostCents}
    group by account_id having count(distinct payer) >= ${of.atLeast}
    order by count(distinct payer) desc limit ${of.limit}`.execute(db);
  return rows;
}

/** The payment whose money has this id at the provider; null if there is none. */
export async function findByCharge(
  db: Db,
  { provider, charge }: { provider: string; charge: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where provider = ${provider} and charge_ref = ${charge}`.execute(db);
  return rows[0]?.id ?? null;
}

/** The bank payment with a reference that was given to its payer; null if there is none. */
export async function findByReference(db: Db, reference: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where method = 'bank' and provider_ref = ${reference}`.execute(db);
  return rows[0]?.id ?? null;
}

/** A payment whose provider may know more than its webhooks have reported. */
export interface PolledPayment {
  paymentId: string;
  provider: string;
  page: Page;
}

/** Which payments to poll, and at most how many. */
export interface PollQuery {
  since: Date;
  before: Date;
  growing: { providers: string[]; before: Date };
  now: Date;
  limit: number;
}

/**
 * Claims unpaid payments that were started since `since` and not polled since `before`, longest
 * waiting first; then paid ones of providers whose payments may grow, not polled since
 * `growing.before`. Marks them as polled at `now`.
 */
export async function claimForPoll(
  db: Db,
  { since, before, growing, now, limit }: PollQuery,
): Promise<PolledPayment[]> {
  const { rows } = await sql<Omit<PolledPayment, "page"> & Page>`
    update payment set looked_at = ${now} where id in (
      select id from payment where page_url is not null and created_at >= ${since} and (
        (status in ('pending', 'failed', 'expired') and coalesce(looked_at, created_at) <= ${before})
        or (status = 'paid' and provider = any(${growing.providers}::text[])
          and coalesce(looked_at, created_at) <= ${growing.before}))
      order by status = 'paid', coalesce(looked_at, created_at)
      limit ${limit} for update skip locked)
    returning id as "paymentId", provider, coalesce(provider_ref, '') as ref, page_url as url`.execute(
    db,
  );
  return rows.map(({ ref, url, ...payment }) => ({ ...payment, page: { ref, url } }));
}
