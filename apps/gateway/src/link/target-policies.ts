/** Lists of domains that the operator refuses, in memory (spec/operator#target-policy). */
import type { TargetPolicy } from "@turnpike/contract/target-facts.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { NameSet } from "@turnpike/rules/name-set.ts";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import type { Grant } from "./grant.ts";

/** A list whose names are here, perhaps of an earlier version than the one that is wanted. */
interface Installed {
  sha256: string;
  set: NameSet;
}
interface Rule {
  refused: Refused;
  exceptApproved: boolean;
  set: NameSet;
}

export class TargetPolicies {
  #wanted: readonly TargetPolicy[] = [];
  #installed = new Map<string, Installed>();
  #byPool = new Map<string, Rule[]>();
  #changes = 0;
  /** Whether any list is in force: nothing else of this class costs anything without one. */
  isActive = false;

  /** Increases with each change, so that open connections are judged once for each. */
  get changes(): number {
    return this.#changes;
  }

  /** Lists that are wanted, and of how many their newest version is not here. */
  counts(): { policyNames: number; policiesMissing: number } {
    let policyNames = 0;
    for (const { set } of this.#installed.values()) policyNames += set.names;
    return { policyNames, policiesMissing: this.missing().length };
  }

  /** Those whose newest version is not here. */
  missing(): TargetPolicy[] {
    return this.#wanted.filter(({ name, sha256 }) => !this.has(name, sha256));
  }

  /** Whether a list is here, in any version or in this one. */
  has(name: string, sha256?: string): boolean {
    const installed = this.#installed.get(name);
    return installed !== undefined && (sha256 === undefined || installed.sha256 === sha256);
  }

  /** Takes what the operator set. A list that is here is in force at once, whatever its version. */
  want(policies: readonly TargetPolicy[]): void {
    this.#wanted = policies;
    const names = new Set(policies.map(({ name }) => name));
    for (const name of this.#installed.keys()) if (!names.has(name)) this.#installed.delete(name);
    this.#changed();
  }

  /** Takes a list's names, in place of those of an earlier version. */
  install(name: string, sha256: string, set: NameSet): void {
    this.#installed.set(name, { sha256, set });
    this.#changed();
  }

  /** Why a host is refused to a grant's holder; null if it is in no list that counts for him. */
  refusal(grant: Grant, host: string, isApproved: () => boolean): Refused | null {
    const { product, pool = firstPool } = grant;
    const place = product === "traffic" ? pool : product;
    let rules = this.#byPool.get(place);
    if (rules === undefined) {
      rules = this.#rulesOf(place);
      this.#byPool.set(place, rules);
    }
    for (const { set, refused, exceptApproved } of rules)
      if (set.covers(host) && !(exceptApproved && isApproved())) return refused;
    return null;
  }

  #rulesOf(place: string): Rule[] {
    return this.#wanted.flatMap(({ name, pools, exceptApproved }): Rule[] => {
      const installed = this.#installed.get(name);
      if (installed === undefined || (pools !== null && !pools.includes(place))) return [];
      const whose = exceptApproved ? "; open to accounts with an approved identity" : "";
      const refused: Refused = { reason: "targetPolicy", detail: `list ${name}${whose}` };
      return [{ refused, exceptApproved, set: installed.set }];
    });
  }

  #changed(): void {
    this.#changes += 1;
    this.#byPool.clear();
    this.isActive = this.#installed.size > 0;
  }
}
