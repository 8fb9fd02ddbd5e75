/** The HTML page of the lab's outbox. */
import { shopSentences } from "@turnpike/locales/shop.ts";
import { escapeHtml, type Page, page } from "../../platform/http/page.ts";

export interface ShownMail {
  to: string;
  subject: string;
  text: string;
  /** Shown in a sandboxed frame. */
  html?: string;
  at: string;
}

const FRAME =
  "width:100%;height:36rem;margin-top:.5rem;border:1px solid var(--line);border-radius:10px";

export function outboxPage(mails: ShownMail[]): Page {
  const words = shopSentences("en").outbox;
  const shown = mails.map((mail) => {
    const text = escapeHtml(mail.text).replace(
      /https?:\/\/[^\s<]+/g,
      (url) => `<a href="${url}" rel="noreferrer">${url}</a>`,
    );
    const frame = (html: string) => `<br><details><summary>${words.asPage}</summary>
<iframe sandbox title="${escapeHtml(mail.subject)}" loading="lazy" style="${FRAME}"
srcdoc="${escapeHtml(html)}"></iframe></details>`;
    return `<article class="card"><h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">${words.to} ${escapeHtml(mail.to)} · ${words.at} ${escapeHtml(mail.at)}</p>
<pre>${text}</pre>${mail.html ? frame(mail.html) : ""}</article>`;
  });
  const body = shown.length > 0 ? shown.join("\n") : `<p class="card">${words.empty}</p>`;
  const back = `<p><a href="/cli/home">${shopSentences("en").pay.back}</a></p>`;
  return page("en", words.title, `<h1>${words.title}</h1>${back}${body}`, true);
}
