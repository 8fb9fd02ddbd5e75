/** Limits concurrent proxy tests, per account and per process. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { inTurns } from "@turnpike/net/fair-slots.ts";

export const testsPerAccount = 3;
const testsInAll = 30;

/** Runs an account's tests; a test without a slot is refused at once. */
export const proxyTestSlots = () =>
  inTurns({
    limits: [testsInAll, testsPerAccount],
    queuePerKey: 0,
    shed: () => new Refusal("tooManyTries", { retryAfterSeconds: 1 }),
  });
