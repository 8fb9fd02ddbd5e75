/** Writes a mail: its subject, and its text as plain text and as HTML. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { mailAdditions, mailSignature, type MailTemplate } from "@turnpike/locales/mails.ts";
import type { MailBrand } from "./brand.ts";
import { htmlForm, plainForm } from "./forms.ts";
import { type Form, valueOf, writeMarkdown } from "./markdown.ts";
import { mailPage } from "./page.ts";
import { asData } from "./values.ts";

export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

export interface MailParts {
  lang: Lang;
  template: MailTemplate;
  values: Record<string, string | number>;
}

/** Returns a mail ready to send; throws if a value that it needs is missing. */
export function writeMail(
  brand: MailBrand,
  { lang, template, values: given }: MailParts,
): WrittenMail {
  const own = { brand: brand.name, supportEmail: brand.supportEmail, footer: brand.footer };
  const values = asData({ ...given, ...own });
  const body = [template.body, ...mailAdditions(lang, given)];
  const signature = [mailSignature(lang), ...(brand.footer === "" ? [] : ["{{footer}}"])];
  const written = (parts: string[], form: Form) =>
    parts.flatMap((markdown) => writeMarkdown(markdown, values, form));
  const subject = writeSubject(template.subject, values);
  const html = htmlForm(brand.accent);
  return {
    subject,
    text: `${[...written(body, plainForm), ...written(signature, plainForm)].join("\n\n")}\n`,
    html: mailPage({
      lang,
      subject,
      blocks: written(body, html),
      footer: written(signature, html),
      brand,
    }),
  };
}

/** One line of text; a value of several lines becomes one. */
function writeSubject(subject: string, values: Record<string, string>): string {
  return subject
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => valueOf(values, name))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}
