/** Notices: mails about changes of an account, sent to all of its addresses. */
import type { MailName } from "@turnpike/locales/mails.ts";
import { addressesOf } from "./addresses.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { queueMail } from "../../platform/mail/queue.ts";

/** An instant as shown in notices, such as `2026-03-16 09:30 UTC`. */
export function minuteText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/**
 * Queues a notice to the account's e-mail, its secure e-mail if set, and `more` addresses, in the
 * account's language. Every notice can use `email`, `time` and `url` (the settings). Call it before
 * an address is removed, or pass that address in `more`, so that it is notified too. `undoUrl` and
 * the values `own` are only sent to the e-mail: other addresses may belong to somebody else.
 */
export async function queueNotice(
  services: Services,
  tx: Tx,
  accountId: string,
  mail: MailName,
  values: Record<string, string | number>,
  {
    more = [],
    undoUrl,
    own = {},
  }: { more?: string[]; undoUrl?: string; own?: Record<string, string> } = {},
): Promise<void> {
  const { email, secureEmail, lang } = await addressesOf(tx, accountId);
  const time = minuteText(services.world.now());
  const url = `${services.env.publicUrl}/cli/setting`;
  const addresses = new Set([email, ...(secureEmail === null ? [] : [secureEmail]), ...more]);
  const all = { email, time, url, ...values };
  for (const to of addresses) {
    const link = undoUrl === undefined ? {} : { undoUrl };
    const given = to === email ? { ...all, ...own, ...link } : all;
    await queueMail(services, tx, { to, lang, mail, values: given });
  }
}
