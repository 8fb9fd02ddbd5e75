/** Writes the login log: sign-ins and changes of credentials (spec/accounts#login-log). */
import type { LoginEvent } from "@turnpike/contract/session.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { insertLoginEvent } from "./store/login-event.ts";

/**
 * Records an event within the transaction of the event. `accountId` defaults to the caller's
 * account. `sessionId` is the session that was just opened; it defaults to the caller's own.
 */
export async function recordEvent(
  { world }: Services,
  tx: Tx,
  caller: Caller,
  details: { event: LoginEvent; accountId?: string; sessionId?: string },
): Promise<void> {
  const { event, accountId = caller.accountId } = details;
  const own = accountId === caller.accountId ? caller.sessionId : "";
  await insertLoginEvent(tx, {
    id: world.id(),
    accountId,
    sessionId: (details.sessionId ?? own) || null,
    event,
    at: new Date(world.now()),
    ip: caller.ip,
    network: caller.ip === "" ? "" : networkOf(caller.ip),
    agent: caller.agent,
  });
}
