/** Opens a session for an account that has proved who it is. */
import { noteLogin } from "../account/register.ts";
import type { Tx } from "../db/database.ts";
import type { Asker } from "../http/handler.ts";
import type { Services } from "../services.ts";
import { deleteOtherSessions, insertEvent, insertSession, type LoginEvent } from "./store.ts";
import { newToken, tokenHash } from "./token.ts";

const AGENT_LENGTH = 300;

/** Answers the fresh token. With multi-device off the other sessions end (contract §2). */
export async function openSession(
  services: Services,
  tx: Tx,
  opened: { accountId: string; asker: Asker; event: LoginEvent },
): Promise<string> {
  const { accountId, asker, event } = opened;
  const now = new Date(services.world.now());
  // This update locks the account's row, so that of two logins at once one ends the other.
  const { multiDevice } = await noteLogin(tx, { accountId, at: now, lang: asker.lang });
  const token = newToken(services.world);
  const hash = tokenHash(token);
  if (!hash) throw new Error("a fresh token has to be a token");
  const session = {
    id: services.world.id(),
    accountId,
    ip: asker.ip,
    agent: asker.agent.slice(0, AGENT_LENGTH),
    now,
  };
  await insertSession(tx, { ...session, tokenHash: hash });
  await insertEvent(tx, services.world.id(), event, session);
  if (!multiDevice) await deleteOtherSessions(tx, accountId, session.id);
  return token;
}
