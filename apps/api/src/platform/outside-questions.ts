/**
 * How often an account may make us ask an outside party (a payment provider, VIES) by what costs it
 * nothing: pages that it opens again, details that it changes. They end or slow down the access of
 * whoever asks too much, and then nobody could pay.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { inMemory } from "./in-memory.ts";
import type { Services } from "./services.ts";
import { TokenBuckets } from "./token-buckets.ts";

const buckets = inMemory(() => new TokenBuckets({ burst: 120, perHour: 600 }));

/** Whether another question is within the account's share; counts it. */
export const mayAskOutside = (
  services: Pick<Services, "memory">,
  { whom, accountId }: { whom: "payments" | "vies"; accountId: string },
): boolean => buckets(services).takeAll(`${whom} ${accountId}`, 1);

/** @throws Refusal tooManyTries */
export function requireOutside(
  services: Pick<Services, "memory">,
  asked: { whom: "payments" | "vies"; accountId: string },
): void {
  if (!mayAskOutside(services, asked)) throw new Refusal("tooManyTries", { retryAfterSeconds: 60 });
}
