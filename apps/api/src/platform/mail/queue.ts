/**
 * Queues mails in the outbox, in the transaction of the change that they report, so that neither
 * exists without the other. `deliver.ts` sends them.
 */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { type MailName, type MailTemplate, mailTemplate } from "@turnpike/locales/mails.ts";
import type { Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import { mailBrand } from "./brand.ts";
import { MissingValue } from "./markdown.ts";
import { type WrittenMail, writeMail } from "./render.ts";
import { ownTextOf } from "./own-texts.ts";
import { insertMail } from "./store.ts";

export interface QueuedMail {
  /** Null does the same work without a mail, so that timing does not reveal whether one exists. */
  to: string | null;
  lang: Lang;
  mail: MailName;
  /** `code` is shown large; `url` and `…Url` become links, and must begin with PUBLIC_URL. */
  values: Record<string, string | number>;
}

/**
 * Queues a mail as text and HTML, with the operator's own text if there is one. Throws if a value
 * that the text needs is missing.
 */
export async function queueMail(
  services: Services,
  tx: Tx,
  { to, lang, mail, values }: QueuedMail,
): Promise<void> {
  const own = await ownTextOf(services, tx, { name: mail, lang });
  const written = (template: MailTemplate) =>
    writeMail(mailBrand(services), { lang, template, values });
  const shipped = () => written(mailTemplate(lang, mail));
  await queueWritten(services, tx, {
    to,
    mail: own === null ? shipped() : writeOwn(services, () => written(own), shipped),
    hasCode: values.code !== undefined,
  });
}

/** Queues a mail that is written already. */
export async function queueWritten(
  services: Services,
  tx: Tx,
  { to, mail, hasCode }: { to: string | null; mail: WrittenMail; hasCode: boolean },
): Promise<void> {
  const { world } = services;
  const now = new Date(world.now());
  await insertMail(services, tx, { id: world.id(), to, ...mail, hasCode, now });
}

/** A release may give a mail other values: an older text of the operator's must not stop the call. */
function writeOwn({ log }: Services, own: () => WrittenMail, shipped: () => WrittenMail) {
  try {
    return own();
  } catch (error) {
    if (!(error instanceof MissingValue)) throw error;
    log.warn({ err: error }, "mail text: the shipped text is sent instead of the operator's");
    return shipped();
  }
}
