/** Registration (spec/sign-in#credentials). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isCommonPassword } from "@turnpike/rules/common-password.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { accountByInviteCode, registerAccount } from "../account/register.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";

import { recordSignUp } from "../legal/consent.ts";
import { refuseDisposable } from "../disposable-mail/judge.ts";
import { passCaptcha } from "../captcha/captcha.ts";
import { queueCode } from "../mail-code/send.ts";
import type { Services } from "../../platform/services.ts";
import { refuseSignUpFrom } from "../account/sign-up-country.ts";
import { signUpLimits } from "./rate-limits.ts";
import { openSession } from "../session/open-session.ts";
import { inPasswordSlot } from "./password-slots.ts";
import { hashPassword } from "./passwords.ts";
import { countTry, refuseWhenReached } from "../session/rate-limit.ts";

interface SignUpRequest {
  email: string;
  password: string;
  inviteCode?: string | undefined;
  captcha?: string | undefined;
}

/** Creates the account, its welcome mail with a code, and its first session in one transaction. */
export async function signUp(
  services: Services,
  request: SignUpRequest,
  caller: Caller,
): Promise<{ token: string; accountId: string }> {
  const limits = signUpLimits(caller.ip);
  await refuseWhenReached(services, limits);
  const counted = await passCaptcha(services, {
    purpose: "signup",
    ip: caller.ip,
    answer: request.captcha,
  });
  try {
    if (!services.env.lab) await countTry(services, limits);
    const registered = await register(services, request, caller);
    await counted.settle(true);
    return registered;
  } catch (error) {
    const reveals = revealsAccount(error);
    await counted.settle(reveals);
    if (services.env.lab && reveals) await countTry(services, limits);
    throw error;
  }
}

/** Failures that reveal which e-mails are registered, or which invitation codes exist. */
function revealsAccount(error: unknown): boolean {
  if (!(error instanceof Refusal)) return false;
  return error.reason === "emailTaken" || error.reason === "unknownInviteCode";
}

async function register(services: Services, request: SignUpRequest, caller: Caller) {
  const { email, password, inviteCode } = request;
  await refuseSignUpFrom(services, caller.ip);
  refuseDisposable(services, email);
  if (isCommonPassword(password, { email }))
    throw new Refusal("commonPassword", { field: "password" });
  const inviterId = inviteCode ? await accountByInviteCode(services.db, inviteCode) : null;
  if (inviteCode && !inviterId) throw new Refusal("unknownInviteCode", { field: "inviteCode" });
  const passwordHash = await inPasswordSlot(networkOf(caller.ip), () => hashPassword(password));
  return transaction(services.db, async (tx) => {
    const accountId = await registerAccount(services, tx, {
      email,
      passwordHash,
      inviterId,
      lang: caller.lang,
      emailVerified: false,
    });
    if (!accountId) throw new Refusal("emailTaken", { field: "email" });
    await recordSignUp(services, tx, { accountId, caller });
    const token = await openSession(services, tx, { accountId, caller, event: "signup" });
    const { lang, ip } = caller;
    const values = { email, url: `${services.env.publicUrl}/cli/home` };
    const code = { scene: "verify", address: email, hasRecipient: true, accountId } as const;
    const within = { mail: "welcomeCode", values } as const;
    await queueCode(services, tx, { ...code, ip, lang, within });
    return { token, accountId };
  });
}
