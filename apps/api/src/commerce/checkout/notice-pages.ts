/** The pages of ours that people see in place of a provider's. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { langTag, shopSentences } from "@turnpike/locales/shop.ts";
import { page } from "../../platform/http/page.ts";
import { BACK } from "./sandbox-page.ts";

/** The provider cannot be reached now; nothing happened. */
export function providerAwayPage(paymentId: string, lang: Lang): string {
  const { away, retry } = shopSentences(lang).pay;
  return notice(lang, away, `<a class="button main" href="/pay/${paymentId}">${retry}</a>`);
}

/** The payment's time is over. */
export function expiredPage(lang: Lang): string {
  return notice(lang, shopSentences(lang).pay.over, "");
}

function notice(lang: Lang, sentence: string, action: string): string {
  const words = shopSentences(lang).pay;
  return page(
    langTag(lang),
    words.title,
    `<div class="card"><h1>${words.title}</h1><p>${sentence}</p><div class="actions">${action}
<a class="button" href="${BACK}">${words.back}</a></div></div>`,
  );
}
