/** Calls that set, use and replace credentials (spec/sign-in#calls). */
import { readUser } from "../account/user.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { bindMfa } from "../mfa/bind.ts";
import { requireMfa } from "../mfa/require.ts";
import { setIdleMinutes } from "../session/lifetime.ts";
import { renewAccessKey } from "./access-key.ts";
import { proveBeforeMfa } from "./fresh-proof.ts";
import { changePassword, recoverPassword } from "./new-password.ts";
import { changeSecureMail } from "./secure-mail.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

export function credentialCalls(
  services: Services,
): Pick<
  Handlers,
  | "signup"
  | "signin"
  | "repwd"
  | "upPwd"
  | "secureMail"
  | "bindMFa"
  | "upAccessKey"
  | "upTokenCache"
> {
  return {
    async signup(question, caller) {
      const { token, accountId } = await signUp(services, question, caller);
      return { session: token, user: await readUser(services, accountId) };
    },

    async signin(question, caller) {
      const { token, accountId } = await signIn(services, question, caller);
      return { session: token, user: await readUser(services, accountId) };
    },

    async repwd(question, caller) {
      await recoverPassword(services, caller, question);
      return {};
    },

    async upPwd(question, caller) {
      return { ended: await changePassword(services, caller, question) };
    },

    async secureMail(question, caller) {
      return { secureEmail: await changeSecureMail(services, caller, question) };
    },

    async bindMFa({ code, ...proof }, caller) {
      const fresh = await proveBeforeMfa(services, caller, proof);
      return bindMfa(services, caller, { code, proof: fresh });
    },

    async upTokenCache({ minutes, mfaCode }, caller) {
      const { accountId } = caller;
      if (minutes === 0) await requireMfa(services, { accountId, mfaCode });
      await setIdleMinutes(services, caller, minutes);
      return { loginMinutes: minutes };
    },

    async upAccessKey({ mfaCode }, caller) {
      return { accessKey: await renewAccessKey(services, caller, mfaCode) };
    },
  };
}
