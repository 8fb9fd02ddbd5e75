/**
 * An authorization code can be exchanged once. If the MFA code is still missing then, the caller
 * receives the provider's answer sealed, and sends it again together with the MFA code (gLogin).
 */
import { providers } from "@turnpike/contract/identity.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { z } from "zod";
import type { Services } from "../../platform/services.ts";
import { openSealed, refuseUsedStart } from "./start.ts";

const PROOF_MS = 5 * 60_000;

const provedPerson = z.object({
  provider: z.enum(providers),
  /** The nonce of the sign-in's start, which is used up when the proof succeeds. */
  nonce: z.string(),
  person: z.object({
    issuer: z.string(),
    subject: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    label: z.string(),
  }),
});
export type ProvedPerson = z.output<typeof provedPerson>;
const sealedProof = provedPerson.extend({ is: z.literal("proof"), endsAt: z.number() });

export function sealProof({ seal, world }: Services, person: ProvedPerson): string {
  return seal.seal(JSON.stringify({ ...person, is: "proof", endsAt: world.now() + PROOF_MS }));
}

/** @throws Refusal providerRefused if it is not ours, has expired, or was used */
export async function openProof(services: Services, text: string): Promise<ProvedPerson> {
  const proof = openSealed(services, text, sealedProof);
  if (!proof || proof.endsAt <= services.world.now())
    throw new Refusal("providerRefused", { field: "proof" });
  await refuseUsedStart(services, proof.nonce);
  return proof;
}
