/** The shares of this process: who may have how much under way at once (docs/operating.md). */
import type { CallName } from "@turnpike/contract/calls.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Asker } from "./handler.ts";
import { FairShare } from "./fair-share.ts";

/** Clients give up after 14 s: whoever waits longer is answered that there is no room. */
const PATIENCE_MS = 10_000;
const WAITING_OF_ONE = 512;

/**
 * Calls that wait for somebody else (a provider, a gateway, a customer's proxy or server), or that
 * have slots of their own (passwords, ports): while they wait they use nothing.
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
  "upPwd",
  "mailCode",
]);

export type Shares = ReturnType<typeof makeShares>;

/** New shares, counted by `metrics`. */
export function makeShares(metrics: Metrics) {
  const waiting = { waitingOfOne: WAITING_OF_ONE, patienceMs: PATIENCE_MS };
  const refused = (share: string) => () => metrics.shareRefused(share);
  /** Who asks is found out: by network, before any account is known. */
  const arrivals = new FairShare({
    ...waiting,
    atOnce: 12,
    ofOne: 4,
    waitingOfOne: 2_000,
    refused: refused("arrivals"),
  });
  /** Handlers. An honest screen fires some ten calls at once, of a few milliseconds each. */
  const handlers = new FairShare({
    ...waiting,
    atOnce: 16,
    ofOne: 6,
    aheadMs: 1_000,
    backMsPerSecond: 500,
    heavyAtOnce: 6,
    refused: refused("handlers"),
  });
  const outside = new FairShare({
    ...waiting,
    atOnce: 1_000,
    ofOne: 128,
    refused: refused("outside"),
  });
  /** Documents and downloads, by network. */
  const large = new FairShare({ ...waiting, atOnce: 8, ofOne: 1, refused: refused("large") });
  /** Exports: by account; one that is still being read counts. */
  const downloads = new FairShare({
    ...waiting,
    atOnce: 256,
    ofOne: 4,
    waitingOfOne: 16,
    refused: refused("downloads"),
  });
  metrics.watch("calls_waiting", "Calls that wait for their account's or network's share", () => {
    return [arrivals, handlers, outside, large, downloads].reduce(
      (sum, one) => sum + one.waiting,
      0,
    );
  });
  return {
    arrivals,
    handlers,
    outside,
    large,
    downloads,
    /** The share that a call's handler takes from. */
    of: (name: CallName): FairShare => (waitingCalls.has(name) ? outside : handlers),
  };
}

/** Whose share a call takes from: the account's; of a visitor the network's. */
export function shareOf({ accountId, ip }: Pick<Asker, "accountId" | "ip">): string {
  return accountId || networkOf(ip);
}
