/** Acts on the texts of mails (spec/operator#mails). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import {
  type MailName,
  type MailTemplate,
  mailNames,
  mailTemplate,
} from "@turnpike/locales/mails.ts";
import { ActRefused, FieldRefused } from "../../../platform/act-refused.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { brandOf } from "../../../platform/brand/brand.ts";
import { mailBrand } from "../../../platform/mail/brand.ts";
import { queueWritten } from "../../../platform/mail/queue.ts";
import { type WrittenMail, writeMail } from "../../../platform/mail/render.ts";
import {
  changedMailTexts,
  deleteMailTexts,
  ownMailText,
  saveMailText,
} from "../../../platform/mail/store.ts";
import {
  asMailName,
  faultsOf,
  placeholdersOf,
  sampleValues,
  type TextFault,
} from "../../../platform/mail/texts.ts";
import type { Services } from "../../../platform/services.ts";
import { defineAct } from "./act.ts";

export interface NamedText {
  name: string;
  lang: Lang;
}
export type GivenText = NamedText & MailTemplate;

/** @throws ActRefused if there is no such mail */
function named(name: string): MailName {
  const known = asMailName(name);
  if (known === null)
    throw new ActRefused(`name: no mail is named ${name}; mails list shows all`, {
      reason: "notFound",
    });
  return known;
}

/** All mails, with their placeholders and the languages in which they have a text of their own. */
export async function listMailTexts({ db }: Pick<Services, "db">) {
  const changed = await changedMailTexts(db);
  return mailNames.map((name) => ({
    name,
    placeholders: placeholdersOf(name).map((one) => one.name),
    changed: changed.filter((row) => row.name === name).map(({ lang }) => lang as Lang),
  }));
}

/** A mail's text in a language, as it is sent. */
export async function showMailText(db: Db | Tx, { name: given, lang }: NamedText) {
  const name = named(given);
  const own = await ownMailText(db, { name, lang });
  const { subject, body } = own ?? mailTemplate(lang, name);
  return { name, lang, subject, body, placeholders: placeholdersOf(name) };
}

/** The database has changed the setting: this process has it before it says so. */
const afterwards =
  <R>(settings: Services["settings"], result: R) =>
  async () => {
    await settings.refresh();
    return result;
  };

export const setMailText = defineAct<GivenText, GivenText>({
  action: "mail.set",
  run: async ({ world, settings }, tx, given) => {
    const name = named(given.name);
    const { lang } = given;
    const text = { subject: given.subject.trim(), body: given.body.trim() };
    const [fault] = faultsOf(name, text);
    if (fault) throw new FieldRefused({ ...fault, column: null });
    const before = await ownMailText(tx, { name, lang });
    await saveMailText(tx, { name, lang, ...text, updated_at: new Date(world.now()) });
    const result = { name, lang, ...text };
    const afterCommit = afterwards(settings, result);
    return { result, subject: `${name} ${lang}`, before, after: text, afterCommit };
  },
});

export const resetMailText = defineAct<
  { name: string; lang: Lang | null },
  { name: string; reset: string[] }
>({
  action: "mail.reset",
  run: async ({ settings }, tx, { name: given, lang }) => {
    const name = named(given);
    const reset = await deleteMailTexts(tx, { name, lang });
    const subject = lang === null ? name : `${name} ${lang}`;
    const result = { name, reset };
    return { result, subject, after: { reset }, afterCommit: afterwards(settings, result) };
  },
});

/** A text as it would arrive, with samples for its values, and what is wrong with it. */
export function previewMailText(
  services: Services,
  { to, ...given }: GivenText & { to: string },
): { mail: WrittenMail; faults: TextFault[] } {
  const name = named(given.name);
  const { world, env } = services;
  const now = world.now();
  const values = sampleValues(given, {
    lang: given.lang,
    now,
    publicUrl: env.publicUrl,
    orderPrefix: brandOf(services).orderPrefix,
    to,
  });
  const mail = writeMail(mailBrand(services), { lang: given.lang, template: given, values });
  return { mail, faults: faultsOf(name, given) };
}

/** Sends a mail with samples to one address: the given text, or the one that is in use. */
export const sendPreview = defineAct<
  NamedText & { to: string; text: MailTemplate | null },
  { to: string; subject: string }
>({
  action: "mail.preview",
  run: async (services, tx, { name, lang, to, text }) => {
    const { subject, body } = text ?? (await showMailText(tx, { name, lang }));
    const { mail } = previewMailText(services, { name, lang, to, subject, body });
    await queueWritten(services, tx, { to, mail, hasCode: false });
    return {
      result: { to, subject: mail.subject },
      subject: `${name} ${lang}`,
      after: { to },
    };
  },
});
