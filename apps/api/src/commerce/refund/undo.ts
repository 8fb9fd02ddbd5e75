/** A refund that came to nothing: a dispute was won, or the provider could not send the money. */
import { debtUndone } from "@turnpike/rules/refund.ts";
import type { Tx } from "../../platform/db/database.ts";
import { lockDebt, payWalletDebt, setDebt } from "../../ledger/debt.ts";
import { forfeit } from "../../ledger/forfeit.ts";
import { postMirror } from "../../ledger/mirror.ts";
import { isPosted, post } from "../../ledger/post.ts";
import type { Services } from "../../platform/services.ts";
import { returnTime } from "../../products/unlimited/plan-time.ts";
import { emitRefundUndone } from "./events.ts";
import { queueUndoneMail } from "./mail.ts";
import { secondsBack } from "./return-time.ts";
import { type Refund, saveRefund } from "./store.ts";
import { holdSubject, type Subject } from "./subject.ts";
import { noteRefunds } from "./totals.ts";

/**
 * Books the exact mirror of a refund, once: what was taken is granted again, its debt is gone, and
 * what was paid of that meanwhile comes back. Time of a plan returns as far as others' refunds leave
 * it. The subject was held before the refund was read.
 */
export async function undoRefund(services: Services, tx: Tx, refund: Refund): Promise<void> {
  if (refund.undoneAt) return;
  const now = services.world.now();
  const subject = refund.bookedAt ? await holdSubject(tx, refund) : null;
  if (subject) await postUndone(services, tx, { refund, subject });
  await saveRefund(tx, { ...refund, undoneAt: new Date(now) });
  if (!subject) return;
  await noteRefunds(services, tx, subject);
  // What comes back to an account that is closed is nobody's.
  const { accountId: owner, closed, order, payment, before } = subject;
  if (closed) return forfeit(tx, { owner, id: services.world.id(), at: now });
  const amountCents = refund.cents ?? 0;
  const refundedCents = before.cents - amountCents;
  const { reason } = refund;
  const told = { accountId: owner, order, payment, amountCents, refundedCents, reason };
  await emitRefundUndone(services, tx, told);
  if (amountCents > 0) await queueUndoneMail(services, tx, { subject, refund });
}

async function postUndone(
  services: Services,
  tx: Tx,
  { refund, subject }: { refund: Refund; subject: Subject },
): Promise<void> {
  const { world } = services;
  const { accountId, order, payment, plan, closed } = subject;
  if (plan) {
    const seconds = await secondsBack(tx, refund, plan.id);
    await returnTime(services, tx, { plan, seconds, closed });
  }
  const { id, debtCents } = refund;
  const before = await lockDebt(tx, accountId, "wallet");
  const head = { ref: order?.orderNo ?? payment?.id ?? "", at: world.now() };
  // Refunds of earlier versions were booked under another name.
  const booked = (await isPosted(tx, `refund:${id}`)) ? `refund:${id}` : `orderRefund:${id}`;
  await postMirror(tx, booked, { ...head, key: `refundUndone:${id}`, kind: "refundUndone" });
  const { owedCents, returnedCents } = debtUndone(before, debtCents);
  if (returnedCents > 0) {
    const lines = [
      { owner: accountId, asset: "wallet", bucket: "main", amount: returnedCents } as const,
      { owner: null, asset: "wallet", bucket: "debts", amount: -returnedCents } as const,
    ];
    await post(tx, { ...head, key: `debtUndone:${id}`, kind: "debt", lines });
  }
  await setDebt(tx, accountId, { asset: "wallet", cents: owedCents });
  const fromWallet = order ? refund.surplusCents - debtCents : refund.taken;
  const entry = { ...head, key: `debt:refundUndone:${id}` };
  await payWalletDebt(tx, accountId, { owedCents, cents: fromWallet, entry });
}
