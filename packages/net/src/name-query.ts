/**
 * Queries name servers for one name, with c-ares. A look-up has a resolver to itself while it runs:
 * c-ares can only cancel all queries of a resolver, and with a separate socket the source port
 * cannot be guessed.
 */
import { Resolver } from "node:dns/promises";
import { judgeAddress } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

/** The timeout per try of a server; c-ares waits longer each round. */
const tryTimeoutMs = 1_000;
const tries = 4;
/** As many as /etc/resolv.conf may name (resolv.conf(5)). */
const maxServers = 3;
/** How long the second address family may take after the first one has answered. */
const otherFamilyMs = 250;
/** The longest TTL of an answer in which one address family is missing. */
const halfTtlMs = 5_000;
/** How long a resolver is reused: it remembers failed servers and the list of servers. */
const reuseMs = 30_000;
const maxIdle = 64;
/** The most addresses of one name, both families together. */
const maxAddresses = 64;

/** `failed`: the servers responded with an error. `timedOut`: they did not respond. */
export type Outcome =
  | { addresses: string[]; ttlMs: number }
  | "notFound"
  | "failed"
  | "timedOut"
  | "cancelled";
export interface Query {
  /** Never rejects. */
  outcome: Promise<Outcome>;
  /** Cancels the query: sockets are closed, and the outcome is `cancelled`. */
  cancel(): void;
}

interface Idle {
  resolver: Resolver;
  madeAt: number;
}

export class NameServers {
  #servers: readonly string[];
  #idle: Idle[] = [];

  /**
   * `servers` are `address` or `address:port`; if empty, the system's, reloaded within 30 s of a
   * change. @throws if one is not an address
   */
  constructor(servers: readonly string[]) {
    this.#servers = servers;
    if (servers.length > 0) this.#idle.push(this.#open());
  }

  /** Queries all addresses of a name; search domains are not applied. */
  ask(host: string): Query {
    const used = this.#take();
    const { resolver } = used;
    let cancelled = false;
    const run = async () => {
      const first = await bothFamilies(resolver, host);
      const outcome = first === "failed" ? await askOthers(resolver, host, () => cancelled) : first;
      // Reuse only after a clean run: otherwise the order or state of its servers may be wrong.
      const clean = !cancelled && outcome === first && outcome !== "timedOut";
      if (clean && this.#idle.length < maxIdle) this.#idle.push(used);
      return cancelled ? "cancelled" : outcome;
    };
    return {
      outcome: run(),
      cancel: () => {
        cancelled = true;
        resolver.cancel();
      },
    };
  }

  #take(): Idle {
    const now = performance.now();
    for (;;) {
      const idle = this.#idle.pop();
      if (idle === undefined) return this.#open();
      if (now - idle.madeAt < reuseMs) return idle;
      // All others in the list are older still.
      this.#idle.length = 0;
    }
  }

  #open(): Idle {
    const resolver = new Resolver({ timeout: tryTimeoutMs, tries });
    if (this.#servers.length > 0) resolver.setServers(this.#servers);
    return { resolver, madeAt: performance.now() };
  }
}

/** Tries the other servers: c-ares skips silent servers, but not those that return an error. */
async function askOthers(
  resolver: Resolver,
  host: string,
  isCancelled: () => boolean,
): Promise<Outcome> {
  const servers = resolver.getServers();
  for (let turn = 1; turn < Math.min(servers.length, maxServers); turn += 1) {
    if (isCancelled()) return "cancelled";
    resolver.setServers([...servers.slice(turn), ...servers.slice(0, turn)]);
    const outcome = await bothFamilies(resolver, host);
    if (outcome !== "failed") return outcome;
  }
  return "failed";
}

type Family = { found: { address: string; ttl: number }[] } | { code: string };

async function bothFamilies(resolver: Resolver, host: string): Promise<Outcome> {
  let late: NodeJS.Timeout | undefined;
  let waiting = 2;
  const settle = (family: Family): Family => {
    waiting -= 1;
    if (waiting === 1 && "found" in family)
      late = setTimeout(() => resolver.cancel(), otherFamilyMs);
    return family;
  };
  const failed = (error: NodeJS.ErrnoException): Family => settle({ code: error.code ?? "" });
  const found = (list: { address: string; ttl: number }[]) => settle({ found: list });
  const families = await Promise.all([
    resolver.resolve4(host, { ttl: true }).then(found, failed),
    resolver.resolve6(host, { ttl: true }).then(found, failed),
  ]);
  clearTimeout(late);
  return mergeFamilies(families);
}

/** Definite answers of a server: no address, or an impossible name. */
const definiteCodes = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/** Merges the families, IPv4 first; addresses of one family are enough. */
function mergeFamilies(families: Family[]): Outcome {
  const codes = families.flatMap((one) => ("code" in one ? [one.code] : []));
  const records = families.flatMap((one) => ("found" in one ? one.found : []));
  const unanswered = codes.filter((code) => !definiteCodes.has(code));
  if (records.length > 0) {
    const ttlMs = Math.min(...records.map(({ ttl }) => ttl)) * 1_000;
    const addresses = limitAddresses(
      records.map(({ address }) => canonicalAddress(address) ?? address),
    );
    return { addresses, ttlMs: unanswered.length > 0 ? Math.min(ttlMs, halfTtlMs) : ttlMs };
  }
  if (unanswered.length === 0) return "notFound";
  if (unanswered.includes("ECANCELLED")) return "cancelled";
  return unanswered.every((code) => code === "ETIMEOUT") ? "timedOut" : "failed";
}

const noOwnAddresses = { allow: new Set<string>(), ownAddresses: new Set<string>() };
const isDenied = (address: string) =>
  !judgeAddress(address, { ...noOwnAddresses, ownNames: noOwnAddresses.allow }).allowed;

/** Limits the addresses; keeps denied ones, so that later checks still refuse the name. */
function limitAddresses(addresses: string[]): string[] {
  if (addresses.length <= maxAddresses) return addresses;
  const denied = new Set(addresses.filter(isDenied));
  const rest = addresses.filter((each) => !denied.has(each));
  return [...denied, ...rest].slice(0, maxAddresses);
}
