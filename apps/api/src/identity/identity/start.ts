/**
 * Starts a sign-in at a provider. Nothing is stored: the OAuth state that passes through the
 * provider is sealed and contains everything needed afterwards (spec/sign-in#linked-logins).
 */
import { type Provider, providers } from "@turnpike/contract/identity.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import type { Start } from "../sign-in-provider/sign-in.ts";
import type { Services } from "../../platform/services.ts";
import { redirectUriFor } from "./redirect-uri.ts";
import { newNonce, type NoncePurpose, START_MS } from "./nonce.ts";
import { insertUsedStart, isStartUsed } from "./store.ts";

/** Longer than the lifetime of a start and the proof made from it. */
const REMEMBERED_MS = 2 * START_MS;

const sealedStart = z.object({
  is: z.literal("start"),
  provider: z.enum(providers),
  accountId: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  endsAt: z.number(),
});

/** Starts a sign-in; `wanted` is the redirect URI that the browser requests. */
export function newStart(
  services: Services,
  { provider, accountId }: NoncePurpose,
  wanted?: string,
): Start {
  const { world, seal } = services;
  const nonce = newNonce(services, { provider, accountId });
  const verifier = world.random(32).toString("base64url");
  const endsAt = world.now() + START_MS;
  const redirectUri = redirectUriFor(services.env, wanted);
  const start = { is: "start", provider, accountId, nonce, verifier, redirectUri, endsAt };
  return { state: seal.seal(JSON.stringify(start)), nonce, verifier, redirectUri };
}

/**
 * Opens the start in a state.
 * @throws Refusal providerRefused if it is not ours, has expired, or is another account's
 */
export function openStart(
  services: Services,
  state: string,
  accountId: string,
): Start & { provider: Provider } {
  const start = openSealed(services, state, sealedStart);
  if (!start || start.endsAt <= services.world.now() || start.accountId !== accountId)
    throw new Refusal("providerRefused", { field: "state" });
  const { provider, nonce, verifier, redirectUri } = start;
  return { provider, state, nonce, verifier, redirectUri };
}

/** Opens sealed JSON and validates its shape; null if either fails. */
export function openSealed<T>({ seal }: Services, text: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.parse(JSON.parse(seal.open(text)));
  } catch {
    return null;
  }
}

/** The keyed hashes of a used start. State, ID token and proof of one sign-in share them. */
const lookupsOf = ({ seal }: Services, nonce: string) => seal.lookups("usedStart", nonce);

/** Refuses a used start before the provider is asked. */
export async function refuseUsedStart(services: Services, nonce: string): Promise<void> {
  if (await isStartUsed(services.db, lookupsOf(services, nonce)))
    throw new Refusal("providerRefused");
}

/**
 * Marks a start as used, within the sign-in's transaction. Only one of several concurrent calls
 * succeeds.
 * @throws Refusal providerRefused
 */
export async function useStart(services: Services, tx: Tx, nonce: string): Promise<void> {
  const endsAt = new Date(services.world.now() + REMEMBERED_MS);
  const [lookup] = lookupsOf(services, nonce);
  if (!(await insertUsedStart(tx, lookup, endsAt))) throw new Refusal("providerRefused");
}
