/**
 * Queues mails in the outbox, in the transaction of the change that they report, so that neither
 * exists without the other. `deliver.ts` sends them.
 */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { type MailName, mailTemplate } from "@turnpike/locales/mails.ts";
import type { Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import { mailBrand } from "./brand.ts";
import { writeMail } from "./render.ts";
import { insertMail } from "./store.ts";

export interface QueuedMail {
  /** Null does the same work without a mail, so that timing does not reveal whether one exists. */
  to: string | null;
  lang: Lang;
  mail: MailName;
  /** `code` is shown large; `url` and `…Url` become links, and must begin with PUBLIC_URL. */
  values: Record<string, string | number>;
}

/** Queues a mail as text and HTML; throws if a value that its text needs is missing. */
export async function queueMail(
  services: Services,
  tx: Tx,
  { to, lang, mail, values }: QueuedMail,
): Promise<void> {
  const { world } = services;
  const template = mailTemplate(lang, mail);
  const { subject, text, html } = writeMail(mailBrand(services), { lang, template, values });
  const now = new Date(world.now());
  await insertMail(services, tx, { id: world.id(), to, subject, text, html, now });
}
