/** Credits outside money to the wallet: the amount, its bonus, and old debts that it pays first. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { langTag, money, shopSentences } from "@turnpike/locales/shop.ts";
import { bonusSource } from "@turnpike/rules/recharge-bonus.ts";
import { contactOf } from "../../identity/account/addresses.ts";
import type { Tx } from "../../platform/db/database.ts";
import { lockDebt, payWalletDebt } from "../../ledger/debt.ts";
import { type Line, post } from "../../ledger/post.ts";
import { taxBucket } from "../tax/sale-tax.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import { emitEvent } from "../../platform/modules.ts";
import type { Services } from "../../platform/services.ts";
import { runningPromotions } from "../promotion/running.ts";
import type { Payment } from "./store/payments.ts";

export interface WalletCredit {
  kind: "recharge" | "surplus";
  cents: number;
  bonusCents: number;
  /** The tax of `cents`. */
  taxCents: number;
  /** A suffix for ledger keys that tells a payment's credits apart; empty for the first. */
  tail: string;
  /** Epoch ms of all its entries. */
  at: number;
}

/** Credits money and its bonus; debts from earlier refunds are paid from it first. */
export async function creditWallet(
  services: Services,
  tx: Tx,
  payment: Payment,
  credit: WalletCredit,
): Promise<void> {
  const { id: ref, accountId } = payment;
  const { kind, cents, bonusCents, taxCents, tail, at } = credit;
  const walletCents = payment.taxOnTop ? cents - taxCents : cents;
  const owedCents = await lockDebt(tx, accountId, "wallet");
  const line = (owner: string | null, bucket: string, amount: number): Line[] =>
    amount === 0 ? [] : [{ owner, asset: "wallet", bucket, amount }];
  const postPart = async (
    what: "recharge" | "surplus" | "bonus",
    amount: number,
    operatorBucket: string,
    more: Line[] = [],
  ) => {
    if (amount === 0 && more.length === 0) return;
    const own = [...line(accountId, "main", amount), ...line(null, operatorBucket, -amount)];
    const lines = [...own, ...more];
    await post(tx, { key: `${what}:${ref}${tail}`, kind: what, ref, at, lines });
  };
  const from = payment.taxOnTop ? "payments" : "sales";
  const taxTo = taxBucket(payment.taxCountry);
  const tax = [...line(null, from, -taxCents), ...line(null, taxTo, taxCents)];
  await postPart(kind, walletCents, "payments", tax);
  await postPart("bonus", bonusCents, "bonus");
  const entry = { key: `debt:${kind}:${ref}${tail}`, ref, at };
  const paid = { owedCents, cents: walletCents + bonusCents, entry };
  const settledCents = await payWalletDebt(services, tx, accountId, paid);
  const surplus = kind === "surplus";
  await emitRechargePaid(services, tx, { payment, cents, bonusCents, surplus });
  await queueReceipt(services, tx, { payment, credit, settledCents });
}

/** Emits that money of a payment was credited to the wallet. */
function emitRechargePaid(
  services: Services,
  tx: Tx,
  {
    payment,
    cents,
    bonusCents,
    surplus,
  }: {
    payment: Payment;
    cents: number;
    bonusCents: number;
    surplus: boolean;
  },
): Promise<void> {
  const { id: paymentId, accountId, method } = payment;
  const paidAt = new Date(services.world.now()).toISOString();
  const data = { paymentId, method, amountCents: cents, bonusCents, surplus, paidAt };
  return emitEvent(services, tx, { accountId, event: "recharge.paid", data });
}

async function queueReceipt(
  services: Services,
  tx: Tx,
  {
    payment,
    credit,
    settledCents,
  }: {
    payment: Payment;
    credit: WalletCredit;
    settledCents: number;
  },
): Promise<void> {
  const { to, lang } = await contactOf(tx, payment.accountId);
  const date = new Intl.DateTimeFormat(langTag(lang), { dateStyle: "long", timeZone: "UTC" });
  await queueMail(services, tx, {
    to,
    lang,
    mail: "recharge",
    values: {
      amount: money(lang, credit.cents),
      bonus: await bonusText(tx, lang, { payment, credit }),
      debt: debtLine(lang, settledCents),
      paymentId: payment.id,
      date: date.format(services.world.now()),
      url: `${services.env.publicUrl}/cli/home`,
    },
  });
}

/** A line below the bonus, if part of the money paid a debt from earlier refunds. */
function debtLine(lang: Lang, settledCents: number): string {
  if (settledCents === 0) return "";
  return interpolate(shopSentences(lang).receipt.debt, { settled: money(lang, -settledCents) });
}

/** The bonus and the title of its promotion. */
async function bonusText(
  tx: Tx,
  lang: Lang,
  { payment, credit }: { payment: Payment; credit: WalletCredit },
): Promise<string> {
  const { cents, taxCents, bonusCents } = credit;
  const amountCents = payment.taxOnTop ? cents - taxCents : cents;
  const bonus = money(lang, bonusCents);
  if (bonusCents === 0) return bonus;
  const running = await runningPromotions(tx, lang, payment.createdAt.getTime());
  const source = bonusSource({ amountCents, bonusCents }, running);
  return source ? `${bonus} (${source.title})` : bonus;
}
