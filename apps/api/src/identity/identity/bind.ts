/**
 * Linking an account with a third party's login, and taking it away (spec/sign-in#linked-logins).
 */
import type { Provider } from "@turnpike/contract/identity.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { credentialsById } from "../account/register.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import { requireMfa } from "../mfa/require.ts";
import { queueNotice } from "../account/notice.ts";
import { providerNames } from "../sign-in-provider/names.ts";
import type { SignInProviders } from "../sign-in-provider/sign-in.ts";
import type { Services } from "../../platform/services.ts";
import { lockSession } from "../session/end.ts";
import { recordEvent } from "../session/record-event.ts";
import { type Given, identify, refuseIncomplete, checkResponse } from "./identify.ts";
import { useStart } from "./start.ts";
import { deleteIdentity, findIdentities, findIdentity, insertIdentity } from "./store.ts";

export interface Wish extends Given {
  provider: Provider;
  mfaCode?: string | undefined;
}

/**
 * Links the asker's account with whoever the provider names.
 * @throws Refusal providerRefused, mfaNeeded, mfaWrong, providerNotConfigured, identityTaken,
 * loginBound, sessionInvalid (it was ended meanwhile)
 */
export async function bind(
  services: Services,
  providers: SignInProviders,
  wish: Wish,
  asker: Asker,
): Promise<void> {
  const { provider, mfaCode } = wish;
  const { accountId } = asker;
  refuseIncomplete(services, wish);
  if (!providers[provider]) {
    await requireMfa(services, { accountId, mfaCode });
    throw new Refusal("providerNotConfigured");
  }
  const brought = await checkResponse(services, wish, { accountId, provider });
  const ask = () => identify(services, providers, brought, asker.ip);
  // A code is exchanged once the MFA code was right: until then the call may be repeated with it.
  const shown = brought.once ? null : await ask();
  await requireMfa(services, { accountId, mfaCode });
  const person = shown ?? (await ask());
  await transaction(services.db, async (tx) => {
    await useStart(services, tx, brought.nonce);
    // Whoever was put out meanwhile leaves no way in behind.
    await lockSession(tx, asker);
    const now = new Date(services.world.now());
    if (!(await insertIdentity(tx, { ...person, accountId, provider, now }))) {
      const holder = await findIdentity(tx, person);
      if (holder?.accountId === accountId) return;
      throw new Refusal(holder ? "identityTaken" : "loginBound");
    }
    await recordEvent(services, tx, asker, { event: "loginBound" });
    await queueNotice(services, tx, accountId, "loginBound", { provider: providerNames[provider] });
  });
}

/** Takes a login away. @throws Refusal mfaNeeded, loginNotBound, setPasswordFirst (the last way in), sessionInvalid */
export async function unbind(services: Services, wish: Wish, asker: Asker): Promise<void> {
  const { provider, mfaCode } = wish;
  const { accountId } = asker;
  await requireMfa(services, { accountId, mfaCode });
  await transaction(services.db, async (tx) => {
    // Held: of two at once the later one sees what the other left.
    await lockSession(tx, asker);
    const bound = await findIdentities(tx, accountId);
    const known = await credentialsById(tx, accountId);
    if (!bound.some((one) => one.provider === provider)) throw new Refusal("loginNotBound");
    if (!known?.passwordHash && bound.length === 1) throw new Refusal("setPasswordFirst");
    await deleteIdentity(tx, accountId, provider);
    await recordEvent(services, tx, asker, { event: "loginUnbound" });
    await queueNotice(services, tx, accountId, "loginUnbound", {
      provider: providerNames[provider],
    });
  });
}
