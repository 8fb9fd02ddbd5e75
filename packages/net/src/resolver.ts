/**
 * Resolves names for tunnels, upstream proxies and webhooks. Each account and sub-account has a
 * share of concurrent look-ups, so that names without an answer delay only their own askers.
 *
 *     lookup ─▶ hosts file ─▶ cache of the account ─▶ same name asked now? ─ join ──────────────┐
 *                                                        └ no ─▶ within the share? ─ ask ─▶ answer
 *                                                                  └ no ─▶ queue, or "tooMany"
 */
import { FairQueue } from "./fair-queue.ts";
import { HostsFile } from "./hosts-file.ts";
import { NameCache } from "./name-cache.ts";
import { NameServers, type Outcome, type Query } from "./name-query.ts";

/** Who looks a name up. Accounts take turns, and within an account what its traffic is for does. */
export interface Asker {
  account: string;
  /** What the traffic is for: a sub-account, a static IP, a port. */
  subAccount: string;
}

/** Why a name did not resolve. `tooMany`: the asker's own share and queue are full. */
export class LookupFailed extends Error {
  readonly why: "notFound" | "failed" | "timedOut" | "tooMany";

  constructor(why: LookupFailed["why"], message: string) {
    super(message);
    this.why = why;
  }
}
const failures = {
  notFound: new LookupFailed("notFound", "the name does not resolve"),
  failed: new LookupFailed("failed", "the name servers could not resolve the name"),
  timedOut: new LookupFailed("timedOut", "the name was not resolved in time"),
  tooMany: new LookupFailed("tooMany", "too many names are being resolved at once"),
};

export interface ResolverLimits {
  /** The timeout of a look-up, not counting its time in the queue. */
  timeoutMs: number;
  /** The most concurrent look-ups of all accounts. */
  running: number;
  /** An account's part of `running`, 0 to 1; a sub-account has at most half of it. */
  accountShare: number;
  /** The most waiting look-ups of one sub-account. */
  queue: number;
  names: number;
  namesPerAccount: number;
  /** Bounds for the TTL of an answer. */
  leastTtlMs: number;
  maxTtlMs: number;
  /** How long it is cached that a name does not exist. */
  notFoundTtlMs: number;
}
const defaults: ResolverLimits = {
  timeoutMs: 5_000,
  running: 512,
  accountShare: 0.25,
  queue: 128,
  names: 20_000,
  namesPerAccount: 4_000,
  leastTtlMs: 5_000,
  maxTtlMs: 300_000,
  notFoundTtlMs: 5_000,
};
/** With all slots taken, a look-up that has run this long may be evicted for another account. */
const evictAfterMs = 1_000;

export interface ResolverOptions extends Partial<ResolverLimits> {
  /** Name servers, `address` or `address:port`; by default the system's. */
  servers?: readonly string[];
  hostsFile?: string;
}

/** Counts since the start; `running`, `waiting` and `names` are current values. */
export interface LookupCounts {
  queries: number;
  cached: number;
  shared: number;
  timedOut: number;
  failed: number;
  tooMany: number;
  running: number;
  waiting: number;
  names: number;
}

interface Waiter {
  asker: Asker;
  resolve: (addresses: string[]) => void;
  reject: (error: LookupFailed) => void;
}
interface Running {
  host: string;
  asker: Asker;
  begunAt: number;
  query: Query;
  timer: NodeJS.Timeout;
  waiters: Waiter[];
}
/** A look-up in its sub-account's queue. */
interface Queued extends Waiter {
  host: string;
  timer: NodeJS.Timeout;
}

/** The asker for the installation's own look-ups: names of upstream proxies and of the product. */
const installation: Asker = { account: "", subAccount: "" };

const keysOf = ({ account, subAccount }: Asker) => [account, subAccount];

export class Resolver {
  #limits: ResolverLimits;
  #hosts: HostsFile;
  #cache: NameCache;
  #servers: NameServers;
  /** By name; the oldest first. */
  #running = new Map<string, Running>();
  #queue: FairQueue<Queued>;
  /** The most concurrent look-ups of one account, and of one sub-account. */
  #perAccount: number;
  #perSubAccount: number;
  #counts = { queries: 0, cached: 0, shared: 0, timedOut: 0, failed: 0, tooMany: 0 };

  /** @throws if one of `servers` is not an address */
  constructor({ servers = [], hostsFile, ...limits }: ResolverOptions = {}) {
    this.#limits = { ...defaults, ...limits };
    this.#hosts = new HostsFile(hostsFile);
    this.#cache = new NameCache(this.#limits);
    this.#servers = new NameServers(servers);
    const { running, accountShare, queue } = this.#limits;
    this.#perAccount = Math.max(2, Math.floor(running * accountShare));
    this.#perSubAccount = Math.max(1, Math.floor(this.#perAccount / 2));
    this.#queue = new FairQueue([running, this.#perAccount, this.#perSubAccount], queue);
  }

  get counts(): LookupCounts {
    const { size: names } = this.#cache;
    const { running, waiting } = this.#queue;
    return { ...this.#counts, running, waiting, names };
  }

  /**
   * Resolves all addresses of a name (lower case, without a trailing dot): canonical, IPv4 first,
   * at most 64; synchronously if they are known. The caller must not change the array.
   * @throws LookupFailed, by rejection
   */
  lookup(host: string, asker: Asker = installation): string[] | Promise<string[]> {
    const local = this.#hosts.get(host);
    if (local !== null) return local;
    const known = this.#cache.get(asker.account, host);
    if (known !== null) {
      this.#counts.cached += 1;
      return known.addresses ?? Promise.reject(failures.notFound);
    }
    return new Promise((resolve, reject) => this.#admit(host, { asker, resolve, reject }));
  }

  #admit(host: string, waiter: Waiter): void {
    const running = this.#running.get(host);
    if (running !== undefined) {
      this.#counts.shared += 1;
      running.waiters.push(waiter);
      return;
    }
    const { asker } = waiter;
    if (this.#queue.hasRoom(keysOf(asker))) return this.#run(host, waiter);
    const oldest = this.#toEvict(asker);
    const evictInMs = oldest === null ? null : oldest.begunAt + evictAfterMs - performance.now();
    if (oldest === null || evictInMs === null) this.#wait(host, waiter);
    else if (evictInMs > 0) this.#wait(host, waiter, evictInMs);
    else {
      const others = this.#evict(oldest);
      this.#run(host, waiter);
      for (const other of others) this.#admit(oldest.host, other);
    }
  }

  /** Queues a look-up until its turn; with `evictInMs`, at most until it may evict another. */
  #wait(host: string, waiter: Waiter, evictInMs?: number): void {
    const keys = keysOf(waiter.asker);
    const late = () => {
      this.#queue.remove(keys, queued);
      if (evictInMs !== undefined) return this.#admit(host, waiter);
      this.#counts.timedOut += 1;
      waiter.reject(failures.timedOut);
    };
    const timer = setTimeout(late, evictInMs ?? this.#limits.timeoutMs);
    const queued: Queued = { ...waiter, host, timer };
    if (this.#queue.push(keys, queued)) return;
    clearTimeout(timer);
    this.#counts.tooMany += 1;
    waiter.reject(failures.tooMany);
  }

  /**
   * With no room left: the oldest look-up of the account that runs the most. Null if that account
   * runs hardly more than the asker's, or if the asker's own share is used up.
   */
  #toEvict(asker: Asker): Running | null {
    const runningOf = (keys: readonly string[]) => this.#queue.countOf(keys).running;
    const own = runningOf([asker.account]);
    if (this.#queue.running < this.#limits.running || own >= this.#perAccount) return null;
    if (runningOf(keysOf(asker)) >= this.#perSubAccount) return null;
    let oldest: Running | null = null;
    let most = own + 1;
    for (const running of this.#running.values()) {
      const ofAccount = runningOf([running.asker.account]);
      if (ofAccount > most) [oldest, most] = [running, ofAccount];
    }
    return oldest;
  }

  /**
   * Evicts a look-up to make room for another account. Returns the waiters of other accounts for
   * the same name: the caller admits them again.
   */
  #evict(oldest: Running): Waiter[] {
    const { account } = oldest.asker;
    const [own, others]: [Waiter[], Waiter[]] = [[], []];
    for (const one of oldest.waiters) (one.asker.account === account ? own : others).push(one);
    this.#leave(oldest);
    oldest.query.cancel();
    this.#failed(own, oldest.host, "timedOut");
    return others;
  }

  #run(host: string, waiter: Waiter): void {
    this.#counts.queries += 1;
    const query = this.#servers.ask(host);
    const timer = setTimeout(() => this.#end(running, "timedOut"), this.#limits.timeoutMs);
    const begunAt = performance.now();
    const { asker } = waiter;
    const running: Running = { host, asker, begunAt, query, timer, waiters: [waiter] };
    this.#running.set(host, running);
    this.#queue.enter(keysOf(asker));
    void query.outcome.then((outcome) => this.#end(running, outcome));
  }

  #end(running: Running, outcome: Outcome): void {
    const { host, waiters, query } = running;
    if (!this.#leave(running)) return;
    if (outcome === "timedOut") query.cancel();
    if (typeof outcome === "object") this.#found(running, outcome);
    else this.#failed(waiters, host, outcome === "cancelled" ? "timedOut" : outcome);
    this.#next();
  }

  /** Removes a running look-up; false if it ended before. */
  #leave(running: Running): boolean {
    if (this.#running.get(running.host) !== running) return false;
    this.#running.delete(running.host);
    this.#queue.exit(keysOf(running.asker));
    clearTimeout(running.timer);
    return true;
  }

  #found({ host, waiters }: Running, { addresses, ttlMs }: { addresses: string[]; ttlMs: number }) {
    const { leastTtlMs, maxTtlMs } = this.#limits;
    const clamped = Math.min(Math.max(ttlMs, leastTtlMs), maxTtlMs);
    this.#remember(waiters, host, addresses, clamped);
    for (const waiter of waiters) waiter.resolve(addresses);
  }

  /** Rejects the waiters. A missing name is cached for a moment; a timeout or failure is not. */
  #failed(waiters: Waiter[], host: string, why: "notFound" | "failed" | "timedOut"): void {
    if (why === "notFound") this.#remember(waiters, host, null, this.#limits.notFoundTtlMs);
    else this.#counts[why] += 1;
    for (const waiter of waiters) waiter.reject(failures[why]);
  }

  #remember(waiters: Waiter[], host: string, addresses: string[] | null, ms: number): void {
    const until = performance.now() + ms;
    const accounts = new Set(waiters.map(({ asker }) => asker.account));
    for (const account of accounts) this.#cache.put(account, host, { addresses, until });
  }

  /** Starts queued look-ups while there is room. */
  #next(): void {
    for (;;) {
      const queued = this.#queue.next();
      if (queued === null) return;
      clearTimeout(queued.timer);
      const known = this.#cache.get(queued.asker.account, queued.host);
      const running = this.#running.get(queued.host);
      if (known?.addresses) queued.resolve(known.addresses);
      else if (known) queued.reject(failures.notFound);
      else if (running) running.waiters.push(queued);
      else this.#run(queued.host, queued);
    }
  }
}
