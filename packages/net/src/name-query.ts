/**
 * One name asked of the name servers, by c-ares. A look-up has a resolver for itself while it runs:
 * c-ares cancels all that a resolver asks, and a socket of its own has a port that nobody can guess.
 */
import { Resolver } from "node:dns/promises";
import { judgeAddress } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

/** The timeout per try of a server; c-ares waits longer each round. */
const tryTimeoutMs = 1_000;
const tries = 4;
/** As many as /etc/resolv.conf may name (resolv.conf(5)). */
const mostServers = 3;
/** How long the second address family may take after the first one has answered. */
const otherFamilyMs = 250;
/** The TTL of an answer in which one address family is missing. */
const halfTtlMs = 5_000;
/** How long a resolver is reused: it remembers failed servers and the list of servers. */
const reuseMs = 30_000;
const mostIdle = 64;
/** Of one name, both families together. */
const mostAddresses = 64;

/** `failed`: the servers answered with a failure. `timedOut`: they did not answer. */
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
   * `servers` are `address` or `address:port`; none: the system's, read anew within 30 s of a change.
   * @throws where one is no address
   */
  constructor(servers: readonly string[]) {
    this.#servers = servers;
    if (servers.length > 0) this.#idle.push(this.#open());
  }

  /** Asks for every address of a name; search domains are not applied. */
  ask(host: string): Query {
    const used = this.#take();
    const { resolver } = used;
    let cancelled = false;
    const run = async () => {
      const first = await bothFamilies(resolver, host);
      const outcome = first === "failed" ? await askOthers(resolver, host, () => cancelled) : first;
      // What was cancelled or not answered tells nothing of the server: its next user starts anew.
      const clean = !cancelled && outcome === first && outcome !== "timedOut";
      if (clean && this.#idle.length < mostIdle) this.#idle.push(used);
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
      // Those below it are older still.
      this.#idle.length = 0;
    }
  }

  #open(): Idle {
    const resolver = new Resolver({ timeout: tryTimeoutMs, tries });
    if (this.#servers.length > 0) resolver.setServers(this.#servers);
    return { resolver, madeAt: performance.now() };
  }
}

/** c-ares skips silent servers by itself, but not those that answer with a failure. */
async function askOthers(
  resolver: Resolver,
  host: string,
  isCancelled: () => boolean,
): Promise<Outcome> {
  const servers = resolver.getServers();
  for (let turn = 1; turn < Math.min(servers.length, mostServers); turn += 1) {
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
  const came = (family: Family): Family => {
    waiting -= 1;
    if (waiting === 1 && "found" in family)
      late = setTimeout(() => resolver.cancel(), otherFamilyMs);
    return family;
  };
  const failed = (error: NodeJS.ErrnoException): Family => came({ code: error.code ?? "" });
  const found = (list: { address: string; ttl: number }[]) => came({ found: list });
  const families = await Promise.all([
    resolver.resolve4(host, { ttl: true }).then(found, failed),
    resolver.resolve6(host, { ttl: true }).then(found, failed),
  ]);
  clearTimeout(late);
  return together(families);
}

/** The server's definite answer: no address, or an impossible name. */
const none = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/** Addresses of one family are enough, IPv4 first. */
function together(families: Family[]): Outcome {
  const codes = families.flatMap((one) => ("code" in one ? [one.code] : []));
  const records = families.flatMap((one) => ("found" in one ? one.found : []));
  const unanswered = codes.filter((code) => !none.has(code));
  if (records.length > 0) {
    const ttlMs = Math.min(...records.map(({ ttl }) => ttl)) * 1_000;
    const addresses = bounded(records.map(({ address }) => canonicalAddress(address) ?? address));
    return { addresses, ttlMs: unanswered.length > 0 ? Math.min(ttlMs, halfTtlMs) : ttlMs };
  }
  if (unanswered.length === 0) return "notFound";
  if (unanswered.includes("ECANCELLED")) return "cancelled";
  return unanswered.every((code) => code === "ETIMEOUT") ? "timedOut" : "failed";
}

const ofNobody = { allow: new Set<string>(), ownAddresses: new Set<string>() };
const isDenied = (address: string) =>
  !judgeAddress(address, { ...ofNobody, ownNames: ofNobody.allow }).allowed;

/** Of too many addresses those in the deny table are kept, so that the check still refuses them. */
function bounded(addresses: string[]): string[] {
  if (addresses.length <= mostAddresses) return addresses;
  const denied = new Set(addresses.filter(isDenied));
  const rest = addresses.filter((each) => !denied.has(each));
  return [...denied, ...rest].slice(0, mostAddresses);
}
