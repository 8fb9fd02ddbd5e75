/** Sign-in by e-mail and password (spec/sign-in#calls). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { useCode } from "../mail-code/prove.ts";
import { passCaptcha } from "../captcha/captcha.ts";
import { markEmailVerified } from "../account/verified-email.ts";
import { mfaBound, requireMfa } from "../mfa/require.ts";
import type { Services } from "../../platform/services.ts";
import { openSession } from "../session/open-session.ts";
import { markProved } from "../undo/store.ts";
import { proveByEmail, proveByEmailAndCode } from "./prove-password.ts";

interface SignInRequest {
  email: string;
  password: string;
  code?: string | undefined;
  mfaCode?: string | undefined;
  captcha?: string | undefined;
}

/** Checks the password, and the code if there is one. A network is asked after its failures. */
async function prove(services: Services, request: SignInRequest, ip: string) {
  const { code, captcha: answer } = request;
  const counted = await passCaptcha(services, { purpose: "signin", ip, answer });
  try {
    const proved =
      code === undefined
        ? { ...(await proveByEmail(services, request, ip)), proved: null }
        : await proveByEmailAndCode(services, { ...request, code }, ip);
    await counted.settle(false);
    return proved;
  } catch (error) {
    await counted.settle(isFailure(error));
    throw error;
  }
}

const isFailure = (error: unknown) =>
  error instanceof Refusal && /^wrongPassword(OrCode)?$/.test(error.reason);

/**
 * Opens a session if the password and the second factor are right, and the mailed code if one was
 * sent. Returns the token and the account.
 * @throws Refusal captchaNeeded, wrongPassword, wrongPasswordOrCode, codeExpired, codeUsedUp,
 *   tooManyTries, mfaNeeded, mfaWrong, accountDisabled
 */
export async function signIn(
  services: Services,
  request: SignInRequest,
  caller: Caller,
): Promise<{ token: string; accountId: string }> {
  const { proved, ...account } = await prove(services, request, caller.ip);
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
