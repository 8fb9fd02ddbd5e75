/** Another window of the same holder: from a session to a ticket, from a ticket to a session. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { issueTicket, redeemTicket } from "./ticket.ts";
import { lockSession } from "../session/end.ts";
import { openSession } from "../session/open-session.ts";

/**
 * A ticket for who is signed in, and the page that uses it up. It stands behind the `#`, which no
 * browser sends: it reaches no server's log and no other site's Referer.
 * @throws Refusal sessionInvalid
 */
export async function ticketFor(
  services: Services,
  { accountId, sessionId }: Asker,
): Promise<{ ticket: string; url: string; expiresAt: string }> {
  if (!accountId) throw new Refusal("sessionInvalid");
  const { ticket, expiresAt } = await transaction(services.db, async (tx) => {
    await lockSession(tx, { accountId, sessionId });
    return issueTicket(services, tx, { accountId, sessionId, purpose: "webauto" });
  });
  const url = `${services.env.publicUrl}/index/loading#ticket=${ticket}`;
  return { ticket, url, expiresAt: expiresAt.toISOString() };
}

/**
 * Signs in by a ticket, whoever was signed in here before.
 * @throws Refusal ticketExpired
 */
export function signInByTicket(
  services: Services,
  ticket: string,
  asker: Asker,
): Promise<{ token: string; accountId: string }> {
  return transaction(services.db, async (tx) => {
    const { accountId } = await redeemTicket(services, tx, { ticket, purpose: "webauto" });
    const token = await openSession(services, tx, { accountId, asker, event: "auto" });
    return { token, accountId };
  });
}
