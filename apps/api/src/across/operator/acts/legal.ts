/** Publishes legal documents (spec/law#documents). */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { legalSentences } from "@turnpike/locales/legal.ts";
import { isAgreedKind, type LegalKind, maxLegalText } from "@turnpike/rules/legal.ts";
import {
  insertDocument,
  lockPublishing,
  newestVersion,
  type PublishedVersion,
} from "../../../identity/legal/store/documents.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { renderSafely } from "../../../platform/http/safe-markdown.ts";
import { defineAct } from "./act.ts";

export interface Publication {
  kind: LegalKind;
  lang: Lang;
  markdown: string;
  /** Whether every customer is asked to agree. */
  consent: boolean;
}

/** @throws Refusal changedMeanwhile if there is a newer version than was seen */
export async function refuseNewer(
  tx: Tx,
  document: Pick<Publication, "kind" | "lang">,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined) return;
  await lockPublishing(tx);
  if ((await newestVersion(tx, document)) !== seen)
    throw new Refusal("changedMeanwhile", { field: "seen" });
}

export const publish = defineAct<Publication, PublishedVersion>({
  action: "legal.publish",
  run: async ({ world, settings }, tx, { kind, lang, markdown, consent }, actor) => {
    const { html, title } = readable(markdown);
    if (consent && !isAgreedKind(kind))
      throw new ActRefused("consent: nobody agrees to an imprint", { reason: "badField" });
    await lockPublishing(tx);
    const result: PublishedVersion = {
      kind,
      lang,
      version: (await newestVersion(tx, { kind, lang })) + 1,
      title: title ?? legalSentences(lang).kinds[kind],
      consent,
      publishedAt: new Date(world.now()),
      publishedBy: actor.name,
    };
    await insertDocument(tx, { ...result, markdown, html });
    const subject = `${kind} ${lang} ${result.version}`;
    // The database has changed the setting: this process has it before it says so.
    const afterCommit = async () => {
      await settings.refresh();
      return result;
    };
    return { result, subject, after: { title: result.title, consent }, afterCommit };
  },
});

/** @throws ActRefused if the text cannot be published */
function readable(markdown: string) {
  const refused = (why: string) => new ActRefused(`markdown: ${why}`, { reason: "badField" });
  if (markdown.length > maxLegalText) throw refused(`${maxLegalText} characters at most`);
  if (markdown.includes("\u0000") || !markdown.isWellFormed()) throw refused("not a text");
  const rendered = renderSafely(markdown);
  if (rendered.html.trim() === "") throw refused("there is no text");
  return rendered;
}
