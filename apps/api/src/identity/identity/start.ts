/**
 * The start of a sign-in by a third party. Nothing is kept of it here: the state that travels
 * through the provider is sealed and carries all that we need again (spec/sign-in#linked-logins).
 */
import { type Provider, providers } from "@turnpike/contract/identity.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import type { Start } from "../sign-in-provider/sign-in.ts";
import type { Services } from "../../platform/services.ts";
import { redirectUriFor } from "./redirect-uri.ts";
import { newNonce, type Purpose, START_MS } from "./nonce.ts";
import { insertUsedStart, isStartUsed } from "./store.ts";

/** A used start is remembered for longer than it, and a proof made of it, could live. */
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

/** A fresh start; `wanted` is where the browser would like to come back to. */
export function newStart(
  services: Services,
  { provider, accountId }: Purpose,
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
 * The start that a state carries.
 * @throws Refusal providerRefused where it is not ours, over, or another account's
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

/** What `seal` sealed of a shape; null for anything else. */
export function openSealed<T>({ seal }: Services, text: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.parse(JSON.parse(seal.open(text)));
  } catch {
    return null;
  }
}

/** The keyed hash by which a start is remembered: state, ID token and proof of one share it. */
const lookupOf = ({ seal }: Services, nonce: string) => seal.lookup(`start ${nonce}`);

/** Refuses a start that was used, before anybody is asked. */
export async function refuseUsedStart(services: Services, nonce: string): Promise<void> {
  if (await isStartUsed(services.db, lookupOf(services, nonce)))
    throw new Refusal("providerRefused");
}

/**
 * Uses a start up in the transaction of what it leads to: of several at once one succeeds.
 * @throws Refusal providerRefused
 */
export async function useStart(services: Services, tx: Tx, nonce: string): Promise<void> {
  const endsAt = new Date(services.world.now() + REMEMBERED_MS);
  if (!(await insertUsedStart(tx, lookupOf(services, nonce), endsAt)))
    throw new Refusal("providerRefused");
}
