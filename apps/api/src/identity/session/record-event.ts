/** Writes the login log: sign-ins and changes of credentials (spec/accounts#login-log). */
import type { LoginEvent } from "@turnpike/contract/session.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { insertLoginEvent } from "./store/login-event.ts";

/**
 * Records an event within the transaction of the event. `accountId` defaults to the asker's
 * account. `sessionId` is the session that was just opened; it defaults to the asker's own.
 */
export async function recordEvent(
  { world }: Services,
  tx: Tx,
  asker: Asker,
  details: { event: LoginEvent; accountId?: string; sessionId?: string },
): Promise<void> {
  const { event, accountId = asker.accountId } = details;
  const own = accountId === asker.accountId ? asker.sessionId : "";
  await insertLoginEvent(tx, {
    id: world.id(),
    accountId,
    sessionId: (details.sessionId ?? own) || null,
    event,
    at: new Date(world.now()),
    ip: asker.ip,
    network: asker.ip === "" ? "" : networkOf(asker.ip),
    agent: asker.agent,
  });
}
