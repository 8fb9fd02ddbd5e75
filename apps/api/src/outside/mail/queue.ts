/**
 * The outbox: a mail is written in the transaction of what it tells of, so that neither exists
 * without the other, and sent afterwards (`deliver.ts`).
 */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { type MailName, mailText } from "@turnpike/locales/mails.ts";
import type { Tx } from "../../db/database.ts";
import type { Services } from "../../services.ts";
import { insertMail } from "./outbox.ts";

export interface QueuedMail {
  to: string;
  lang: Lang;
  mail: MailName;
  values: Record<string, string | number>;
}

/** Queues a mail; throws where a value that its text names is missing. */
export async function queueMail(
  { world, env }: Services,
  tx: Tx,
  { to, lang, mail, values }: QueuedMail,
): Promise<void> {
  const { subject, text } = mailText(lang, mail, { supportEmail: env.SUPPORT_EMAIL, ...values });
  await insertMail(tx, { id: world.id(), to, subject, text, now: new Date(world.now()) });
}
