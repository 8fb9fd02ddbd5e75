/** Undoes refunds: a dispute was won, or the provider could not send the money. */
import { cancelDebt } from "@turnpike/rules/refund.ts";
import { splitReturnedSeconds } from "@turnpike/rules/unlimited-time.ts";
import type { Tx } from "../../platform/db/database.ts";
import { lockDebt, payWalletDebt, setWalletDebt } from "../../ledger/debt.ts";
import { forfeit } from "../../ledger/forfeit.ts";
import { postMirror } from "../../ledger/mirror.ts";
import { isPosted, post } from "../../ledger/post.ts";
import type { Delivery } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { correctSale } from "./correct.ts";
import { emitRefundUndone } from "./events.ts";
import { adjustAffiliateProfits } from "./funding.ts";
import { queueUndoneMail } from "./mail.ts";
import {
  addTakenAmount,
  findRemainders,
  findShortRefunds,
  type Refund,
  saveRefund,
} from "./store/refunds.ts";
import { lockRefundSubject, type RefundSubject } from "./subject.ts";
import { recordRefunds } from "./totals.ts";

/** Undoes a refund, including its remainders, booked or waiting. */
export async function undoRefund(services: Services, tx: Tx, refund: Refund): Promise<void> {
  const remainders = await findRemainders(tx, refund.id);
  for (const part of [refund, ...remainders]) await undoPart(services, tx, part);
}

/**
 * Posts the exact mirror of a refund, once: takes are granted again, its debt is cancelled, and
 * repayments of that debt are returned. A plan's time returns as far as other refunds leave it. The
 * subject was locked before the refund was read.
 */
async function undoPart(services: Services, tx: Tx, refund: Refund): Promise<void> {
  if (refund.undoneAt) return;
  const now = services.world.now();
  const subject = refund.bookedAt ? await lockRefundSubject(services, tx, refund) : null;
  if (subject) await postUndo(services, tx, { refund, subject, at: now });
  await saveRefund(tx, { ...refund, undoneAt: new Date(now) });
  if (!subject) return;
  await recordRefunds(services, tx, subject);
  await correctSale(services, tx, refund);
  const cause = `${refund.id}:undone`;
  await adjustAffiliateProfits(services, tx, { accountId: subject.accountId, cause });
  // What is returned to a closed account is forfeited.
  const { accountId: owner, closed, order, payment, before } = subject;
  if (closed) return forfeit(tx, { owner, id: services.world.id(), at: now });
  const amountCents = refund.cents ?? 0;
  const refundedCents = before.cents - amountCents;
  const { reason } = refund;
  const event = { accountId: owner, order, payment, amountCents, refundedCents, reason };
  await emitRefundUndone(services, tx, event);
  if (amountCents > 0) await queueUndoneMail(services, tx, { subject, refund });
}

async function postUndo(
  services: Services,
  tx: Tx,
  { refund, subject, at }: { refund: Refund; subject: RefundSubject; at: number },
): Promise<void> {
  const { accountId, order, payment, delivery, closed } = subject;
  if (delivery) await delivery.restore(await amountToReturn(tx, refund, delivery), { closed });
  const { id, debtCents, goodsOwedCents } = refund;
  const before = await lockDebt(tx, accountId, "wallet");
  const head = { ref: order?.orderNo ?? payment?.id ?? "", at };
  // Earlier versions booked refunds under another key.
  const booked = (await isPosted(tx, `refund:${id}`)) ? `refund:${id}` : `orderRefund:${id}`;
  await postMirror(tx, booked, { ...head, key: `refundUndone:${id}`, kind: "refundUndone" });
  const { owedCents, returnedCents } = cancelDebt(before, debtCents);
  if (returnedCents > 0) {
    const lines = [
      { owner: accountId, asset: "wallet", bucket: "main", amount: returnedCents } as const,
      { owner: null, asset: "wallet", bucket: "debts", amount: -returnedCents } as const,
    ];
    await post(tx, { ...head, key: `debtUndone:${id}`, kind: "debt", lines });
  }
  await setWalletDebt(services, tx, accountId, { before, cents: owedCents });
  const onTopCents = payment?.taxOnTop ? refund.surplusTaxCents : 0;
  const surplusCents = refund.surplusCents - onTopCents;
  const fromWallet = order ? surplusCents + goodsOwedCents - debtCents : refund.taken;
  const entry = { ...head, key: `debt:refundUndone:${id}` };
  await payWalletDebt(services, tx, accountId, { owedCents, cents: fromWallet, entry });
}

/**
 * How much of what the order delivered is returned. Other effective refunds of the same delivery
 * that took too little come first: they count what they get as taken, and return it when they are
 * undone themselves. The delivery is locked, so none of its refunds is booked or undone
 * concurrently.
 */
async function amountToReturn(tx: Tx, refund: Refund, delivery: Delivery): Promise<number> {
  if (refund.taken === 0) return 0;
  const orderIds = await delivery.orderIds();
  const short = await findShortRefunds(tx, { orderIds, without: refund.id });
  const missing = short.map((one) => one.missing);
  const { returned, kept } = splitReturnedSeconds(refund.taken, missing);
  for (const [at, { id }] of short.entries()) {
    const amount = kept[at] ?? 0;
    if (amount > 0) await addTakenAmount(tx, id, amount);
  }
  return returned;
}
