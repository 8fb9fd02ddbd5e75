/** A local copy of the hub's resources: sub-accounts, whitelists, exits, ports and so on. */
import type {
  ExitFact,
  Fact,
  FactKind,
  Changes,
  LookupKeys,
  StaticIpFact,
  SubAccountFact,
  WhitelistFact,
} from "@turnpike/contract/data-plane.ts";
import type { PortFact, PortKind, UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import {
  addExit,
  buildExitIndex,
  type ExitIndex,
  removeExit,
} from "@turnpike/rules/exit-choice.ts";
import { BlockedTargets } from "./blocked-targets.ts";
import { ExitPrefixes } from "./exit-prefixes.ts";
import { isSupply, isSupplyFact, SupplyFacts } from "./supply-facts.ts";
import { TargetPolicies } from "./target-policies.ts";

export class Snapshot {
  /** Targets that the operator blocks. */
  readonly blockedTargets = new BlockedTargets();
  /** Lists of domains that he refuses. They come by a way of their own: `replace` leaves them. */
  readonly policies = new TargetPolicies();
  /** Exits of the pool, by place. */
  exits: ExitIndex<ExitFact> = buildExitIndex<ExitFact>([]);
  /** The pool's exits that are prefixes. */
  readonly prefixes = new ExitPrefixes();
  /** Upstreams, and the pool's shares. */
  readonly supply = new SupplyFacts();
  #poolChanges = 0;
  #subAccounts = new Map<string, SubAccountFact>();
  #byName = new Map<string, SubAccountFact>();
  #whitelist = new Map<string, WhitelistFact>();
  #byIp = new Map<string, WhitelistFact>();
  /** Static exits by id, sold or not. */
  #staticExits = new Map<string, ExitFact>();
  #staticIps = new Map<string, StaticIpFact>();
  #byExit = new Map<string, StaticIpFact>();
  #staticChanges = 0;
  /** Customers' listening ports: of unlimited plans, of opened IPs, and whitelisted ports. */
  #ports = new Map<string, PortFact>();
  /** The same ports by port number, which is unique. */
  #byPort = new Map<number, PortFact>();
  #unlimitedPorts = new Map<string, UnlimitedPortFact>();
  #portChanges = 0;
  /** Exits of unlimited plans, by id. */
  #unlimitedExits = new Map<string, ExitFact>();
  #unlimitedExitChanges = 0;
  #changed: () => void = () => {};

  /** `listener` is called after each change. */
  onChange(listener: () => void): void {
    this.#changed = listener;
  }

  /** The rows that belong to these keys. A changed row is a new object. */
  rowsFor({ name, address, exitId, portId }: LookupKeys): unknown[] {
    const entry = address === undefined ? undefined : this.#byIp.get(address);
    return [
      name === undefined ? null : this.subAccountByName(name),
      exitId === undefined ? null : this.staticByExit(exitId),
      portId === undefined ? null : this.port(portId),
      entry,
      entry && this.subAccount(entry.subAccountId),
    ];
  }

  /** `name` must be in lower case. */
  subAccountByName(name: string): SubAccountFact | null {
    return this.#byName.get(name) ?? null;
  }

  subAccount(id: string): SubAccountFact | null {
    return this.#subAccounts.get(id) ?? null;
  }

  whitelistEntry(id: string): WhitelistFact | null {
    return this.#whitelist.get(id) ?? null;
  }

  /** The entry for a canonical address, unless it has expired at `now`. */
  whitelistByIp(ip: string, now: number): WhitelistFact | null {
    const entry = this.#byIp.get(ip) ?? null;
    return entry && !hasExpired(entry, now) ? entry : null;
  }

  /** Incremented by each change of static exits and static IPs. */
  get staticChanges(): number {
    return this.#staticChanges;
  }

  staticExits(): ReadonlyMap<string, ExitFact> {
    return this.#staticExits;
  }

  staticIp(id: string): StaticIpFact | null {
    return this.#staticIps.get(id) ?? null;
  }

  /** The static IP that uses this exit now; null if it is not sold. */
  staticByExit(exitId: string): StaticIpFact | null {
    return this.#byExit.get(exitId) ?? null;
  }

  unlimitedPort(id: string): UnlimitedPortFact | null {
    return this.#unlimitedPorts.get(id) ?? null;
  }

  unlimitedPorts(): ReadonlyMap<string, UnlimitedPortFact> {
    return this.#unlimitedPorts;
  }

  /** A customer's listening port of any kind. */
  port(id: string): PortFact | null {
    return this.#ports.get(id) ?? null;
  }

  ports(): ReadonlyMap<string, PortFact> {
    return this.#ports;
  }

  /** Whether this port number is a customer's listening port, at any worker. */
  isPort(port: number): boolean {
    return this.#byPort.has(port);
  }

  /** Incremented by each change of customers' ports. */
  get portChanges(): number {
    return this.#portChanges;
  }

  unlimitedExits(): ReadonlyMap<string, ExitFact> {
    return this.#unlimitedExits;
  }

  /** Incremented by each change of unlimited plans' exits. */
  get unlimitedExitChanges(): number {
    return this.#unlimitedExitChanges;
  }

  /** Incremented by each change of the pool's exits. */
  get poolChanges(): number {
    return this.#poolChanges;
  }

  /** Whether this very row (sub-account, whitelist entry, static IP or port) is known. */
  hasRow(fact: Fact): boolean {
    const known = this.#currentRow(fact);
    return known !== null && JSON.stringify(known) === JSON.stringify(fact);
  }

  #currentRow({ kind, id }: Fact): Fact | null {
    if (kind === "subAccount") return this.subAccount(id);
    if (kind === "whitelist") return this.whitelistEntry(id);
    if (kind === "staticIp") return this.staticIp(id);
    return isSupply(kind) || kind === "exit" ? null : this.port(id);
  }

  /** Replaces all resources. */
  replace(resources: Fact[]): void {
    this.blockedTargets.clear();
    this.prefixes.clear();
    this.supply.clear();
    this.#subAccounts.clear();
    this.#byName.clear();
    this.#whitelist.clear();
    this.#byIp.clear();
    this.#staticExits.clear();
    this.#staticIps.clear();
    this.#byExit.clear();
    this.#staticChanges += 1;
    this.#ports.clear();
    this.#byPort.clear();
    this.#unlimitedPorts.clear();
    this.#portChanges += 1;
    this.#unlimitedExits.clear();
    this.#unlimitedExitChanges += 1;
    const pool: ExitFact[] = [];
    for (const resource of resources) {
      if (resource.kind === "exit" && resource.product === "pool") pool.push(resource);
      else this.#upsert(resource);
    }
    this.exits = buildExitIndex(pool);
    for (const exit of pool) this.prefixes.set(exit);
    this.#poolChanges += 1;
    this.#changed();
  }

  applyChange({
    puts: upserts,
    drops: deletes,
  }: Changes & { kind?: "change"; seq?: number }): void {
    for (const { kind, id } of deletes) this.#delete(kind, id);
    for (const resource of upserts) this.#upsert(resource);
    this.#changed();
  }

  counts() {
    return {
      subAccounts: this.#subAccounts.size,
      whitelist: this.#whitelist.size,
      exits: this.exits.byId.size,
      staticExits: this.#staticExits.size,
      staticIps: this.#staticIps.size,
      unlimitedPorts: this.#unlimitedPorts.size,
      leasedPorts: this.#ports.size - this.#unlimitedPorts.size,
      unlimitedExits: this.#unlimitedExits.size,
      ...this.policies.counts(),
    };
  }

  #upsert(resource: Fact): void {
    this.#delete(resource.kind, resource.id);
    if (resource.kind === "subAccount") {
      this.#subAccounts.set(resource.id, resource);
      this.#byName.set(resource.name, resource);
    } else if (resource.kind === "whitelist") {
      this.#whitelist.set(resource.id, resource);
      this.#byIp.set(resource.ip, resource);
    } else if (resource.kind === "staticIp") {
      this.#staticIps.set(resource.id, resource);
      this.#byExit.set(resource.exitId, resource);
      this.#staticChanges += 1;
    } else if (resource.kind === "blockedTarget") this.blockedTargets.set(resource);
    else if (isSupplyFact(resource)) this.supply.set(resource);
    else if (resource.kind !== "exit") {
      this.#ports.set(resource.id, resource);
      this.#byPort.set(resource.port, resource);
      if (resource.kind === "unlimitedPort") this.#unlimitedPorts.set(resource.id, resource);
      this.#portChanges += 1;
    } else if (resource.product === "unlimited") {
      this.#unlimitedExits.set(resource.id, resource);
      this.#unlimitedExitChanges += 1;
    } else if (resource.product === "pool") {
      addExit(this.exits, resource);
      this.prefixes.set(resource);
      this.#poolChanges += 1;
    } else if (isStatic(resource)) {
      this.#staticExits.set(resource.id, resource);
      this.#staticChanges += 1;
    }
  }

  #delete(kind: FactKind, id: string): void {
    if (kind === "subAccount") {
      const known = this.#subAccounts.get(id);
      this.#subAccounts.delete(id);
      if (known && this.#byName.get(known.name) === known) this.#byName.delete(known.name);
    } else if (kind === "whitelist") {
      const known = this.#whitelist.get(id);
      this.#whitelist.delete(id);
      if (known && this.#byIp.get(known.ip) === known) this.#byIp.delete(known.ip);
    } else if (kind === "staticIp") {
      const known = this.#staticIps.get(id);
      if (this.#staticIps.delete(id)) this.#staticChanges += 1;
      if (known && this.#byExit.get(known.exitId) === known) this.#byExit.delete(known.exitId);
    } else if (kind === "blockedTarget") this.blockedTargets.delete(id);
    else if (isSupply(kind)) this.supply.delete(kind, id);
    else if (kind !== "exit") this.#deletePort(kind, id);
    else if (this.#unlimitedExits.delete(id)) this.#unlimitedExitChanges += 1;
    else if (this.#staticExits.delete(id)) this.#staticChanges += 1;
    else if (removeExit(this.exits, id)) {
      this.prefixes.delete(id);
      this.#poolChanges += 1;
    }
  }

  #deletePort(kind: PortKind, id: string): void {
    const known = this.#ports.get(id);
    if (known?.kind !== kind) return;
    this.#ports.delete(id);
    this.#unlimitedPorts.delete(id);
    if (this.#byPort.get(known.port) === known) this.#byPort.delete(known.port);
    this.#portChanges += 1;
  }
}

/** Whether clients connect to the exit's own address. */
function isStatic({ product }: ExitFact): boolean {
  return product === "static" || product === "short";
}

/** Whether a whitelist entry has expired at `now`. */
export function hasExpired(entry: WhitelistFact, now: number): boolean {
  return entry.expiresAt !== null && now >= entry.expiresAt;
}
