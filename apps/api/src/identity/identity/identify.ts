/** From what a browser brings back from a provider to the person there. */
import type { Provider } from "@turnpike/contract/identity.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { reasonOf } from "../sign-in-provider/oidc.ts";
import type { Person, SignInProvider, SignInProviders } from "../sign-in-provider/sign-in.ts";
import type { Services } from "../../platform/services.ts";
import { countTry, refuseWhenReached } from "../session/rate-limit.ts";
import { redirectUris } from "./redirect-uri.ts";
import { claimedNonce, isValidNonce } from "./nonce.ts";
import { openStart, refuseUsedStart } from "./start.ts";

export interface Given {
  credential?: string | undefined;
  code?: string | undefined;
  redirectUri?: string | undefined;
  state?: string | undefined;
}

/** What was brought, as far as it can be judged without the provider. */
export interface Brought {
  provider: Provider;
  /** Names the start; it is used up by `useStart`. */
  nonce: string;
  /** A code can be asked about once, an ID token as often as one likes. */
  once: boolean;
  ask(provider: SignInProvider): Promise<Person>;
}

/** @throws Refusal missingField, badField where something is missing or goes elsewhere */
export function refuseIncomplete(services: Services, given: Given): void {
  if (given.credential === undefined) {
    for (const field of ["code", "state"] as const)
      if (given[field] === undefined) throw new Refusal("missingField", { field });
  }
  if (given.redirectUri !== undefined && !redirectUris(services.env).includes(given.redirectUri))
    throw new Refusal("badField", { field: "redirectUri" });
}

/**
 * Judges state or nonce: ours, not over, not used, made for this account ('' for signing in) and,
 * where `provider` is given, for that provider. A bare ID token is Google's where none is named.
 * @throws Refusal providerRefused
 */
export async function checkResponse(
  services: Services,
  given: Given,
  { accountId, provider }: { accountId: string; provider?: Provider },
): Promise<Brought> {
  const brought = readBrought(services, given, { accountId, provider });
  await refuseUsedStart(services, brought.nonce);
  return brought;
}

function readBrought(
  services: Services,
  { credential, code = "", state = "" }: Given,
  { accountId, provider }: { accountId: string; provider: Provider | undefined },
): Brought {
  if (credential !== undefined) {
    const purpose = { provider: provider ?? "google", accountId };
    const nonce = claimedNonce(credential);
    if (!isValidNonce(services, purpose, nonce))
      throw new Refusal("providerRefused", { field: "credential" });
    const ask: Brought["ask"] = (one) => one.byIdToken(credential, nonce);
    return { provider: purpose.provider, nonce, once: false, ask };
  }
  const start = openStart(services, state, accountId);
  if (provider !== undefined && start.provider !== provider)
    throw new Refusal("providerRefused", { field: "state" });
  const ask: Brought["ask"] = (one) => one.byCode(code, start);
  return { provider: start.provider, nonce: start.nonce, once: true, ask };
}

/** Each try costs the provider and us a request: so many failures a minute, per network. */
const refusedLimits = (ip: string) => [
  { key: `provider ${networkOf(ip)}`, tries: 100, windowSeconds: 60 },
];

/**
 * Asks the provider who it is.
 * @throws Refusal providerNotConfigured, tooManyTries, providerRefused
 */
export async function identify(
  services: Services,
  providers: SignInProviders,
  brought: Brought,
  ip: string,
): Promise<Person> {
  const provider = providers[brought.provider];
  if (!provider) throw new Refusal("providerNotConfigured");
  await refuseWhenReached(services, refusedLimits(ip));
  try {
    return await brought.ask(provider);
  } catch (error) {
    const why = reasonOf(error);
    services.log.info({ provider: brought.provider, why }, "a provider did not confirm a sign-in");
    await countTry(services, refusedLimits(ip));
    throw new Refusal("providerRefused");
  }
}
