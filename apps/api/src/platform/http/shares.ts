/** Concurrency limits of this process, by account and network (docs/operating.md). */
import type { CallName } from "@turnpike/contract/calls.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Asker } from "./handler.ts";
import { FairShare } from "./fair-share.ts";

/** Clients time out after 14 s; a call that waits longer than this is refused with tooManyTries. */
const MAX_WAIT_MS = 10_000;
const QUEUE_PER_ASKER = 512;

/**
 * Calls that wait for an outside party (a provider, a gateway, a customer's proxy or server) or
 * that have limits of their own (ports, codes, visitors' passwords): while waiting they use no
 * resources.
 */
const waitingCalls: ReadonlySet<CallName> = new Set<CallName>([
  "ipOpen",
  "whitePortAdd",
  "proxyTest",
  "webhookTest",
  "gLogin",
  "gBind",
  "loginOptions",
  "signin",
  "signup",
  "repwd",
  "mailCode",
]);

export type Shares = ReturnType<typeof makeShares>;

const waiting = { queuePerAsker: QUEUE_PER_ASKER, maxWaitMs: MAX_WAIT_MS };

/** Creates the shares; `metrics` counts their refusals and waiting calls. */
export function makeShares(metrics: Metrics) {
  const refused = (share: string) => () => metrics.shareRefused(share);
  /** Authentication, by network: the account is not known yet. */
  const arrivals = new FairShare({
    ...waiting,
    atOnce: 12,
    ofOne: 4,
    queuePerAsker: 2_000,
    refused: refused("arrivals"),
  });
  /**
   * Handlers. A normal screen makes about ten calls at once, of a few milliseconds each. A client
   * that keeps sending calls that are refused gets some 240 refusals a second.
   */
  const handlers = new FairShare({
    ...waiting,
    atOnce: 16,
    ofOne: 6,
    aheadMs: 1_000,
    backMsPerSecond: 500,
    heavyAtOnce: 6,
    failedRestMs: 25,
    refused: refused("handlers"),
  });
  const outside = new FairShare({
    ...waiting,
    atOnce: 1_000,
    ofOne: 128,
    refused: refused("outside"),
  });
  /**
   * Passwords of signed-in customers: hashing is queued. Refused attempts are cheap but not free:
   * an account gets eight of them a second.
   */
  const passwords = new FairShare({
    ...waiting,
    atOnce: 1_000,
    ofOne: 2,
    queuePerAsker: 64,
    failedRestMs: 250,
    refused: refused("passwords"),
  });
  /** Documents and downloads, by network. */
  const large = new FairShare({ ...waiting, atOnce: 8, ofOne: 1, refused: refused("large") });
  /** Exports, by account; a slot is held until the client has read the response. */
  const downloads = new FairShare({
    ...waiting,
    atOnce: 256,
    ofOne: 4,
    queuePerAsker: 16,
    refused: refused("downloads"),
  });
  metrics.watch("calls_waiting", "Calls that wait for their account's or network's share", () => {
    return [arrivals, handlers, outside, passwords, large, downloads].reduce(
      (sum, one) => sum + one.waiting,
      0,
    );
  });
  return {
    arrivals,
    handlers,
    outside,
    passwords,
    large,
    downloads,
    /** The share that limits a call's handler. */
    of: (name: CallName): FairShare => {
      if (name === "upPwd") return passwords;
      return waitingCalls.has(name) ? outside : handlers;
    },
  };
}

/** The asker that a call is counted for: its account, or a visitor's network. */
export function shareOf({ accountId, ip }: Pick<Asker, "accountId" | "ip">): string {
  return accountId || networkOf(ip);
}
