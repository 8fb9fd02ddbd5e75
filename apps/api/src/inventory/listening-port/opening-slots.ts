/**
 * Opening ports is expensive: each call holds a database connection while it tries ports and waits
 * for other calls that do the same. The number of running calls is limited, in total and per
 * account. Other calls wait before they take a connection, so that a heavy user delays only itself.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { inTurns } from "@turnpike/net/fair-slots.ts";

const MAX_RUNNING = 8;
const MAX_RUNNING_PER_ACCOUNT = 2;
const MAX_QUEUE_PER_ACCOUNT = 512;
const RETRY_AFTER_SECONDS = 5;

/** Runs an account's work in one of this process's slots, in turns with other accounts. */
export const inOpeningSlot = inTurns({
  limits: [MAX_RUNNING, MAX_RUNNING_PER_ACCOUNT],
  queuePerKey: MAX_QUEUE_PER_ACCOUNT,
  shed: () => new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS }),
});
