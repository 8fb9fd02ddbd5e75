/** Concurrency limits of this process, by account and network (docs/operating/load.md). */
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Caller } from "./handler.ts";
import { FairShare } from "./fair-share.ts";

/** Clients time out after 14 s; a call that waits longer than this is refused with tooManyTries. */
const MAX_WAIT_MS = 10_000;
const QUEUE_PER_CALLER = 512;

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
  "signin",
  "signup",
  "repwd",
  "mailCode",
]);

/**
 * Calls with which a holder locks a thief out. They have a share of their session's own: a thief who
 * floods the account from another session delays none of them.
 */
const protectingCalls: ReadonlySet<CallName> = new Set<CallName>([
  "upPwd",
  "endSessions",
  "signout",
  "moreLogin",
  "apiKeyDel",
  "upAccessKey",
  "cancel",
]);

/** Calls that go through the whole pool, which may have 100,000 exits. */
const poolCalls: ReadonlySet<CallName> = new Set<CallName>([
  "ipList",
  "city",
  "postal",
  "isp",
  "asn",
]);

const protectingPaths: ReadonlySet<string> = new Set(
  [...protectingCalls].map((name) => calls[name].path),
);
/** Whether it is a call with which a holder locks a thief out. */
export const isProtecting = ({ path }: { path: string }): boolean => protectingPaths.has(path);

/** The pause of a slot after a refused call. */
const REFUSED_REST_MS = 25;
/**
 * The least pause of a slot if its account has used up its budget and has more calls waiting; after
 * a longer call as long as the call took. Parsing requests and writing responses is work, too,
 * which no share counts.
 */
const HEAVY_REST_MS = 15;

export type Shares = ReturnType<typeof makeShares>;

const queued = { queuePerCaller: QUEUE_PER_CALLER, maxWaitMs: MAX_WAIT_MS };

/** The shares of calls that wait for an outside party, or that check passwords. */
function callShares(refusedBy: (share: string) => () => void) {
  const outside = new FairShare({
    ...queued,
    atOnce: 1_000,
    perCaller: 128,
    onRefused: refusedBy("outside"),
  });
  /** The sign-in page's options, by network: they wait for a provider that does not respond. */
  const signInPages = new FairShare({
    ...queued,
    atOnce: 256,
    perCaller: 4,
    restMs: () => REFUSED_REST_MS,
    onRefused: refusedBy("outside"),
  });
  /**
   * Passwords of signed-in customers, and other calls that protect an account, by session: hashing
   * is queued. Refused attempts are cheap but not free: a session gets eight of them a second.
   */
  const passwords = new FairShare({
    ...queued,
    atOnce: 1_000,
    perCaller: 2,
    queuePerCaller: 64,
    restMs: ({ failed }) => (failed ? 250 : 0),
    onRefused: refusedBy("passwords"),
  });
  /** Deliveries of payment providers, once their signature is proved: strangers have no part in it. */
  const providers = new FairShare({
    ...queued,
    atOnce: 8,
    perCaller: 6,
    onRefused: refusedBy("providers"),
  });
  /**
   * Deliveries whose proof asks the provider, by network: whoever sends false ones delays only such
   * deliveries, which their provider sends again.
   */
  const proofs = new FairShare({
    ...queued,
    atOnce: 16,
    perCaller: 4,
    queuePerCaller: 64,
    onRefused: refusedBy("proofs"),
  });
  /**
   * Requests of agents (MCP), by account: lists and pages are work, too. The calls that tools make
   * take the shares of calls besides, and may wait long: so there are many slots.
   */
  const agents = new FairShare({
    ...queued,
    atOnce: 64,
    perCaller: 4,
    budgetMs: 200,
    refillMsPerSecond: 100,
    heavyAtOnce: 6,
    restMs: ({ heavy }) => (heavy ? REFUSED_REST_MS : 0),
    onRefused: refusedBy("agents"),
  });
  return { outside, signInPages, passwords, providers, proofs, agents };
}

/** The shares of files and of long texts. */
function fileShares(refusedBy: (share: string) => () => void) {
  /** Documents and downloads, by network. */
  const large = new FairShare({
    ...queued,
    atOnce: 8,
    perCaller: 1,
    onRefused: refusedBy("large"),
  });
  /** Exports, by account; a slot is held until the client has read the response. */
  const downloads = new FairShare({
    ...queued,
    atOnce: 256,
    perCaller: 4,
    queuePerCaller: 16,
    onRefused: refusedBy("downloads"),
  });
  /**
   * Lists of the pool that the lookup service gives to strangers, by network: to order a large pool
   * takes the database a tenth of a second, and a stranger may have thousands of networks.
   */
  const lists = new FairShare({
    ...queued,
    atOnce: 1,
    perCaller: 1,
    queuePerCaller: 16,
    onRefused: refusedBy("lists"),
  });
  /** The same for accounts, with what else goes through the pool. */
  const poolLists = new FairShare({
    ...queued,
    atOnce: 2,
    perCaller: 1,
    onRefused: refusedBy("lists"),
  });
  return { large, downloads, lists, poolLists };
}

/** Creates the shares; `metrics` counts their refusals and waiting calls. */
export function makeShares(metrics: Metrics) {
  const refusedBy = (share: string) => () => metrics.countShareRefusal(share);
  /**
   * Authentication, by network: the account is not known yet. A network gets some 160 refusals a
   * second.
   */
  const arrivals = new FairShare({
    ...queued,
    atOnce: 12,
    perCaller: 4,
    queuePerCaller: 2_000,
    restMs: ({ failed }) => (failed ? REFUSED_REST_MS : 0),
    onRefused: refusedBy("arrivals"),
  });
  /** Long bodies that are parsed, by network: after each it rests as long as that took. */
  const bodies = new FairShare({
    ...queued,
    atOnce: 1,
    perCaller: 1,
    queuePerCaller: 2_000,
    restMs: ({ ms }) => ms,
    onRefused: refusedBy("bodies"),
  });
  /**
   * Handlers. A normal screen makes about ten calls at once, of a few milliseconds each. A client
   * that keeps sending calls that are refused gets some 240 refusals a second.
   */
  const handlers = new FairShare({
    ...queued,
    atOnce: 16,
    perCaller: 6,
    budgetMs: 500,
    refillMsPerSecond: 500,
    heavyAtOnce: 6,
    restMs: ({ ms, failed, heavy, waiting }) =>
      Math.max(
        failed ? REFUSED_REST_MS : 0,
        heavy && waiting > 0 ? Math.max(HEAVY_REST_MS, ms) : 0,
      ),
    onRefused: refusedBy("handlers"),
  });
  const shares = { arrivals, bodies, handlers, ...callShares(refusedBy), ...fileShares(refusedBy) };
  const { outside, signInPages, passwords, poolLists } = shares;
  metrics.watch("calls_waiting", "Calls that wait for their account's or network's share", () =>
    Object.values(shares).reduce((sum, one) => sum + one.waiting, 0),
  );
  return {
    ...shares,
    /** The share that limits a call's handler. */
    forCall: (name: CallName): FairShare => {
      if (protectingCalls.has(name)) return passwords;
      if (name === "loginOptions") return signInPages;
      if (poolCalls.has(name)) return poolLists;
      return waitingCalls.has(name) ? outside : handlers;
    },
    /** What a call counts for within a share. */
    keyIn: (share: FairShare, caller: Caller): string =>
      (share === passwords && caller.sessionId) || shareKeyOf(caller),
  };
}

/** The caller that a call is counted for: its account, or a visitor's network. */
export function shareKeyOf({ accountId, ip }: Pick<Caller, "accountId" | "ip">): string {
  return accountId || networkOf(ip);
}
