/**
 * Slots for password hashing. Hashing is expensive, so only a few run at once, at most one per
 * network: a network that floods the API waits behind its own requests and leaves a core to others.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { FairSlots } from "@turnpike/net/fair-slots.ts";
import { siteOf } from "@turnpike/rules/network-of.ts";

const CONCURRENCY = 2;
const CONCURRENCY_PER_NETWORK = 1;
const MAX_WAITING = 512;
const RETRY_AFTER_SECONDS = 5;

const slots = new FairSlots({
  limits: [CONCURRENCY, CONCURRENCY_PER_NETWORK, CONCURRENCY_PER_NETWORK],
  queueInAll: MAX_WAITING,
  shed: () => new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS }),
});

/** Runs a network's work in one of this process's slots, in turns with other networks. */
export const inPasswordSlot = <T>(network: string, work: () => Promise<T>): Promise<T> =>
  slots.run({ keys: [siteOf(network), network] }, work);
