/** The lab's outbox, for people. */
import { shopSentences } from "@turnpike/locales/shop.ts";
import { escapeHtml, page } from "./page.ts";

export interface ShownMail {
  to: string;
  subject: string;
  text: string;
  at: string;
}

export function outboxPage(mails: ShownMail[]): string {
  const words = shopSentences("en").outbox;
  const shown = mails.map((mail) => {
    const text = escapeHtml(mail.text).replace(
      /https?:\/\/[^\s<]+/g,
      (url) => `<a href="${url}" rel="noreferrer">${url}</a>`,
    );
    return `<article class="card"><h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">${words.to} ${escapeHtml(mail.to)} · ${words.at} ${escapeHtml(mail.at)}</p>
<pre>${text}</pre></article>`;
  });
  const body = shown.length > 0 ? shown.join("\n") : `<p class="card">${words.empty}</p>`;
  return page("en", words.title, `<h1>${words.title}</h1><br>${body}`, true);
}
