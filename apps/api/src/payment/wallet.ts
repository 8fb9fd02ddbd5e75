/** What a recharge does to the wallet: credit and bonus, an old debt, and its reversal. */
import { langTag, money } from "@turnpike/locales/shop.ts";
import { reversal } from "@turnpike/rules/payment.ts";
import { contactOf } from "../account/register.ts";
import type { Tx } from "../db/database.ts";
import { type Line, post } from "../ledger/post.ts";
import { takeLeft } from "../order/take-left.ts";
import { queueMail } from "../outside/mail/queue.ts";
import type { Services } from "../services.ts";
import { lockDebt, type Payment, setDebt } from "./store.ts";

const inWallet = (owner: string | null, bucket: string, amount: number): Line => ({
  owner,
  asset: "wallet",
  bucket,
  amount,
});

/** Credits a recharge and its bonus; what is owed from earlier refunds is paid from it first. */
export async function creditRecharge(services: Services, tx: Tx, payment: Payment): Promise<void> {
  const { id, accountId, amountCents, bonusCents } = payment;
  const at = services.world.now();
  const debt = await lockDebt(tx, accountId);
  const part = (kind: string, cents: number, house: string) =>
    post(tx, {
      key: `${kind}:${id}`,
      kind,
      ref: id,
      at,
      lines: [inWallet(accountId, "main", cents), inWallet(null, house, -cents)],
    });
  await part("recharge", amountCents, "payments");
  if (bonusCents > 0) await part("bonus", bonusCents, "bonus");
  const paid = Math.min(debt, amountCents + bonusCents);
  if (paid > 0) {
    await part("debt", -paid, "debts");
    await setDebt(tx, accountId, debt - paid);
  }
  await queueReceipt(services, tx, payment);
}

/**
 * Takes a recharge and its bonus back, at most what the wallet holds; the rest is a debt that the
 * next recharge pays first (contract §16).
 */
export async function reverseRecharge(services: Services, tx: Tx, payment: Payment) {
  const { id, accountId, amountCents, bonusCents } = payment;
  const owed = amountCents + bonusCents;
  const debt = await lockDebt(tx, accountId);
  const owned = { accountId, asset: "wallet", most: owed } as const;
  const newDebt = await takeLeft(tx, owned, async (left) => {
    const { takenCents, debtCents } = reversal(owed, left);
    const lines = [
      inWallet(accountId, "main", -takenCents),
      inWallet(null, "payments", amountCents),
      inWallet(null, "bonus", bonusCents),
      inWallet(null, "debts", -debtCents),
    ].filter((line) => line.amount !== 0);
    await post(tx, {
      key: `refund:${id}`,
      kind: "refund",
      ref: id,
      at: services.world.now(),
      lines,
    });
    return debtCents;
  });
  if (newDebt > 0) await setDebt(tx, accountId, debt + newDebt);
}

async function queueReceipt(services: Services, tx: Tx, payment: Payment): Promise<void> {
  const { to, lang } = await contactOf(tx, payment.accountId);
  const date = new Intl.DateTimeFormat(langTag(lang), { dateStyle: "long", timeZone: "UTC" });
  await queueMail(services, tx, {
    to,
    lang,
    mail: "recharge",
    values: {
      amount: money(lang, payment.amountCents),
      bonus: money(lang, payment.bonusCents),
      paymentId: payment.id,
      date: date.format(services.world.now()),
      url: `${services.env.publicUrl}/cli/home`,
    },
  });
}
