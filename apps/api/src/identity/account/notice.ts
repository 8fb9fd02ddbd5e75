/** Notices: what changed about an account, told to whoever holds its addresses. */
import type { MailName } from "@turnpike/locales/mails.ts";
import { addressesOf } from "./addresses.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { queueMail } from "../../platform/mail/queue.ts";

/**
 * Queues a notice to the account's e-mail, to its secure e-mail where it has one, and to `more`
 * addresses, in the account's language. `email`, `time` and `url` (the settings) are given to every
 * notice. Call it before an address is taken away, or name that in `more`: it has to learn of it.
 */
export async function queueNotice(
  services: Services,
  tx: Tx,
  accountId: string,
  mail: MailName,
  values: Record<string, string | number>,
  more: string[] = [],
): Promise<void> {
  const { email, secureEmail, lang } = await addressesOf(tx, accountId);
  const time = `${new Date(services.world.now()).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const url = `${services.env.publicUrl}/cli/setting`;
  const addresses = new Set([email, ...(secureEmail === null ? [] : [secureEmail]), ...more]);
  for (const to of addresses)
    await queueMail(services, tx, { to, lang, mail, values: { email, time, url, ...values } });
}
