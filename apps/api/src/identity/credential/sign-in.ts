/** Sign-in by e-mail and password (spec/sign-in#calls). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import { useCode } from "../mail-code/prove.ts";
import { mfaBound, requireMfa } from "../mfa/require.ts";
import type { Services } from "../../platform/services.ts";
import { openSession } from "../session/open-session.ts";
import { proveByEmail, proveByEmailAndCode } from "./prove-password.ts";

/**
 * Answers the token and the account, once the password and the second factor were right, and the
 * mailed code where one came along.
 * @throws Refusal wrongPassword, wrongPasswordOrCode, codeExpired, codeUsedUp, tooManyTries,
 *   mfaNeeded, mfaWrong, accountDisabled
 */
export async function signIn(
  services: Services,
  given: {
    email: string;
    password: string;
    code?: string | undefined;
    mfaCode?: string | undefined;
  },
  asker: Asker,
): Promise<{ token: string; accountId: string }> {
  const { code } = given;
  const { proved, ...known } =
    code === undefined
      ? { ...(await proveByEmail(services, given, asker.ip)), proved: null }
      : await proveByEmailAndCode(services, { ...given, code }, asker.ip);
  const { accountId, passwordHash, disabled } = known;
  const guarded = await mfaBound(services.db, accountId);
  await requireMfa(services, { accountId, mfaCode: given.mfaCode });
  if (disabled) throw new Refusal("accountDisabled");
  const token = await transaction(services.db, async (tx) => {
    if (proved) await useCode(services, tx, proved);
    const opened = await openSession(services, tx, {
      accountId,
      asker,
      event: "signin",
      passwordHash,
    });
    // Bound since it was asked for.
    if (!guarded && (await mfaBound(tx, accountId)))
      throw new Refusal("mfaNeeded", { field: "mfaCode" });
    return opened;
  });
  return { token, accountId };
}
