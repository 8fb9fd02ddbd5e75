/** Opens a session for an account that has proved who it is. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { LoginEvent } from "@turnpike/contract/session.ts";
import { neighbourhoodOf } from "@turnpike/rules/network-of.ts";
import { recordLogin } from "../account/register.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { recordEvent } from "./record-event.ts";
import { deleteBeyond, deleteOtherSessions, insertSession } from "./store/session.ts";
import { saveSignUpNetwork } from "../account/store/sign-up-network.ts";
import { notifyNewSignIn } from "./notify-new-sign-in.ts";
import { newToken, tokenHash } from "./token.ts";

const AGENT_LENGTH = 300;
/** The most sessions of an account; one more ends the least recently used one. */
export const maxSessions = 200;

/**
 * Returns the new token. With multi-device off the other sessions end (spec/sign-in#sessions).
 * `passwordHash` is the hash that the password was checked with: no session opens with a password
 * that was changed meanwhile.
 * @throws Refusal accountDisabled, wrongPassword (the password was just changed)
 */
export async function openSession(
  services: Services,
  tx: Tx,
  opened: { accountId: string; asker: Asker; event: LoginEvent; passwordHash?: string | null },
): Promise<string> {
  const { accountId, event, passwordHash } = opened;
  const asker = { ...opened.asker, agent: opened.asker.agent.slice(0, AGENT_LENGTH) };
  const now = new Date(services.world.now());
  // This update locks the account's row, so that of two logins at once one ends the other.
  const account = await recordLogin(tx, accountId, now);
  if (account.disabled) throw new Refusal("accountDisabled");
  if (passwordHash !== undefined && passwordHash !== account.passwordHash)
    throw new Refusal("wrongPassword", { field: "password" });
  const token = newToken(services.world);
  const hash = tokenHash(token);
  if (!hash) throw new Error("a fresh token has to be a token");
  const id = services.world.id();
  const { ip, agent } = asker;
  if (account.first) {
    const lookup = services.seal.lookup(`network ${neighbourhoodOf(ip)}`);
    await saveSignUpNetwork(tx, { accountId, lookup });
  } else await notifyNewSignIn(services, tx, { accountId, ip, agent });
  await insertSession(tx, { id, accountId, ip, agent, now, tokenHash: hash });
  await recordEvent(services, tx, asker, { event, accountId, sessionId: id });
  if (account.multiDevice) await deleteBeyond(tx, accountId, maxSessions);
  else await deleteOtherSessions(tx, accountId, id);
  return token;
}
