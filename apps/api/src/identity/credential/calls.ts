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
    async signup(question, asker) {
      const { token, accountId } = await signUp(services, question, asker);
      return { session: token, user: await readUser(services, accountId) };
    },

    async signin(question, asker) {
      const { token, accountId } = await signIn(services, question, asker);
      return { session: token, user: await readUser(services, accountId) };
    },

    async repwd(question, asker) {
      await recoverPassword(services, asker, question);
      return {};
    },

    async upPwd(question, asker) {
      return { ended: await changePassword(services, asker, question) };
    },

    async secureMail(question, asker) {
      return { secureEmail: await changeSecureMail(services, asker, question) };
    },

    async bindMFa({ code, ...proof }, asker) {
      const fresh = await proveBeforeMfa(services, asker, proof);
      return bindMfa(services, asker, { code, proof: fresh });
    },

    async upTokenCache({ minutes, mfaCode }, asker) {
      const { accountId } = asker;
      if (minutes === 0) await requireMfa(services, { accountId, mfaCode });
      await setIdleMinutes(services, asker, minutes);
      return { loginMinutes: minutes };
    },

    async upAccessKey({ mfaCode }, asker) {
      return { accessKey: await renewAccessKey(services, asker, mfaCode) };
    },
  };
}
