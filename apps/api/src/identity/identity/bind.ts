/** Links an account to a third-party login, and unlinks it (spec/sign-in#linked-logins). */
import type { Provider } from "@turnpike/contract/identity.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { credentialsById } from "../account/register.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { type ProofFields, proveFresh, refuseWithoutProof } from "../credential/fresh-proof.ts";
import { requireMfa } from "../mfa/require.ts";
import { queueNotice } from "../account/notice.ts";
import { providerNames } from "../sign-in-provider/names.ts";
import type { SignInProviders } from "../sign-in-provider/sign-in.ts";
import type { Services } from "../../platform/services.ts";
import { lockSession } from "../session/end.ts";
import { recordEvent } from "../session/record-event.ts";
import { offerUndo } from "../undo/offer.ts";
import { type ProviderResponse, identify, refuseIncomplete, checkResponse } from "./identify.ts";
import { useStart } from "./start.ts";
import { deleteIdentity, findIdentities, findIdentity, insertIdentity } from "./store.ts";

export interface BindRequest extends ProviderResponse, ProofFields {
  provider: Provider;
}

/**
 * Links the caller's account to the person that the provider identifies.
 * @throws Refusal providerRefused, those of `proveFresh`, providerNotConfigured, identityTaken,
 *   loginBound, sessionInvalid (if the session was ended in the meantime)
 */
export async function bind(
  services: Services,
  providers: SignInProviders,
  request: BindRequest,
  caller: Caller,
): Promise<void> {
  const { provider } = request;
  const { accountId } = caller;
  refuseIncomplete(services, request);
  await refuseWithoutProof(services, caller, request);
  if (!providers[provider]) {
    await proveFresh(services, caller, request);
    throw new Refusal("providerNotConfigured");
  }
  const checked = await checkResponse(services, request, { accountId, provider });
  const identifyNow = () => identify(services, providers, checked, caller.ip);
  // A code can be exchanged only once: that waits for the proof, so that the call can be repeated.
  const identified = checked.singleUse ? null : await identifyNow();
  const fresh = await proveFresh(services, caller, request);
  const person = identified ?? (await identifyNow());
  await transaction(services.db, async (tx) => {
    await useStart(services, tx, checked.nonce);
    // A session that was ended in the meantime must not add a new way in.
    await lockSession(tx, caller);
    await fresh.use(tx);
    const now = new Date(services.world.now());
    if (!(await insertIdentity(tx, { ...person, accountId, provider, now }))) {
      const holder = await findIdentity(tx, person);
      if (holder?.accountId === accountId) return;
      throw new Refusal(holder ? "identityTaken" : "loginBound");
    }
    await recordEvent(services, tx, caller, { event: "loginBound" });
    const { issuer, subject } = person;
    const details = { provider: providerNames[provider], issuer, subject };
    const { proved } = fresh;
    const undoUrl = await offerUndo(services, tx, { accountId, change: "login", details, proved });
    const values = { provider: providerNames[provider] };
    await queueNotice(services, tx, accountId, "loginBound", values, { undoUrl });
  });
}

/**
 * Unlinks a login.
 * @throws Refusal mfaNeeded, loginNotBound, setPasswordFirst (the last way in), sessionInvalid
 */
export async function unbind(
  services: Services,
  request: BindRequest,
  caller: Caller,
): Promise<void> {
  const { provider, mfaCode } = request;
  const { accountId } = caller;
  await requireMfa(services, { accountId, mfaCode });
  await transaction(services.db, async (tx) => {
    // Locks, so that the later of two calls sees what the other changed.
    await lockSession(tx, caller);
    const bound = await findIdentities(tx, accountId);
    const credentials = await credentialsById(tx, accountId);
    if (!bound.some((one) => one.provider === provider)) throw new Refusal("loginNotBound");
    if (!credentials?.passwordHash && bound.length === 1) throw new Refusal("setPasswordFirst");
    await deleteIdentity(tx, accountId, provider);
    await recordEvent(services, tx, caller, { event: "loginUnbound" });
    await queueNotice(services, tx, accountId, "loginUnbound", {
      provider: providerNames[provider],
    });
  });
}
