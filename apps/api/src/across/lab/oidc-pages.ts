/** Pages of the lab's sign-in provider: the choice of a person, and errors. */
import type { Provider } from "@turnpike/contract/identity.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { signInLabSentences } from "@turnpike/locales/sign-in-lab.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import type { LabPerson } from "./oidc-memory.ts";
import { providerNames } from "../../identity/sign-in-provider/names.ts";
import { escapeHtml, type Page, page } from "../../platform/http/page.ts";

export interface PersonPage {
  provider: Provider;
  lang: Lang;
  /** People who signed in before, offered for selection. */
  known: LabPerson[];
  /** Rejected input, shown again in the form. */
  refused?: { email: string; name: string };
}

export function personPage({ provider, lang, known, refused }: PersonPage): Page {
  const words = signInLabSentences(lang);
  const values = { provider: providerNames[provider] };
  const title = interpolate(words.title, values);
  const value = (text = "") => `value="${escapeHtml(text)}"`;
  const wrong = refused ? `<p class="bad whole" id="wrong" role="alert">${words.badEmail}</p>` : "";
  const marked = refused ? ' aria-invalid="true" aria-describedby="wrong"' : "";
  return page(
    langTag(lang),
    title,
    `<div class="card"><h1>${title}</h1><br>
<p class="note">${interpolate(words.note, values)}</p>${picks(known, words)}
<form method="post">${wrong}
<label class="whole">${words.email}<input type="email" name="email" required maxlength="254"
autocomplete="off" autofocus ${value(refused?.email)}${marked}></label>
<label class="whole">${words.name}<input name="name" maxlength="100" autocomplete="off"
${value(refused?.name)}></label>
<label class="whole tick"><input type="checkbox" name="verified" value="1" checked>
<span>${interpolate(words.verified, values)}</span></label>
<button class="main">${words.go}</button></form>
<form method="post"><button class="whole" name="cancel" value="1">${words.cancel}</button></form>
</div>`,
  );
}

function picks(known: LabPerson[], words: ReturnType<typeof signInLabSentences>): string {
  if (known.length === 0) return "";
  const buttons = known.map(
    ({ subject, email, verified }) =>
      `<button class="whole" name="pick" value="${subject}">${escapeHtml(email)}${
        verified ? "" : ` (${words.notVerified})`
      }</button>`,
  );
  return `<h2>${words.pick}</h2><form method="post">${buttons.join("")}</form>`;
}

/** The page for a sign-in that has ended or was not started in this browser. */
export function endedPage(lang: Lang): Page {
  const words = signInLabSentences(lang);
  return page(
    langTag(lang),
    words.ended,
    `<div class="card"><h1>${words.ended}</h1><p>${words.endedHint}</p>
<a class="button" href="/index/login">${words.back}</a></div>`,
  );
}
