/** What providers call a payment, its page and its money: the columns that link us to them. */
import { type Db, transaction } from "../../../platform/db/database.ts";
import type { Page } from "../../payment-provider/provider.ts";

/** What opening a page has to know of a payment; null where there is none. */
export async function findPageFacts(db: Db, paymentId: string) {
  const row = await db
    .selectFrom("payment")
    .select(["page_url", "provider_ref", "expires_at"])
    .where("id", "=", paymentId)
    .executeTakeFirst();
  if (!row) return null;
  const { page_url: url, provider_ref: ref, expires_at: expiresAt } = row;
  return { expiresAt, page: ref !== null && url !== null ? { ref, url } : null };
}

/**
 * Writes down the page that was made in place of `instead` (null: of none), and answers the page
 * that stands now: where two asked at once, the one that was written first.
 */
export function keepPage(
  db: Db,
  { paymentId, made, instead }: { paymentId: string; made: Page; instead: Page | null },
): Promise<Page> {
  return transaction(db, async (tx) => {
    const row = await tx
      .selectFrom("payment")
      .select(["page_url", "provider_ref"])
      .where("id", "=", paymentId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { page_url: url, provider_ref: ref } = row;
    if (ref !== null && url !== null && ref !== instead?.ref) return { ref, url };
    await tx
      .updateTable("payment")
      .set({ provider_ref: made.ref, page_url: made.url })
      .where("id", "=", paymentId)
      .execute();
    return made;
  });
}

/** Writes down what the provider calls the money that came; the first name stands. */
export async function keepCharge(
  db: Db,
  { provider, paymentId, charge }: { provider: string; paymentId: string; charge: string },
): Promise<void> {
  await db
    .updateTable("payment")
    .set({ charge_ref: charge })
    .where("id", "=", paymentId)
    .where("provider", "=", provider)
    .where("charge_ref", "is", null)
    .execute();
}

/** The payment whose money the provider calls so; null where there is none. */
export async function paymentOfCharge(
  db: Db,
  { provider, charge }: { provider: string; charge: string },
): Promise<string | null> {
  const row = await db
    .selectFrom("payment")
    .select("id")
    .where("provider", "=", provider)
    .where("charge_ref", "=", charge)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** An open page that the provider may know more of than we were told. */
export interface Unanswered {
  paymentId: string;
  provider: string;
  page: Page;
}

/** Which payments to ask about, and how many at most. */
export interface AskedFor {
  since: Date;
  before: Date;
  growing: { provider: string; before: Date };
  now: Date;
  limit: number;
}

/**
 * Payments that were begun since `since`, are not paid, and were not asked about since `before`;
 * the one that waited longest first. After these the paid ones of a provider where more may come,
 * not asked about since `growing.before`. Answering them marks them as asked about.
 */
export async function claimUnanswered(
  db: Db,
  { since, before, growing, now, limit }: AskedFor,
): Promise<Unanswered[]> {
  const due = db
    .selectFrom("payment")
    .select("id")
    .where("provider_ref", "is not", null)
    .where("created_at", ">=", since)
    .where((where) => {
      const asked = where.fn.coalesce("looked_at", "created_at");
      return where.or([
        where("status", "in", ["pending", "failed", "expired"]).and(asked, "<=", before),
        where("status", "=", "paid")
          .and("provider", "=", growing.provider)
          .and(asked, "<=", growing.before),
      ]);
    })
    .orderBy((order) => order("status", "=", "paid"))
    .orderBy((order) => order.fn.coalesce("looked_at", "created_at"))
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .updateTable("payment")
    .set({ looked_at: now })
    .where("id", "in", due)
    .returning(["id", "provider", "provider_ref", "page_url"])
    .execute();
  return rows.map(({ id, provider, provider_ref: ref, page_url: url }) => ({
    paymentId: id,
    provider,
    page: { ref: ref ?? "", url: url ?? "" },
  }));
}
