/**
 * A code can be exchanged once. Where the MFA code is still missing then, the asker gets what the
 * provider said, sealed, and sends it again together with the MFA code (gLogin).
 */
import { providers } from "@turnpike/contract/identity.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { z } from "zod";
import type { Services } from "../../platform/services.ts";
import { openSealed, refuseUsedStart } from "./start.ts";

const PROOF_MS = 5 * 60_000;

const proved = z.object({
  provider: z.enum(providers),
  /** The start that led here: it is used up by the proof's success. */
  nonce: z.string(),
  person: z.object({
    issuer: z.string(),
    subject: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    label: z.string(),
  }),
});
export type Proved = z.output<typeof proved>;
const sealedProof = proved.extend({ is: z.literal("proof"), endsAt: z.number() });

export function sealProof({ seal, world }: Services, given: Proved): string {
  return seal.seal(JSON.stringify({ ...given, is: "proof", endsAt: world.now() + PROOF_MS }));
}

/** @throws Refusal providerRefused where it is not ours, over, or was used */
export async function openProof(services: Services, text: string): Promise<Proved> {
  const proof = openSealed(services, text, sealedProof);
  if (!proof || proof.endsAt <= services.world.now())
    throw new Refusal("providerRefused", { field: "proof" });
  await refuseUsedStart(services, proof.nonce);
  return proof;
}
