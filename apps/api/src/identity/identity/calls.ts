/** Logins with third parties (spec/sign-in#linked-logins). */
import type { Provider } from "@turnpike/contract/identity.ts";
import { readUser } from "../account/user.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { signInProviders } from "../sign-in-provider/sign-in.ts";
import type { Services } from "../../platform/services.ts";
import { bind, unbind } from "./bind.ts";
import { bindingsOf } from "./bindings.ts";
import { signInWithProvider } from "./sign-in-with-provider.ts";
import { newStart } from "./start.ts";

export function identityCalls(
  services: Services,
): Pick<Handlers, "loginOptions" | "gLogin" | "gBind"> {
  const providers = signInProviders(services.env, services.log);

  /** Null if the provider is not configured or unreachable, so that no dead button is shown. */
  async function option(name: Provider, accountId: string, wanted?: string) {
    const provider = providers[name];
    if (!provider) return null;
    const start = newStart(services, { provider: name, accountId }, wanted);
    const url = await provider.pageFor(start);
    if (url === null) return null;
    return { clientId: provider.clientId, state: start.state, nonce: start.nonce, url };
  }

  return {
    async loginOptions({ redirectUri }, { accountId }) {
      const [google, github, linkedin] = await Promise.all([
        option("google", accountId, redirectUri),
        option("github", accountId, redirectUri),
        option("linkedin", accountId, redirectUri),
      ]);
      return { google, github, linkedin };
    },

    async gLogin(question, caller) {
      const { token, accountId, created } = await signInWithProvider(
        services,
        providers,
        question,
        caller,
      );
      return { session: token, user: await readUser(services, accountId), created };
    },

    async gBind(question, caller) {
      if (question.unbind) await unbind(services, question, caller);
      else await bind(services, providers, question, caller);
      return { bindings: await bindingsOf(services.db, caller.accountId) };
    },
  };
}
