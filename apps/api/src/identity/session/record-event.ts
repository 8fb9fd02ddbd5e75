/** The login log: sign-ins, and changes of what guards the account (spec/accounts#login-log). */
import type { LoginEvent } from "@turnpike/contract/session.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { insertEvent } from "./store/login-event.ts";

/**
 * Writes an event down in the transaction of what happened. Without `accountId` it is the asker's;
 * `sessionId` is the asker's where it is the same account's, or the one that was just opened.
 */
export async function recordEvent(
  { world }: Services,
  tx: Tx,
  asker: Asker,
  given: { event: LoginEvent; accountId?: string; sessionId?: string },
): Promise<void> {
  const { event, accountId = asker.accountId } = given;
  const own = accountId === asker.accountId ? asker.sessionId : "";
  await insertEvent(tx, {
    id: world.id(),
    accountId,
    sessionId: (given.sessionId ?? own) || null,
    event,
    at: new Date(world.now()),
    ip: asker.ip,
    network: networkOf(asker.ip),
    agent: asker.agent,
  });
}
