/**
 * Connections to the upstream proxies that serve as exits. Host names are resolved and cached here
 * for both engines; every address is checked before it is dialled.
 *
 *     host is an address ──────────────────────────────────────────────▶ dial
 *     host is a name ─▶ in the cache? ─ no ─▶ look up, check, cache ───▶ dial in order
 *                            └─ yes; if stale, refreshed in the background ────▲
 */
import { type Asker, LookupFailed } from "@turnpike/net/resolver.ts";
import { judgeAddress } from "@turnpike/rules/destination.ts";
import { canonicalAddress, parseIpv4 } from "@turnpike/rules/ip-address.ts";
import type { Buffers, Engine, Peer } from "../engine/engine.ts";
import { type MaybePromise, onResult } from "../lib/maybe-promise.ts";
import type { Way } from "./members.ts";

/** How long a resolved address is fresh. */
const defaultFreshMs = 30_000;
/** How long a stale address is still used while a refresh is pending or fails. */
const defaultEndMs = 300_000;
const maxAddresses = 3;
/** The most concurrent lookups, including queued ones. */
const maxLookups = 256;
const maxNames = 10_000;

/** Whether an upstream proxy's address is this gateway itself: that would be an endless loop. */
export type IsOwnAddress = (host: string, port: number) => boolean;

export interface UpstreamsOptions {
  engine: Engine;
  /** Returns all addresses of a name; rejects if there is none. */
  lookup: (host: string, asker: Asker) => MaybePromise<string[]>;
  isOwn: IsOwnAddress;
  /** Whether a name may resolve to this internal address (EXIT_NETWORKS). */
  isAllowed: (address: string) => boolean;
  freshMs?: number;
  endMs?: number;
}

/** Why an upstream was not dialled. The message contains no address. */
export class UpstreamRefused extends Error {}
const loopRefused = new UpstreamRefused("the exit leads back to this gateway");
const noAddress = new UpstreamRefused("the upstream's name does not resolve");
export const notInTime = new UpstreamRefused("the upstream's name was not resolved in time");
const isInternal = new UpstreamRefused("the upstream's name leads to an internal address");
export const tooManyLookups = new UpstreamRefused("too many look-ups");

type LookupResult = string[] | UpstreamRefused;
interface KnownAddresses {
  /** The addresses that may be dialled, canonical; the one that last connected comes first. */
  addresses: string[];
  at: number;
}
interface UpstreamTarget {
  host: string;
  port: number;
  /** In `performance.now()` time. */
  deadline: number;
  buffers: Buffers | undefined;
}
type ConnectDone = (opened: Peer | Error) => void;

export class Upstreams {
  #options: UpstreamsOptions;
  #known = new Map<string, KnownAddresses>();
  #asking = new Map<string, Promise<LookupResult>>();

  constructor(options: UpstreamsOptions) {
    this.#options = options;
  }

  /** Opens a connection to an exit's upstream proxy. Calls `done` once, synchronously or later. */
  connect(exit: Way, timeoutMs: number, done: ConnectDone, buffers?: Buffers): void {
    const upstream = exit.member?.upstream;
    if (upstream?.how !== "https") return this.#connect(exit, timeoutMs, done, buffers);
    const endsAt = performance.now() + timeoutMs;
    const connected: ConnectDone = (opened) => {
      if (opened instanceof Error) return done(opened);
      const leftMs = Math.max(1, endsAt - performance.now());
      const to = { host: exit.host, ca: upstream.ca, timeoutMs: leftMs };
      this.#options.engine.secureTarget(opened, to, done);
    };
    this.#connect(exit, timeoutMs, connected, buffers);
  }

  #connect(exit: Way, timeoutMs: number, done: ConnectDone, buffers?: Buffers): void {
    const { host, port } = exit;
    const { engine, isOwn } = this.#options;
    if (isOwn(host, port)) return done(loopRefused);
    if (!isName(host)) {
      return engine.connect({ address: host, port, timeoutMs, buffers }, done);
    }
    const to = { host, port, deadline: performance.now() + timeoutMs, buffers };
    const found = (addresses: LookupResult) => {
      if (addresses instanceof UpstreamRefused) done(addresses);
      else this.#dial(addresses, to, done);
    };
    // Half of the timeout is for the lookup, the other half for the dial.
    onResult(this.#addressesOf(host, timeoutMs / 2), found, () => done(noAddress));
  }

  /** Dials in order. Each address gets a share of the time, so a silent one cannot use it up. */
  #dial(addresses: string[], to: UpstreamTarget, done: ConnectDone): void {
    const { engine, isOwn } = this.#options;
    let tried = 0;
    const next = (failed: Error) => {
      const address = addresses[tried];
      const leftMs = to.deadline - performance.now();
      if (address === undefined || leftMs <= 0) {
        // The host may have moved, so the next connection resolves its name again.
        if (this.#known.get(to.host)?.addresses === addresses) this.#known.delete(to.host);
        return done(failed);
      }
      const timeoutMs = Math.ceil(leftMs / (addresses.length - tried));
      tried += 1;
      if (isOwn(address, to.port)) return next(loopRefused);
      const { port, buffers } = to;
      engine.connect({ address, port, timeoutMs, buffers }, (opened) => {
        if (opened instanceof Error) return next(opened);
        if (address !== addresses[0]) this.#prefer(address, to.host, addresses);
        done(opened);
      });
    };
    next(notInTime);
  }

  #prefer(address: string, host: string, addresses: string[]): void {
    const known = this.#known.get(host);
    if (known?.addresses !== addresses) return;
    known.addresses = [address, ...addresses.filter((each) => each !== address)];
  }

  #addressesOf(host: string, waitMs: number): MaybePromise<LookupResult> {
    const { freshMs = defaultFreshMs, endMs = defaultEndMs } = this.#options;
    const known = this.#known.get(host);
    const age = known ? performance.now() - known.at : endMs;
    if (!known || age >= endMs) return within(this.#lookUpOnce(host), waitMs);
    if (age >= freshMs) void this.#lookUpOnce(host);
    return known.addresses;
  }

  /** Concurrent lookups of the same name share one answer. Never rejects. */
  #lookUpOnce(host: string): Promise<LookupResult> {
    const same = this.#asking.get(host);
    if (same) return same;
    if (this.#asking.size >= maxLookups) return Promise.resolve(tooManyLookups);
    const asking = this.#lookUp(host).finally(() => this.#asking.delete(host));
    this.#asking.set(host, asking);
    return asking;
  }

  async #lookUp(host: string): Promise<LookupResult> {
    const { lookup, isAllowed } = this.#options;
    try {
      // Counted for the installation, by host name, so that a slow name delays no other.
      const all = await lookup(host, { account: "", subAccount: host });
      const found = all.map(canonicalAddress).filter((each) => each !== null);
      if (found.length === 0) return noAddress;
      const good = found.filter(
        (each) => judgeAddress(each, noOwnAddresses).allowed || isAllowed(each),
      );
      const addresses = good.slice(0, maxAddresses);
      // The cached addresses are outdated even if none of the new ones may be used.
      this.#known.delete(host);
      if (addresses.length === 0) return isInternal;
      this.#remember(host, addresses);
      return addresses;
    } catch (error) {
      return error instanceof LookupFailed && error.why === "tooMany" ? tooManyLookups : noAddress;
    }
  }

  #remember(host: string, addresses: string[]): void {
    this.#known.set(host, { addresses, at: performance.now() });
    if (this.#known.size <= maxNames) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}

/** `isOwn` alone judges this machine's addresses: other programs on it may be upstreams. */
const noOwnAddresses = {
  allow: new Set<string>(),
  ownAddresses: new Set<string>(),
  ownNames: new Set<string>(),
};

/** Exits' hosts are canonical: one with a colon is IPv6, as no name contains a colon. */
function isName(host: string): boolean {
  return !host.includes(":") && parseIpv4(host) === null;
}

async function within(asking: Promise<LookupResult>, ms: number): Promise<LookupResult> {
  const timeout = Promise.withResolvers<LookupResult>();
  const timer = setTimeout(() => timeout.resolve(notInTime), ms);
  try {
    return await Promise.race([asking, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
