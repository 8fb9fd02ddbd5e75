/** The pages of an undo link: the changes to undo, and the result. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import { undoSentences } from "@turnpike/locales/undo.ts";
import { escapeHtml, type Page, page } from "../../platform/http/page.ts";
import type { StoredChange } from "./store.ts";
import { changeLine } from "./words.ts";

const listOf = (lang: Lang, changes: StoredChange[]) =>
  `<ul>${changes.map((one) => `<li>${escapeHtml(changeLine(lang, one))}</li>`).join("")}</ul>`;

/** `refused` is why the typed password was refused. */
export function offerPage(lang: Lang, changes: StoredChange[], refused?: string): Page {
  const words = undoSentences(lang);
  const problem = refused
    ? `<p class="bad whole" id="problem" role="alert">${escapeHtml(refused)}</p>`
    : "";
  const described = refused ? ' aria-invalid="true" aria-describedby="problem"' : "";
  return page(
    langTag(lang),
    words.title,
    `<div class="card"><h1 class="main">${words.title}</h1>${listOf(lang, changes)}
<p>${words.effect}</p><form method="post">${problem}
<label class="whole">${words.password}<input type="password" name="password" required
autocomplete="new-password"${described}></label>
<p class="meta whole">${words.rule}</p>
<button class="main">${words.undo}</button></form>
<p class="meta">${words.leave}</p></div>`,
  );
}

export function donePage(lang: Lang, changes: StoredChange[]): Page {
  const words = undoSentences(lang);
  return page(
    langTag(lang),
    words.done,
    `<div class="card"><div role="status"><h1 class="main">${words.done}</h1></div>${listOf(lang, changes)}
<p>${words.next}</p>
<a class="button main" href="/index/login">${words.signIn}</a></div>`,
  );
}

/** Shown if the link is unknown, used or expired. */
export function gonePage(lang: Lang): Page {
  const words = undoSentences(lang);
  return page(
    langTag(lang),
    words.gone,
    `<div class="card"><h1 class="main">${words.gone}</h1><p>${words.goneHint}</p>
<a class="button" href="/index/forgot">${words.newPassword}</a></div>`,
  );
}
