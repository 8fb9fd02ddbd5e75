/** The sandbox's payment page: shows what is paid for and lets one choose the outcome. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { langTag, money, shopSentences } from "@turnpike/locales/shop.ts";
import type { DisputeState } from "@turnpike/rules/dispute.ts";
import type { Dispute } from "../dispute/store.ts";
import { escapeHtml, type Page, page } from "../../platform/http/page.ts";
import type { Payment } from "../payment/store/payments.ts";

export interface SandboxPage {
  payment: Payment;
  /** What the payment buys; null for a recharge. */
  bought: string | null;
  disputes: Dispute[];
  lang: Lang;
}

/** Where the page's "back" link leads. */
export const BACK = "/cli/home";

export function sandboxPage({ payment, bought, disputes, lang }: SandboxPage): Page {
  const words = shopSentences(lang).pay;
  const rows: [string, string][] = [
    ...(bought === null ? [] : [[words.forOrder, escapeHtml(bought)] as [string, string]]),
    ...(bought === null ? walletRows(payment, lang) : []),
    [words.method, words.methods[payment.method]],
    [words.status, status(payment, lang)],
  ];
  const list = rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("");
  return page(
    langTag(lang),
    words.title,
    `<div class="card"><h1>${words.title}</h1>
<p class="amount">${escapeHtml(money(lang, payment.amountCents))}</p><dl>${list}</dl>
<p class="note">${words.sandbox}</p>${actions(payment, disputes, lang)}
<a class="button" href="${BACK}">${words.back}</a></div>`,
  );
}

export function unknownPaymentPage(lang: Lang): Page {
  const words = shopSentences(lang).pay;
  return page(
    langTag(lang),
    words.title,
    `<div class="card"><h1>${words.title}</h1><p>${words.notFound}</p>
<a class="button" href="${BACK}">${words.back}</a></div>`,
  );
}

function walletRows({ amountCents, bonusCents }: Payment, lang: Lang): [string, string][] {
  const words = shopSentences(lang).pay;
  const credited = escapeHtml(money(lang, amountCents + bonusCents));
  if (bonusCents === 0) return [[words.credited, credited]];
  return [
    [words.bonus, `<span class="good">+${escapeHtml(money(lang, bonusCents))}</span>`],
    [words.credited, credited],
  ];
}

function status(payment: Payment, lang: Lang): string {
  const tone = payment.status === "paid" ? "good" : payment.status === "failed" ? "bad" : "";
  return `<span class="${tone}">${shopSentences(lang).pay[payment.status]}</span>`;
}

function actions(payment: Payment, disputes: Dispute[], lang: Lang): string {
  const words = shopSentences(lang).pay;
  const path = `/lab/pay/${payment.id}`;
  const back = '<input type="hidden" name="back" value="1">';
  const form = (to: string, buttons: string) =>
    `<form method="post" action="${path}/${to}">${back}${buttons}</form>`;
  if (disputes.some(({ state }) => state === "open" || state === "underReview")) {
    const outcome = (state: DisputeState, word: string) =>
      `<button name="outcome" value="${state}">${word}</button>`;
    const ends = outcome("won", words.disputeWon) + outcome("lost", words.disputeLost);
    return form("dispute", ends);
  }
  if (payment.status === "refunded") return "";
  if (payment.status === "paid") {
    const one = (to: string, word: string) => form(to, `<button class="whole">${word}</button>`);
    return `${one("refund", words.refund)}${one("dispute", words.dispute)}${one("warning", words.fraudWarning)}`;
  }
  return `<form method="post" action="${path}/complete">${back}
<button class="main" name="outcome" value="paid">${words.payPaid}</button>
<button name="outcome" value="failed">${words.payFailed}</button>
<button name="outcome" value="late">${words.payLate}</button>
<button name="outcome" value="partial">${words.payPartial}</button>
<button name="outcome" value="over">${words.payOver}</button></form>`;
}
