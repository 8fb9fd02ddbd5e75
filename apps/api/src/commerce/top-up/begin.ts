/** Begins the charge of a saved card when the wallet has fallen below the threshold. */
import { fitsMonth, isBelow, monthOf, nextMonthAt } from "@turnpike/rules/top-up.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { balanceOf } from "../../ledger/balances.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { beginRecharge } from "../checkout/begin-recharge.ts";
import { paymentProvider } from "../payment-method/registry.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import { contestedPayments } from "../dispute/store.ts";
import { isAnyPaidWith } from "../payment/store/pages.ts";
import { findCard, type SavedCard } from "../saved-card/store/cards.ts";
import { hasUnfinished, insertTopUp, spentInMonth } from "../saved-card/store/charges.ts";
import { customerOf } from "../saved-card/store/setups.ts";
import { askBeforeSale } from "../tax/tax-sale.ts";
import { type AutoTopUp, lockAutoTopUp, setProgress } from "./store.ts";

const HOUR_MS = 3_600_000;

/**
 * Begins a charge if one is due; whoever else decides about the account's waits, so that parallel
 * orders cause one. Only writes to the database: `charge.ts` asks the provider.
 */
export async function beginTopUp(services: Services, accountId: string): Promise<void> {
  await askBeforeSale(services, accountId);
  await transaction(services.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    const plan = await lockAutoTopUp(tx, accountId);
    const now = services.world.now();
    if (!account || account.closed || !plan?.enabled || plan.cardId === null) return;
    if (plan.nextAt !== null && plan.nextAt.getTime() > now) return;
    if (await hasUnfinished(tx, accountId)) return;
    const wallet = { owner: accountId, asset: "wallet", bucket: "main" } as const;
    if (!isBelow(plan, await balanceOf(tx, wallet))) return;
    if (!account.disabled && (await begin(services, tx, plan))) return;
    // Nothing that the next run could do better.
    const nextAt = new Date(now + HOUR_MS);
    await setProgress(tx, { accountId, refusals: plan.refusals, nextAt });
  });
}

/** False if the card cannot be charged now. */
async function begin(services: Services, tx: Tx, plan: AutoTopUp): Promise<boolean> {
  const { accountId, cardId, amountCents, refusals } = plan;
  const card = cardId === null ? null : await findCard(tx, { id: cardId, accountId });
  const customerRef = card && (await customerOf(tx, card));
  const provider = paymentProvider(paymentEnv(services), "card");
  if (!card || customerRef === null || provider?.name !== card.provider || !provider.cards)
    return false;
  const now = services.world.now();
  if (await isContested(tx, card)) {
    await setProgress(tx, { accountId, refusals, nextAt: null, stoppedAt: new Date(now) });
    return true;
  }
  const month = monthOf(now);
  const request = { accountId, method: "card", amountCents } as const;
  const { paymentId, totalCents } = await beginRecharge(services, tx, request, (charged) =>
    monthAllows(tx, plan, { month, chargeCents: charged }),
  );
  if (paymentId === null) {
    // The limit counts again from the first of the month on, or when it is changed.
    await setProgress(tx, { accountId, refusals, nextAt: new Date(nextMonthAt(now)) });
    return true;
  }
  const { id, ref: cardRef } = card;
  const createdAt = new Date(now);
  const cents = totalCents;
  const row = { paymentId, accountId, cardId: id, customerRef, cardRef, cents, month, createdAt };
  if (!(await insertTopUp(tx, row)))
    throw new Error(`a top-up of ${totalCents} cents was begun twice for ${accountId}`);
  return true;
}

/** Whether the card's holder or his bank contests a payment with it: further charges only add to that. */
async function isContested(
  tx: Tx,
  { accountId, provider, fingerprint }: SavedCard,
): Promise<boolean> {
  if (fingerprint === null) return false;
  const paymentIds = await contestedPayments(tx, accountId);
  return isAnyPaidWith(tx, { paymentIds, provider, fingerprint });
}

async function monthAllows(
  tx: Tx,
  plan: AutoTopUp,
  { month, chargeCents }: { month: string; chargeCents: number },
): Promise<boolean> {
  const spentCents = await spentInMonth(tx, { accountId: plan.accountId, month });
  return fitsMonth(plan, { spentCents, chargeCents });
}
