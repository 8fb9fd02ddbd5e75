/** The operator decides pending withdrawals, each once: paid outside the product, or rejected. */
import { money } from "@turnpike/locales/shop.ts";
import { addressesOf } from "../../identity/account/addresses.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { queueNotice } from "../../identity/account/notice.ts";
import type { Services } from "../../platform/services.ts";
import { postPaid, postRejected } from "./withdraw.ts";
import {
  findWithdrawal,
  lockWithdrawal,
  setDecided,
  type Withdrawal,
} from "./store/withdrawals.ts";

export type Decision =
  | { id: string; status: "paid" }
  /** `reason` is mailed to the customer verbatim. */
  | { id: string; status: "rejected"; reason: string };

/**
 * Decides a pending withdrawal and notifies the customer by mail.
 * @throws ActRefused if there is no such withdrawal, or if it was already decided
 */
export function decideWithdrawal(services: Services, decision: Decision): Promise<Withdrawal> {
  return transaction(services.db, (tx) => decideWithdrawalIn(services, tx, decision));
}

/** Like `decideWithdrawal`, within the caller's transaction. */
export async function decideWithdrawalIn(
  services: Services,
  tx: Tx,
  decision: Decision,
): Promise<Withdrawal> {
  const found = isUuid(decision.id) ? await findWithdrawal(tx, decision.id) : null;
  if (!found) throw new ActRefused(`there is no withdrawal ${decision.id}`);
  // Locks the account before its withdrawal, in the same order as closing the account does.
  await lockAccount(tx, found.accountId);
  const pending = await lockWithdrawal(tx, found.id);
  if (pending.status !== "pending") {
    const when = pending.decidedAt?.toISOString() ?? "";
    throw new ActRefused(`the withdrawal ${found.id} was already ${pending.status} (${when})`);
  }
  const now = new Date(services.world.now());
  const reason = decision.status === "rejected" ? decision.reason : "";
  const { id, status } = decision;
  if (status === "paid") await postPaid(tx, pending, now.getTime());
  else await postRejected(tx, pending, now.getTime());
  await setDecided(tx, { id, status, reason, now });
  const decided: Withdrawal = { ...pending, status, reason, decidedAt: now };
  await mailDecision(services, tx, decided);
  return decided;
}

async function mailDecision(services: Services, tx: Tx, withdrawal: Withdrawal): Promise<void> {
  const { accountId, amountCents, feeCents, walletAddress, reason, status } = withdrawal;
  const { lang } = await addressesOf(tx, accountId);
  const amount = money(lang, amountCents);
  const url = `${services.env.publicUrl}/cli/promotion-plan`;
  if (status === "rejected") {
    await queueNotice(services, tx, accountId, "withdrawalRejected", { amount, reason, url });
    return;
  }
  const paid = {
    amount,
    fee: money(lang, feeCents),
    sent: money(lang, amountCents - feeCents),
    walletAddress,
    url,
  };
  await queueNotice(services, tx, accountId, "withdrawalPaid", paid);
}
