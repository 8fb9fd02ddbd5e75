/** Targets that the operator blocks, for everybody or for one account (spec/operator#targets). */
import { BlockList } from "node:net";
import type { BlockedTargetFact } from "@turnpike/contract/target-facts.ts";
import { readBlockedTarget } from "@turnpike/rules/blocked-target.ts";
import { nat64Ipv4, parseIpv6 } from "@turnpike/rules/ip-address.ts";
import { type DomainMatcher, domainMatcher } from "@turnpike/rules/sub-account-limits.ts";

/** Where a connection leads: its target and the addresses found for it. */
export interface Destination {
  host: string;
  port: number;
  addresses: readonly string[];
}

interface Blocked {
  domains: DomainMatcher;
  networks: BlockList;
  ports: Set<number>;
}

export class BlockedTargets {
  /** Increases with each change. */
  changes = 0;
  #facts = new Map<string, BlockedTargetFact>();
  /** By account; null holds those for everybody. Rebuilt when needed after a change. */
  #prepared: Map<string | null, Blocked> | null = null;

  get size(): number {
    return this.#facts.size;
  }

  set(fact: BlockedTargetFact): void {
    this.#facts.set(fact.id, fact);
    this.#changed();
  }

  delete(id: string): void {
    if (this.#facts.delete(id)) this.#changed();
  }

  clear(): void {
    this.#facts.clear();
    this.#changed();
  }

  #changed(): void {
    this.changes += 1;
    this.#prepared = null;
  }

  /** Whether an account may not connect there. */
  has(accountId: string, destination: Destination): boolean {
    if (this.#facts.size === 0) return false;
    this.#prepared ??= prepare(this.#facts.values());
    const isBlocked = (scope: string | null) => {
      const blocked = this.#prepared?.get(scope);
      return blocked !== undefined && covers(blocked, destination);
    };
    return isBlocked(null) || isBlocked(accountId);
  }
}

function covers({ domains, networks, ports }: Blocked, { host, port, addresses }: Destination) {
  if (ports.has(port) || domains(host)) return true;
  // A host that is an address counts as one; names never match a network.
  return [host, ...addresses].some((address) => {
    if (!address.includes(":")) return networks.check(address, "ipv4");
    // NAT64 leads to an IPv4 address, which the operator may have blocked.
    const translated = nat64Ipv4(parseIpv6(address) ?? []);
    return (
      networks.check(address, "ipv6") || (translated !== null && networks.check(translated, "ipv4"))
    );
  });
}

function prepare(facts: Iterable<BlockedTargetFact>): Map<string | null, Blocked> {
  const byScope = Map.groupBy(facts, ({ accountId }) => accountId);
  return new Map([...byScope].map(([scope, own]) => [scope, blockedBy(own)]));
}

function blockedBy(facts: BlockedTargetFact[]): Blocked {
  const domains: string[] = [];
  const networks = new BlockList();
  const ports = new Set<number>();
  for (const { pattern } of facts) {
    const read = readBlockedTarget(pattern);
    if (read?.kind === "domain") domains.push(read.domain);
    if (read?.kind === "port") ports.add(read.port);
    if (read?.kind !== "network") continue;
    networks.addSubnet(read.address, read.bits, read.family === 4 ? "ipv4" : "ipv6");
  }
  return { domains: domainMatcher(domains), networks, ports };
}
