/** The pool's exits that are prefixes. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { networkMatcher } from "@turnpike/rules/network.ts";

/**
 * Exits that are prefixes. A local route leads their addresses to this machine though no interface
 * has them, so none of them may be a target.
 */
export class ExitPrefixes {
  #networks = new Map<string, string>();
  #matches: ((address: string) => boolean) | null = null;

  set({ id, ip, prefix }: ExitFact): void {
    if (prefix === undefined) return;
    this.#networks.set(id, `${ip}/${prefix}`);
    this.#matches = null;
  }

  delete(id: string): void {
    if (this.#networks.delete(id)) this.#matches = null;
  }

  clear(): void {
    this.#networks.clear();
    this.#matches = null;
  }

  /** Whether one of the prefixes contains a canonical address. */
  has(address: string): boolean {
    if (this.#networks.size === 0 || !address.includes(":")) return false;
    this.#matches ??= networkMatcher([...this.#networks.values()]);
    return this.#matches(address);
  }
}
