/** What is removed of closed accounts, and removed again where it came after the closure. */
import { forgetInvoiceTitles } from "../../identity/account/forget.ts";
import { forgetAlerts } from "../alert/forget.ts";
import { forgetCdkeys } from "../../products/cdkey/forget.ts";
import type { Tx } from "../../platform/db/database.ts";
import { forgetAnswers } from "../../platform/http/once.ts";
import { forgetLinks } from "../../products/extraction/forget.ts";
import { forgetIdentities } from "../../identity/identity/bindings.ts";
import { forgetCodes } from "../../identity/mail-code/forget.ts";
import { forgetMfaOf } from "../../identity/mfa/forget.ts";
import { forgetOpened } from "../../products/pool/forget.ts";
import { forgetRequestsOf } from "../request-log/forget.ts";
import type { Services } from "../../platform/services.ts";
import { forgetSessions } from "../../identity/session/forget.ts";
import { forgetStatics } from "../../products/static/forget.ts";
import { forgetTickets } from "../../identity/ticket/forget.ts";
import { forgetDomains } from "../../products/traffic/forget.ts";
import { forgetUnlimited } from "../../products/unlimited/end.ts";
import { forgetWebhooks } from "../webhook/forget.ts";
import { forgetWhitePorts } from "../../products/whitelisted-port/forget.ts";
import { forgetWhitelists } from "../../products/whitelist/forget.ts";

/**
 * Removes what guards accounts and what was written down about their use. Answers whether that was
 * all: of CDKeys and statistics only so much goes at once.
 */
export async function clear(
  services: Services,
  tx: Tx,
  accountIds: string[],
  addresses: string[] = [],
): Promise<boolean> {
  await forgetTickets(tx, accountIds);
  await forgetSessions(tx, accountIds);
  await forgetMfaOf(tx, accountIds);
  await forgetIdentities(tx, accountIds);
  await forgetCodes(tx, { accountIds, addresses });
  await forgetInvoiceTitles(tx, accountIds);
  await forgetWhitelists(tx, accountIds);
  await forgetStatics(services, tx, accountIds);
  await forgetUnlimited(services, tx, accountIds);
  await forgetOpened(services, tx, accountIds);
  await forgetLinks(tx, accountIds);
  await forgetWhitePorts(services, tx, accountIds);
  await forgetRequestsOf(tx, accountIds);
  await forgetAlerts(tx, accountIds);
  await forgetWebhooks(tx, accountIds);
  await forgetAnswers(tx, accountIds);
  const codes = await forgetCdkeys(tx, accountIds);
  return (await forgetDomains(tx, accountIds)) && codes;
}
