/** Identifies the person who signed in at a provider, from the response the browser returns. */
import type { Provider } from "@turnpike/contract/identity.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { reasonOf } from "../sign-in-provider/discovery.ts";
import type { Person, SignInProvider, SignInProviders } from "../sign-in-provider/sign-in.ts";
import type { Services } from "../../platform/services.ts";
import { countTry, refuseWhenReached } from "../session/rate-limit.ts";
import { redirectUris } from "./redirect-uri.ts";
import { claimedNonce, isValidNonce } from "./nonce.ts";
import { openStart, refuseUsedStart } from "./start.ts";

export interface ProviderResponse {
  credential?: string | undefined;
  code?: string | undefined;
  redirectUri?: string | undefined;
  state?: string | undefined;
}

/** A response that passed all checks that need no request to the provider. */
export interface CheckedResponse {
  provider: Provider;
  /** Identifies the start of the sign-in; `useStart` marks it as used. */
  nonce: string;
  /** True for a code, which can be exchanged once; an ID token can be verified again. */
  singleUse: boolean;
  ask(provider: SignInProvider): Promise<Person>;
}

/** @throws Refusal missingField, badField (the redirect URI is not ours) */
export function refuseIncomplete(services: Services, response: ProviderResponse): void {
  if (response.credential === undefined) {
    for (const field of ["code", "state"] as const)
      if (response[field] === undefined) throw new Refusal("missingField", { field });
  }
  if (
    response.redirectUri !== undefined &&
    !redirectUris(services.env).includes(response.redirectUri)
  )
    throw new Refusal("badField", { field: "redirectUri" });
}

/**
 * Checks state or nonce: issued by us, not expired, not used, for this account ('' when signing in)
 * and, if `provider` is given, for that provider. A bare ID token without one is Google's.
 * @throws Refusal providerRefused
 */
export async function checkResponse(
  services: Services,
  response: ProviderResponse,
  { accountId, provider }: { accountId: string; provider?: Provider },
): Promise<CheckedResponse> {
  const checked = readResponse(services, response, { accountId, provider });
  await refuseUsedStart(services, checked.nonce);
  return checked;
}

function readResponse(
  services: Services,
  { credential, code = "", state = "" }: ProviderResponse,
  { accountId, provider }: { accountId: string; provider: Provider | undefined },
): CheckedResponse {
  if (credential !== undefined) {
    const purpose = { provider: provider ?? "google", accountId };
    const nonce = claimedNonce(credential);
    if (!isValidNonce(services, purpose, nonce))
      throw new Refusal("providerRefused", { field: "credential" });
    const ask: CheckedResponse["ask"] = (one) => one.byIdToken(credential, nonce);
    return { provider: purpose.provider, nonce, singleUse: false, ask };
  }
  const start = openStart(services, state, accountId);
  if (provider !== undefined && start.provider !== provider)
    throw new Refusal("providerRefused", { field: "state" });
  const ask: CheckedResponse["ask"] = (one) => one.byCode(code, start);
  return { provider: start.provider, nonce: start.nonce, singleUse: true, ask };
}

/** Each failure costs us and the provider a request, so failures are limited per network. */
const refusedLimits = (ip: string) => [
  { key: `provider ${networkOf(ip)}`, tries: 100, windowSeconds: 60 },
];

/**
 * Asks the provider who signed in.
 * @throws Refusal providerNotConfigured, tooManyTries, providerRefused
 */
export async function identify(
  services: Services,
  providers: SignInProviders,
  checked: CheckedResponse,
  ip: string,
): Promise<Person> {
  const provider = providers[checked.provider];
  if (!provider) throw new Refusal("providerNotConfigured");
  await refuseWhenReached(services, refusedLimits(ip));
  try {
    return await checked.ask(provider);
  } catch (error) {
    const why = reasonOf(error);
    services.log.info({ provider: checked.provider, why }, "sign-in provider confirmation failed");
    await countTry(services, refusedLimits(ip));
    throw new Refusal("providerRefused");
  }
}
