/**
 * Books a refund as a separate entry, `refund:<id>`, that takes back what is left of the grant and
 * pays back the price (spec/money#refunds). Each refund is one row, one entry and one mail.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { goodsDebt, splitReversal } from "@turnpike/rules/refund.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { balanceOf } from "../../ledger/balances.ts";
import { lockDebt, payWalletDebt, setWalletDebt } from "../../ledger/debt.ts";
import type { Asset } from "@turnpike/rules/assets.ts";
import { type Line, post } from "../../ledger/post.ts";
import { taxBucket } from "../tax/sale-tax.ts";
import { operatorLines, refundLines } from "../order/grant.ts";
import type { Order } from "../order/store.ts";
import type { Services } from "../../platform/services.ts";
import { correctSale } from "./correct.ts";
import { emitRefunded } from "./events.ts";
import { adjustAffiliateProfits } from "./funding.ts";
import { queueRefundMail } from "./mail.ts";
import { type RefundBreakdown, breakDownRefund, type Scope } from "./breakdown.ts";
import { findReversedPayments, type Refund, type RefundKind, saveRefund } from "./store/refunds.ts";
import type { RefundSubject } from "./subject.ts";
import { recordRefunds } from "./totals.ts";

/** What to refund, and how. */
export interface RefundOptions {
  id: string;
  /** Null to refund all that is left. */
  cents: number | null;
  scope: Scope;
  kind: RefundKind;
  reason: string;
  providerRef: string | null;
  remainderOf?: string | null;
  /** Throws if the refunded part's share was used already; otherwise takes what is left of it. */
  strict: boolean;
  /**
   * Whether the buyer owes for goods of an order that could not be taken back: set if the payer or
   * the card's bank took the money back, as nobody else chose that.
   */
  goodsOwed: boolean;
  /** Whether it is our own refund, which must be sent to the provider. */
  due: boolean;
}

/** Thrown if a part cannot be refunded because the goods it bought were used. */
export class AlreadyUsedError extends Error {}

/** What was taken of the order's grant and the wallet, and the debt for what it lacked. */
interface TakenAmounts {
  granted: number;
  walletCents: number;
  /** The part taken from wallet and debt for goods that could not be taken back. */
  goodsOwedCents: number;
  debtCents: number;
}

/**
 * Books a refund and returns its row; null if nothing is left to refund. The caller has locked the
 * subject.
 * @throws AlreadyUsedError
 */
export async function bookRefund(
  services: Services,
  tx: Tx,
  subject: RefundSubject,
  options: RefundOptions,
): Promise<Refund | null> {
  const { order, payment, accountId, closed } = subject;
  const breakdown = breakDownRefund(subject, options.cents, options.scope);
  if (!breakdown) return null;
  // The entry and the row have one instant: reports of a quarter read either.
  const now = new Date(services.world.now());
  const taken = await postRefund(services, tx, subject, { breakdown, options, now });
  const refund: Refund = {
    ...options,
    remainderOf: options.remainderOf ?? null,
    accountId,
    orderId: order?.id ?? null,
    paymentId: payment?.id ?? null,
    cents: breakdown.cents,
    surplusCents: breakdown.surplusCents,
    unclaimedCents: breakdown.unclaimedCents,
    taxCents: breakdown.taxCents,
    surplusTaxCents: breakdown.surplusTaxCents,
    dueAmount: breakdown.grant,
    taken: order ? taken.granted : taken.walletCents,
    bonusCents: breakdown.bonusCents,
    goodsOwedCents: taken.goodsOwedCents,
    debtCents: taken.debtCents,
    createdAt: now,
    bookedAt: now,
    undoneAt: null,
    sentAt: null,
    claimUrl: null,
    tries: 0,
    lastError: null,
  };
  await saveRefund(tx, refund);
  await recordRefunds(services, tx, subject);
  await correctSale(services, tx, refund);
  await adjustAffiliateProfits(services, tx, { accountId, cause: refund.id });
  if (closed) return refund;
  const { cents: amountCents, whole } = breakdown;
  const refundedCents = subject.before.cents + amountCents;
  const { reason } = options;
  const event = { accountId, order, payment, amountCents, refundedCents, whole, reason };
  await emitRefunded(services, tx, event);
  if (amountCents > 0) await queueRefundMail(services, tx, { subject, cents: amountCents });
  return refund;
}

/** Takes back what is left and posts the entry. */
async function postRefund(
  services: Services,
  tx: Tx,
  subject: RefundSubject,
  { breakdown, options, now }: GoodsRefund & { now: Date },
): Promise<TakenAmounts> {
  const { accountId, order, payment, delivery } = subject;
  const toWallet = order?.method === "wallet" ? breakdown.soldCents : 0;
  const most = breakdown.walletCents + maxGoodsCents(subject, { breakdown, options });
  const touchesWallet = most > 0 || toWallet > 0;
  const owedCents = touchesWallet ? await lockDebt(tx, accountId, "wallet") : 0;
  if (order) await reclaim(services, tx, { order, amount: breakdown.grant });
  const takes: BalanceToTake[] = [{ asset: "wallet", most }];
  // Asking for one more than is due shows whether there is more.
  const wanted = breakdown.grant + 1;
  if (order?.asset) takes.push({ asset: order.asset as Asset, most: wanted });
  const delivered = delivery?.left(wanted);
  const head = { ref: order?.orderNo ?? payment?.id ?? "", at: now.getTime() };
  const taken = await withBalances(
    tx,
    { accountId, takes },
    async ([inWallet = 0, inAsset = 0]) => {
      const held = delivered ?? inAsset;
      const granted = Math.min(held, breakdown.grant);
      const goodsOwedCents = goodsOwedOf(subject, { breakdown, options, held });
      const owed = breakdown.walletCents + goodsOwedCents;
      const { takenCents: walletCents, debtCents } = splitReversal(owed, inWallet);
      const short = granted < breakdown.grant || debtCents > 0;
      if (options.strict && !breakdown.whole && short) throw new AlreadyUsedError("used already");
      const found = { granted, walletCents, goodsOwedCents, debtCents };
      const lines = refundEntryLines(subject, breakdown, found);
      await post(tx, { ...head, key: `refund:${options.id}`, kind: options.kind, lines });
      return found;
    },
  );
  await delivery?.takeBack(taken.granted);
  if (taken.debtCents > 0) {
    const cents = owedCents + taken.debtCents;
    const paidAt = (payment?.paidAt ?? payment?.createdAt)?.getTime();
    // Includes earlier reversals: a later payment may have covered them and be reversed itself now.
    const before = await findReversedPayments(tx, accountId);
    const own = paidAt === undefined ? [] : [{ paidAt, bookedAt: now.getTime() }];
    const reversed = [...before, ...own];
    await setWalletDebt(services, tx, accountId, { before: owedCents, cents, reversed });
  }
  const entry = { ...head, key: `debt:refund:${options.id}` };
  await payWalletDebt(services, tx, accountId, { owedCents, cents: toWallet, entry });
  return taken;
}

interface GoodsRefund {
  breakdown: RefundBreakdown;
  options: RefundOptions;
}

/** The most the buyer can owe for goods: the refunded price, if the order was paid from outside. */
function maxGoodsCents(
  { order, payment }: RefundSubject,
  { breakdown, options }: GoodsRefund,
): number {
  return options.goodsOwed && order && payment ? breakdown.soldCents : 0;
}

/** What the buyer owes for goods; `held` is how much of them was there, even beyond what is due. */
function goodsOwedOf(subject: RefundSubject, refund: GoodsRefund & { held: number }): number {
  const { order } = subject;
  if (!order || maxGoodsCents(subject, refund) === 0) return 0;
  const { soldCents: cents, grant: due } = refund.breakdown;
  const taken = Math.min(due, refund.held);
  const { amountCents: priceCents, granted } = order;
  return goodsDebt({ priceCents, granted, cents, due, taken, moreLeft: refund.held > due });
}

/** Moves allotted goods back to the buyer's balance, as far as the refund needs them. */
async function reclaim(
  services: Services,
  tx: Tx,
  part: { order: Order; amount: number },
): Promise<void> {
  for (const refund of services.modules.refund) await refund.reclaim?.(services, tx, part);
}

/** The lines of the refund's entry. */
function refundEntryLines(
  { accountId, order, payment }: RefundSubject,
  breakdown: RefundBreakdown,
  taken: TakenAmounts,
): Line[] {
  const walletLine = (owner: string | null, bucket: string, amount: number): Line[] =>
    amount === 0 ? [] : [{ owner, asset: "wallet", bucket, amount }];
  const back = order ? breakdown.surplusCents : breakdown.surplusCents + breakdown.soldCents;
  const { soldCents: cents, taxCents } = breakdown;
  const walletTax = breakdown.surplusTaxCents + (order ? 0 : taxCents);
  const taxTo = payment?.taxOnTop ? "payments" : "sales";
  const taxFrom = taxBucket(payment?.taxCountry ?? null);
  // Tax on top is part of what is paid out; tax within was the operator's to pay.
  const paidOut = payment?.taxOnTop ? back - walletTax : back;
  return [
    ...(order ? refundLines(order, { left: taken.granted, cents, taxCents }) : []),
    ...operatorLines(walletTax, { from: taxFrom, to: taxTo }),
    ...walletLine(accountId, "main", -taken.walletCents),
    ...walletLine(null, "debts", -taken.debtCents),
    ...walletLine(null, "sales", taken.goodsOwedCents),
    ...walletLine(null, "payments", paidOut),
    ...walletLine(null, "bonus", breakdown.bonusCents),
    ...operatorLines(breakdown.unclaimedCents, { from: "unclaimed", to: "payments" }),
  ];
}

const TRIES = 20;

/** An asset and the maximum to take of it. */
interface BalanceToTake {
  asset: Asset;
  most: number;
}

/**
 * Takes back at most what a customer still has (spec/money#refunds: "takes back what is left, never
 * below 0"): runs `work` with what is left of each asset, up to its `most`, in the order of
 * `takes`. The balance may be spent in the meantime: if `work` fails for lack of it, runs it again.
 */
async function withBalances<T>(
  tx: Tx,
  { accountId, takes }: { accountId: string; takes: BalanceToTake[] },
  work: (left: number[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const left: number[] = [];
    for (const { asset, most } of takes) {
      const held = await balanceOf(tx, { owner: accountId, asset, bucket: "main" });
      left.push(Math.max(0, Math.min(most, held)));
    }
    await sql`savepoint take_left`.execute(tx);
    try {
      const done = await work(left);
      await sql`release savepoint take_left`.execute(tx);
      return done;
    } catch (error) {
      await sql`rollback to savepoint take_left`.execute(tx);
      const short = error instanceof Refusal && error.details.short !== undefined;
      if (!short || attempt >= TRIES) throw error;
    }
  }
}
