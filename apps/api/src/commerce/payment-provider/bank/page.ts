/** The page that says where to transfer money to, and with which reference. */
import { langTag, longDate, money, shopSentences } from "@turnpike/locales/shop.ts";
import { escapeHtml, type Page, page } from "../../../platform/http/page.ts";
import type { Transfer } from "../provider.ts";

export function transferPage(transfer: Transfer, details: string[]): Page {
  const { amountCents, receivedCents, reference, description, lang, backUrl } = transfer;
  const words = shopSentences(lang).pay;
  const bank = words.transfer;
  const rows: [string, string][] = [
    [words.forOrder, description],
    [bank.reference, reference],
    ...(receivedCents > 0
      ? [
          [bank.received, money(lang, receivedCents)] as [string, string],
          [bank.left, money(lang, Math.max(0, amountCents - receivedCents))] as [string, string],
        ]
      : []),
    [bank.until, longDate(lang, transfer.expiresAt.getTime())],
  ];
  const list = rows.map(
    ([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return page(
    langTag(lang),
    words.title,
    `<div class="card"><h1>${words.title}</h1>
<p class="amount">${escapeHtml(money(lang, amountCents))}</p>
<p>${bank.help}</p>
<p><strong>${details.map(escapeHtml).join("<br>")}</strong></p>
<dl>${list.join("")}</dl><p class="note">${bank.note}</p>
<a class="button" href="${escapeHtml(backUrl)}">${words.back}</a></div>`,
  );
}
