/** Opens another window for the same holder: a session issues a ticket, which opens a session. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { requireMfa } from "../mfa/require.ts";
import { issueTicket, redeemTicket } from "./ticket.ts";
import { lockSession } from "../session/end.ts";
import { openSession } from "../session/open-session.ts";

/**
 * Issues a ticket for the session, and the URL of the page that uses it. The ticket is in the
 * fragment, which browsers do not send, so it reaches no server log and no other site's Referer.
 * @throws Refusal sessionInvalid, mfaNeeded, mfaWrong, tooManyTries
 */
export async function issueWebautoTicket(
  services: Services,
  { accountId, sessionId }: Caller,
  mfaCode: string | undefined,
): Promise<{ ticket: string; url: string; expiresAt: string }> {
  if (!accountId) throw new Refusal("sessionInvalid");
  await requireMfa(services, { accountId, mfaCode });
  const { ticket, expiresAt } = await transaction(services.db, async (tx) => {
    await lockSession(tx, { accountId, sessionId });
    return issueTicket(services, tx, { accountId, sessionId, purpose: "webauto" });
  });
  const url = `${services.env.publicUrl}/index/loading#ticket=${ticket}`;
  return { ticket, url, expiresAt: expiresAt.toISOString() };
}

/**
 * Signs in with a ticket, regardless of the caller's own session.
 * @throws Refusal ticketExpired
 */
export function signInByTicket(
  services: Services,
  ticket: string,
  caller: Caller,
): Promise<{ token: string; accountId: string }> {
  return transaction(services.db, async (tx) => {
    const { accountId } = await redeemTicket(services, tx, { ticket, purpose: "webauto" });
    const token = await openSession(services, tx, { accountId, caller, event: "auto" });
    return { token, accountId };
  });
}
