/** Sign-in by e-mail and password (spec/sign-in#calls). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { useCode } from "../mail-code/prove.ts";
import { markEmailVerified } from "../account/verified-email.ts";
import { mfaBound, requireMfa } from "../mfa/require.ts";
import type { Services } from "../../platform/services.ts";
import { openSession } from "../session/open-session.ts";
import { markProved } from "../undo/store.ts";
import { proveByEmail, proveByEmailAndCode } from "./prove-password.ts";

/**
 * Opens a session if the password and the second factor are right, and the mailed code if one was
 * sent. Returns the token and the account.
 * @throws Refusal wrongPassword, wrongPasswordOrCode, codeExpired, codeUsedUp, tooManyTries,
 *   mfaNeeded, mfaWrong, accountDisabled
 */
export async function signIn(
  services: Services,
  request: {
    email: string;
    password: string;
    code?: string | undefined;
    mfaCode?: string | undefined;
  },
  caller: Caller,
): Promise<{ token: string; accountId: string }> {
  const { code } = request;
  const { proved, ...account } =
    code === undefined
      ? { ...(await proveByEmail(services, request, caller.ip)), proved: null }
      : await proveByEmailAndCode(services, { ...request, code }, caller.ip);
  const { accountId, passwordHash, disabled } = account;
  const hadMfa = await mfaBound(services.db, accountId);
  await requireMfa(services, { accountId, mfaCode: request.mfaCode });
  if (disabled) throw new Refusal("accountDisabled");
  const token = await transaction(services.db, async (tx) => {
    if (proved) {
      await useCode(services, tx, proved);
      await markEmailVerified(services, tx, accountId);
    }
    const opened = await openSession(services, tx, {
      accountId,
      caller,
      event: "signin",
      passwordHash,
    });
    // MFA was bound since the check above.
    if (!hadMfa && (await mfaBound(tx, accountId)))
      throw new Refusal("mfaNeeded", { field: "mfaCode" });
    if (hadMfa) await markProved(tx, accountId);
    return opened;
  });
  return { token, accountId };
}
