/** Registration (spec/sign-in#credentials). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isCommonPassword } from "@turnpike/rules/common-password.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { accountByInviteCode, registerAccount } from "../account/register.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import { queueMail } from "../../platform/mail/queue.ts";
import type { Services } from "../../platform/services.ts";
import { signUpLimits } from "./rate-limits.ts";
import { openSession } from "../session/open-session.ts";
import { inPasswordSlot } from "./password-slots.ts";
import { hashPassword } from "./passwords.ts";
import { countTry, refuseWhenReached } from "../session/rate-limit.ts";

interface Given {
  email: string;
  password: string;
  inviteCode?: string | undefined;
}

/** Makes the account, its welcome mail and its first session in one transaction. */
export async function signUp(
  services: Services,
  given: Given,
  asker: Asker,
): Promise<{ token: string; accountId: string }> {
  const limits = signUpLimits(asker.ip);
  if (services.env.lab) await refuseWhenReached(services, limits);
  else await countTry(services, limits);
  try {
    return await register(services, given, asker);
  } catch (error) {
    if (services.env.lab && tellsSomething(error)) await countTry(services, limits);
    throw error;
  }
}

/** Failures by which somebody could find out who is here, or guess invitation codes. */
function tellsSomething(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false;
  return error.reason === "emailTaken" || error.reason === "unknownInviteCode";
}

async function register(services: Services, given: Given, asker: Asker) {
  const { email, password, inviteCode } = given;
  if (isCommonPassword(password, email)) throw new Refusal("commonPassword", { field: "password" });
  const inviterId = inviteCode ? await accountByInviteCode(services.db, inviteCode) : null;
  if (inviteCode && !inviterId) throw new Refusal("unknownInviteCode", { field: "inviteCode" });
  const passwordHash = await inPasswordSlot(networkOf(asker.ip), () => hashPassword(password));
  return transaction(services.db, async (tx) => {
    const accountId = await registerAccount(services, tx, {
      email,
      passwordHash,
      inviterId,
      lang: asker.lang,
    });
    if (!accountId) throw new Refusal("emailTaken", { field: "email" });
    const token = await openSession(services, tx, { accountId, asker, event: "signup" });
    await queueMail(services, tx, {
      to: email,
      lang: asker.lang,
      mail: "welcome",
      values: { email, url: `${services.env.publicUrl}/cli/home` },
    });
    return { token, accountId };
  });
}
