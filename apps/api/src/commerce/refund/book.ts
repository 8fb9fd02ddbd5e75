/**
 * Books a refund: an entry of its own, `refund:<id>`, that takes back what is left of what was
 * granted and pays the price (spec/money#refunds). One row, one entry, one mail.
 */
import { reversal } from "@turnpike/rules/refund.ts";
import type { Tx } from "../../platform/db/database.ts";
import { lockDebt, payWalletDebt, setDebt } from "../../ledger/debt.ts";
import { type Asset, type Line, post } from "../../ledger/post.ts";
import { houseLines, refundLines } from "../order/grant.ts";
import type { Order } from "../order/store.ts";
import { type Take, takeLeft } from "../order/take-left.ts";
import type { Services } from "../../platform/services.ts";
import { emitRefunded } from "./events.ts";
import { queueRefundMail } from "./mail.ts";
import { type Plan, planRefund, type Scope } from "./breakdown.ts";
import { type Refund, type RefundKind, saveRefund } from "./store/refunds.ts";
import type { Subject } from "./subject.ts";
import { noteRefunds } from "./totals.ts";

export interface Wish {
  id: string;
  /** Null: all that is left. */
  cents: number | null;
  scope: Scope;
  kind: RefundKind;
  reason: string;
  providerRef: string | null;
  /** Refuses where a part's share was used already; without it what is left is taken. */
  strict: boolean;
  /** Ours, to be sent to the provider. */
  due: boolean;
}

/** A part of it cannot go back, because what it bought was used. */
export class UsedAlready extends Error {}

/** What was taken: of the order's asset or its plan's seconds, of the wallet, and what that had not. */
interface Taken {
  granted: number;
  walletCents: number;
  debtCents: number;
}

/**
 * Books it and answers the row; null where nothing is left to give back. The subject is held.
 * @throws UsedAlready
 */
export async function bookRefund(
  services: Services,
  tx: Tx,
  subject: Subject,
  wish: Wish,
): Promise<Refund | null> {
  const { order, payment, accountId, closed } = subject;
  const plan = planRefund(subject, wish.cents, wish.scope);
  if (!plan) return null;
  const taken = await take(services, tx, subject, { plan, wish });
  const now = new Date(services.world.now());
  const refund: Refund = {
    ...wish,
    accountId,
    orderId: order?.id ?? null,
    paymentId: payment?.id ?? null,
    cents: plan.cents,
    surplusCents: plan.surplusCents,
    unclaimedCents: plan.unclaimedCents,
    dueAmount: plan.grant,
    taken: order ? taken.granted : taken.walletCents,
    bonusCents: plan.bonusCents,
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
  await noteRefunds(services, tx, subject);
  if (closed) return refund;
  const { cents: amountCents, whole } = plan;
  const refundedCents = subject.before.cents + amountCents;
  const { reason } = wish;
  const told = { accountId, order, payment, amountCents, refundedCents, whole, reason };
  await emitRefunded(services, tx, told);
  if (amountCents > 0) await queueRefundMail(services, tx, { subject, plan });
  return refund;
}

/** Takes what is left and posts the entry. */
async function take(
  services: Services,
  tx: Tx,
  subject: Subject,
  { plan, wish }: { plan: Plan; wish: Wish },
): Promise<Taken> {
  const { accountId, order, payment, delivery } = subject;
  const toWallet = order?.method === "wallet" ? plan.soldCents : 0;
  const touchesWallet = plan.walletCents > 0 || toWallet > 0;
  const owedCents = touchesWallet ? await lockDebt(tx, accountId, "wallet") : 0;
  if (order) await reclaim(services, tx, { order, amount: plan.grant });
  const takes: Take[] = [{ asset: "wallet", most: plan.walletCents }];
  if (order?.asset) takes.push({ asset: order.asset as Asset, most: plan.grant });
  const delivered = delivery?.left(plan.grant);
  const head = { ref: order?.orderNo ?? payment?.id ?? "", at: services.world.now() };
  const taken = await takeLeft(tx, { accountId, takes }, async ([inWallet = 0, inAsset = 0]) => {
    const granted = delivered ?? inAsset;
    const { takenCents: walletCents, debtCents } = reversal(plan.walletCents, inWallet);
    const short = granted < plan.grant || debtCents > 0;
    if (wish.strict && !plan.whole && short) throw new UsedAlready("used already");
    const lines = linesOf(subject, plan, { granted, walletCents, debtCents });
    await post(tx, { ...head, key: `refund:${wish.id}`, kind: wish.kind, lines });
    return { granted, walletCents, debtCents };
  });
  await delivery?.takeBack(taken.granted);
  if (taken.debtCents > 0) {
    const cents = owedCents + taken.debtCents;
    await setDebt(tx, accountId, { asset: "wallet", cents });
  }
  const entry = { ...head, key: `debt:refund:${wish.id}` };
  await payWalletDebt(tx, accountId, { owedCents, cents: toWallet, entry });
  return taken;
}

/** Moves what the buyer has passed on back to their balance, as far as the refund needs it. */
async function reclaim(
  services: Services,
  tx: Tx,
  part: { order: Order; amount: number },
): Promise<void> {
  for (const refund of services.modules.refund) await refund.reclaim?.(services, tx, part);
}

/** The lines of the entry. */
function linesOf({ accountId, order }: Subject, plan: Plan, taken: Taken): Line[] {
  const inWallet = (owner: string | null, bucket: string, amount: number): Line[] =>
    amount === 0 ? [] : [{ owner, asset: "wallet", bucket, amount }];
  const back = order ? plan.surplusCents : plan.surplusCents + plan.soldCents;
  return [
    ...(order ? refundLines(order, { left: taken.granted, cents: plan.soldCents }) : []),
    ...inWallet(accountId, "main", -taken.walletCents),
    ...inWallet(null, "debts", -taken.debtCents),
    ...inWallet(null, "payments", back),
    ...inWallet(null, "bonus", plan.bonusCents),
    ...houseLines(plan.unclaimedCents, { from: "unclaimed", to: "payments" }),
  ];
}
