/** Promo codes as customers use them: each use is a coupon's (spec/money#promo-codes). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import {
  type Promo,
  promoCouponEnd,
  promoCovers,
  promoRefusal,
  readPromoCode,
} from "@turnpike/rules/promo.ts";
import { guessLimit, refuseGuesses } from "../../identity/session/guess-limit.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { type CouponRow, insertCoupon } from "./store.ts";
import {
  countOwnUses,
  countUses,
  findPromo,
  hasNewUse,
  lockOwnUses,
  lockPromoUses,
  ownCouponsOf,
} from "./store/promos.ts";

export type PromoCaller = Pick<Caller, "accountId" | "ip">;

/** Unknown codes of one network an hour: ten accounts at their limit. */
const NETWORK_TRIES = 150;

/**
 * Finds the promo code that a customer typed. Codes are words that people can guess, and accounts
 * are free: guesses count for the account and for its network.
 * @throws Refusal promoUnknown, tooManyTries
 */
export async function findTypedPromo(
  services: Services,
  db: Db,
  { accountId, ip, typed, field }: PromoCaller & { typed: string; field: string },
): Promise<Promo> {
  const code = readPromoCode(typed);
  const network = guessLimit(`promo network ${networkOf(ip)}`);
  const limits = [guessLimit(`promo ${accountId}`), { ...network, tries: NETWORK_TRIES }];
  return refuseGuesses(services, limits, {
    db,
    found: code === null ? null : await findPromo(db, code),
    unknown: new Refusal("promoUnknown", { field }),
  });
}

/** Who uses a code. */
export interface PromoHolder {
  accountId: string;
  /** The field that a refusal names. */
  field: string;
  /** Whether the account has paid before, so that it is no new customer; asked only if needed. */
  hasPaid: (db: Db) => Promise<boolean>;
}

/** @throws Refusal promoOver, promoNotApplicable if an account cannot use a code now */
export async function refuseUnusable(
  { world }: Services,
  db: Db,
  promo: Promo,
  { accountId, field, hasPaid, ownUses }: PromoHolder & { ownUses?: number },
): Promise<void> {
  const { code, max, newOnly, kind } = promo;
  const isNewHeld = () => kind === "discount" && hasNewUse(db, { accountId });
  const why = promoRefusal(promo, {
    now: world.now(),
    uses: max === null ? 0 : await countUses(db, code, max),
    ownUses: ownUses ?? (await countOwnUses(db, { accountId, code })),
    hasPaid: newOnly && ((await hasPaid(db)) || (await isNewHeld())),
  });
  if (why) throw new Refusal(why, { field });
}

/**
 * Refuses a code that is not good for a product (null: a recharge; undefined: any, for gifts).
 * @throws Refusal promoNotApplicable
 */
export function refuseUncovered(promo: Promo, sku: string | null | undefined, field: string): void {
  if (sku !== undefined && !promoCovers(promo, sku))
    throw new Refusal("promoNotApplicable", { field });
}

/** The coupon that a code is, before it is taken. */
export function couponOf(promo: Promo, now: number): CouponRow {
  const { kind, percent, minCents, giftSku, giftAmount, code } = promo;
  const expiresAt = promoCouponEnd(promo, now);
  const gives = { kind, percent, minCents, giftSku, giftAmount, expiresAt };
  return { ...gives, id: "", usedAt: null, promoCode: code };
}

/** The code that a transaction took last, with its coupon: checked under the lock that it still holds. */
const lastTaken = new WeakMap<Tx, { couponId: string; promo: Promo }>();

/** The code of a coupon, if taking it was the last that this transaction did with codes. */
export function takenPromo(tx: Tx, couponId: string): Promo | null {
  const taken = lastTaken.get(tx);
  return taken?.couponId === couponId ? taken.promo : null;
}

/**
 * Takes the code's coupon into the account, or returns the id of the one that it has and has not
 * used; `fresh` is the coupon if it was taken now. `max` and `perAccount` count uses: as long as one
 * is left, it can be taken. Later takes and uses of codes by the account wait until the transaction
 * ends.
 * @throws Refusal promoOver, promoNotApplicable
 */
export async function takePromo(
  services: Services,
  tx: Tx,
  promo: Promo,
  holder: PromoHolder,
): Promise<{ id: string; fresh: CouponRow | null }> {
  const { world } = services;
  const { code } = promo;
  const { accountId } = holder;
  const now = new Date(world.now());
  await lockOwnUses(tx, accountId);
  const { ownUses, unusedId } = await ownCouponsOf(tx, { accountId, code, now });
  await refuseUnusable(services, tx, promo, { ...holder, ownUses });
  const id = unusedId ?? world.id();
  const fresh = unusedId === null ? { ...couponOf(promo, now.getTime()), id } : null;
  if (fresh) await insertCoupon(tx, { ...fresh, accountId, now });
  lastTaken.set(tx, { couponId: id, promo });
  return { id, fresh };
}

/**
 * Whether a use of the code is left for this coupon, which is marked as used already. Other uses
 * wait until the transaction ends, so of two last ones one is too many.
 */
export async function hasUseLeft(
  tx: Tx,
  { code, couponId, accountId }: { code: string; couponId: string; accountId: string },
): Promise<boolean> {
  await lockOwnUses(tx, accountId);
  const taken = takenPromo(tx, couponId);
  // Another take in this transaction was checked before this use.
  lastTaken.delete(tx);
  const promo = taken ?? (await findPromo(tx, code));
  if (!promo || !(taken || (await isLeftForAccount(tx, { promo, couponId, accountId }))))
    return false;
  if (promo.max === null) return true;
  await lockPromoUses(tx, code);
  return (await countUses(tx, code, promo.max + 1)) <= promo.max;
}

/** What taking the code has checked, if it was not in this transaction. */
async function isLeftForAccount(
  tx: Tx,
  { promo, couponId, accountId }: { promo: Promo; couponId: string; accountId: string },
): Promise<boolean> {
  const { code, newOnly, kind, perAccount } = promo;
  // Else somebody new would place many orders with codes for new customers, and then pay them all.
  const isNewUse = newOnly && kind === "discount";
  if (isNewUse && (await hasNewUse(tx, { accountId, except: couponId }))) return false;
  return (await countOwnUses(tx, { accountId, code, except: couponId })) < perAccount;
}
