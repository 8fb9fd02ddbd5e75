/**
 * The outbox: a mail is written in the transaction of what it tells of, so that neither exists
 * without the other, and sent afterwards (`deliver.ts`).
 */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { type MailName, mailText } from "@turnpike/locales/mails.ts";
import type { Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import { insertMail } from "./store.ts";
import { mailPage } from "./page.ts";

export interface QueuedMail {
  /** Null: the same work and no mail, so that nobody is told by time whether there was one. */
  to: string | null;
  lang: Lang;
  mail: MailName;
  /** `code` is shown large; `url` and `…Url` become links: they begin with the configured PUBLIC_URL. */
  values: Record<string, string | number>;
}

/** Queues a mail as text and page; throws where a value that its text names is missing. */
export async function queueMail(
  services: Services,
  tx: Tx,
  { to, lang, mail, values }: QueuedMail,
): Promise<void> {
  const { world, env } = services;
  const { subject, text } = mailText(lang, mail, { supportEmail: env.SUPPORT_EMAIL, ...values });
  const { code } = values;
  const isUrl = ([name]: [string, unknown]) => /^url$|Url$/.test(name);
  const page = mailPage({
    lang,
    subject,
    text,
    code: code === undefined ? undefined : String(code),
    urls: Object.entries(values)
      .filter(isUrl)
      .map(([, url]) => String(url)),
  });
  const now = new Date(world.now());
  await insertMail(services, tx, { id: world.id(), to, subject, text, html: page, now });
}
