/** What the gateway knows of accounts, whitelists and exits: the hub's state, mirrored. */
import type {
  ExitFact,
  Fact,
  FactKind,
  News,
  SubAccountFact,
  WhitelistFact,
} from "@turnpike/contract/data-plane.ts";
import {
  addExit,
  buildExitIndex,
  type ExitIndex,
  removeExit,
} from "@turnpike/rules/exit-choice.ts";

export class Snapshot {
  /** Exits of the pool, by place. */
  exits: ExitIndex<ExitFact> = buildExitIndex<ExitFact>([]);
  #subAccounts = new Map<string, SubAccountFact>();
  #byName = new Map<string, SubAccountFact>();
  #whitelist = new Map<string, WhitelistFact>();
  #byIp = new Map<string, WhitelistFact>();

  /** `name` in lower case. */
  subAccountByName(name: string): SubAccountFact | null {
    return this.#byName.get(name) ?? null;
  }

  subAccount(id: string): SubAccountFact | null {
    return this.#subAccounts.get(id) ?? null;
  }

  whitelistEntry(id: string): WhitelistFact | null {
    return this.#whitelist.get(id) ?? null;
  }

  /** The entry for a canonical address, unless it expired by `now`. */
  whitelistByIp(ip: string, now: number): WhitelistFact | null {
    const entry = this.#byIp.get(ip) ?? null;
    return entry && !hasExpired(entry, now) ? entry : null;
  }

  /** The whole state at once: what is not in it is gone. */
  replace(facts: Fact[]): void {
    this.#subAccounts.clear();
    this.#byName.clear();
    this.#whitelist.clear();
    this.#byIp.clear();
    const exits: ExitFact[] = [];
    for (const fact of facts) {
      if (fact.kind === "exit") exits.push(fact);
      else this.#put(fact);
    }
    this.exits = buildExitIndex(exits.filter(({ product }) => product === "pool"));
  }

  change({ puts, drops }: Extract<News, { kind: "change" }>): void {
    for (const { kind, id } of drops) this.#drop(kind, id);
    for (const fact of puts) this.#put(fact);
  }

  counts(): { subAccounts: number; whitelist: number; exits: number } {
    return {
      subAccounts: this.#subAccounts.size,
      whitelist: this.#whitelist.size,
      exits: this.exits.byId.size,
    };
  }

  #put(fact: Fact): void {
    this.#drop(fact.kind, fact.id);
    if (fact.kind === "subAccount") {
      this.#subAccounts.set(fact.id, fact);
      this.#byName.set(fact.name, fact);
    } else if (fact.kind === "whitelist") {
      this.#whitelist.set(fact.id, fact);
      this.#byIp.set(fact.ip, fact);
    } else if (fact.product === "pool") addExit(this.exits, fact);
  }

  #drop(kind: FactKind, id: string): void {
    if (kind === "subAccount") {
      const known = this.#subAccounts.get(id);
      this.#subAccounts.delete(id);
      if (known && this.#byName.get(known.name) === known) this.#byName.delete(known.name);
    } else if (kind === "whitelist") {
      const known = this.#whitelist.get(id);
      this.#whitelist.delete(id);
      if (known && this.#byIp.get(known.ip) === known) this.#byIp.delete(known.ip);
    } else removeExit(this.exits, id);
  }
}

/** Whether a whitelist entry's time is over by `now`. */
export function hasExpired(entry: WhitelistFact, now: number): boolean {
  return entry.expiresAt !== null && now >= entry.expiresAt;
}
