/**
 * Charges saved cards. The provider charges once for a payment, however often it is asked: a charge
 * whose answer was lost, because a process died or the network did, is asked about until there is
 * one. Its money arrives like that of any payment (`checkout/settle.ts`), once.
 */
import { longDate, money, shopSentences } from "@turnpike/locales/shop.ts";
import { retryAfterRefusal } from "@turnpike/rules/top-up.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { contactOf } from "../../identity/account/addresses.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import { emitEvent } from "../../platform/modules.ts";
import type { Services } from "../../platform/services.ts";
import { applyEvents } from "../checkout/settle.ts";
import { savePayer } from "../payment/store/pages.ts";
import { findPayment, type Payment } from "../payment/store/payments.ts";
import { cardsAddress } from "../payment-provider/addresses.ts";
import type { ChargeOutcome } from "../payment-provider/cards.ts";
import type { ProviderEvent } from "../payment-provider/provider.ts";
import { providerByName } from "../payment-method/registry.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import { findCard } from "../saved-card/store/cards.ts";
import { lockTopUp, setTopUpState, type TopUp } from "../saved-card/store/charges.ts";
import { findAutoTopUp, lockAutoTopUp, setProgress } from "./store.ts";

/** Charges a claimed top-up, or finishes it if its money came or its time is over. */
export async function chargeTopUp(services: Services, topUp: TopUp): Promise<void> {
  const { db } = services;
  const payment = await findPayment(db, topUp.paymentId);
  if (!payment) return;
  const { status, creditedCents } = payment;
  if (creditedCents > 0) return finish(services, payment, "paid");
  if (topUp.state === "person") {
    // Its holder did not confirm it in time, or the payment ended in another way.
    return status === "pending" ? undefined : finish(services, payment, "refused");
  }
  const outcome = await ask(services, topUp, payment);
  if (outcome.what === "paid") await bookPaid(services, { topUp, payment, event: outcome.event });
  if (outcome.what === "refused" || outcome.what === "ended") await fail(services, payment);
  if (outcome.what !== "underway") await finish(services, payment, outcome.what);
}

async function ask(services: Services, topUp: TopUp, payment: Payment): Promise<ChargeOutcome> {
  const { id: paymentId, amountCents, provider: name, accountId } = payment;
  const vault = providerByName(paymentEnv(services), name)?.cards;
  if (!vault) throw new Error(`payment provider not set up: ${name}`);
  const { customerRef, cardRef, tries } = topUp;
  const { lang } = await contactOf(services.db, accountId);
  return vault.charge({
    paymentId,
    amountCents,
    description: shopSentences(lang).pay.recharge,
    customerRef,
    cardRef,
    isRepeated: tries > 1,
    isWanted: await isWanted(services, topUp),
  });
}

/** Whether the customer still wants it: the account is open, and its auto top-up on with this card. */
async function isWanted({ db }: Services, { accountId, cardId }: TopUp): Promise<boolean> {
  const plan = await findAutoTopUp(db, accountId);
  if (!plan?.enabled || cardId === null || plan.cardId !== cardId) return false;
  const account = await transaction(db, (tx) => lockAccount(tx, accountId));
  return account !== null && !account.closed && !account.disabled;
}

/** Credits the money, and notes whose card it came from, as an event about the charge does. */
async function bookPaid(
  services: Services,
  { topUp, payment, event }: { topUp: TopUp; payment: Payment; event: ProviderEvent },
): Promise<void> {
  const { db } = services;
  const { cardId: id, accountId, paymentId } = topUp;
  const { provider } = payment;
  const card = id === null ? null : await findCard(db, { id, accountId });
  if (card?.fingerprint) {
    const { fingerprint: payer, country } = card;
    await savePayer(db, { provider, paymentId, payer, country });
  }
  await applyEvents(services, provider, [event]);
}

/** The payment fails; its customer may still pay it by hand. */
function fail(services: Services, { id: paymentId, provider }: Payment): Promise<void> {
  const update = { what: "failed" } as const;
  return applyEvents(services, provider, [{ id: `${paymentId} refused`, paymentId, update }]);
}

/** Records an outcome, once. */
function finish(
  services: Services,
  payment: Payment,
  what: "paid" | "refused" | "ended" | "person",
): Promise<void> {
  const { id: paymentId, accountId } = payment;
  return transaction(services.db, async (tx) => {
    // In the order of `begin.ts`: the account, what was set, then the charge.
    await lockAccount(tx, accountId);
    const plan = await lockAutoTopUp(tx, accountId);
    const topUp = await lockTopUp(tx, paymentId);
    if (!topUp || topUp.state === "paid" || topUp.state === "refused" || topUp.state === what)
      return;
    await setTopUpState(tx, { paymentId, state: what === "ended" ? "refused" : what });
    if (what === "person") return mailPerson(services, tx, payment);
    if (!plan || what === "ended") return;
    if (what === "paid") return setProgress(tx, { accountId, refusals: 0, nextAt: null });
    await refuse(services, tx, { payment, refusals: plan.refusals + 1, isOn: plan.enabled });
  });
}

/** Waits after a refusal; after the last one it is switched off, and the customer is told. */
async function refuse(
  services: Services,
  tx: Tx,
  { payment, refusals, isOn }: { payment: Payment; refusals: number; isOn: boolean },
): Promise<void> {
  const { accountId, id: paymentId, amountCents } = payment;
  const now = services.world.now();
  const next = retryAfterRefusal(refusals, now);
  const nextAt = next === null ? null : new Date(next);
  const stoppedAt = next === null ? new Date(now) : null;
  await setProgress(tx, { accountId, refusals, nextAt, stoppedAt });
  if (stoppedAt === null || !isOn) return;
  const failedAt = stoppedAt.toISOString();
  const data = { paymentId, amountCents, refusals, failedAt };
  await emitEvent(services, tx, { accountId, event: "topup.failed", data });
  const { to, lang } = await contactOf(tx, accountId);
  const url = cardsAddress(services.env);
  const values = { amount: money(lang, amountCents), url };
  await queueMail(services, tx, { to, lang, mail: "topUpStopped", values });
}

/** The link where the card's holder confirms the charge, or pays in another way. */
async function mailPerson(services: Services, tx: Tx, payment: Payment): Promise<void> {
  const { accountId, amountCents, provider, id, createdAt } = payment;
  const { to, lang } = await contactOf(tx, accountId);
  const url = providerByName(paymentEnv(services), provider)?.payUrl(id) ?? "";
  const values = {
    amount: money(lang, amountCents),
    date: longDate(lang, createdAt.getTime()),
    url,
  };
  await queueMail(services, tx, { to, lang, mail: "topUpConfirm", values });
}
