/**
 * Tells a wrong place from one where only other nodes have exits: there is "no exit now", since the
 * customer's request is right (spec/nodes#ownership). The hub knows the exits of all nodes.
 */
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { filterKey, type PlaceFilter } from "@turnpike/rules/username.ts";

const askTimeoutMs = 1_000;
/** How long an answer is cached. */
const cacheMs = 10_000;
const maxCached = 10_000;
/** No place has a longer name: the hub would count the question as malformed, which blames this machine. */
const longestName = 100;
/** The most requests per second; beyond that, a place is treated as unknown. */
const maxPerSecond = 20;

interface CachedAnswer {
  until: number;
  exists: boolean;
}

export class OtherNodes {
  #link: Pick<GatewayLink, "ask">;
  #cache = new Map<string, CachedAnswer>();
  #second = 0;
  #askedInSecond = 0;

  constructor(link: Pick<GatewayLink, "ask">) {
    this.#link = link;
  }

  /** Returns `refused`, or "noExit" if another node has an exit in this place. */
  async correctRefusal(refused: Refused, filter: PlaceFilter): Promise<Refused> {
    const exists = await this.#exists(filter);
    return exists ? { reason: "noExit", detail: "this place is at other gateways" } : refused;
  }

  async #exists(filter: PlaceFilter): Promise<boolean> {
    if (Object.values(filter).some((name) => String(name).length > longestName)) return false;
    const key = filterKey(filter);
    const now = performance.now();
    const known = this.#cache.get(key);
    if (known !== undefined && now < known.until) return known.exists;
    if (!this.#mayAsk(now)) return false;
    try {
      const { exists } = await this.#link.ask("elsewhere", { filter }, askTimeoutMs);
      if (this.#cache.size >= maxCached) this.#cache.clear();
      this.#cache.set(key, { until: now + cacheMs, exists });
      return exists;
    } catch {
      // Without the hub, other nodes' exits are unknown.
      return false;
    }
  }

  #mayAsk(now: number): boolean {
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) [this.#second, this.#askedInSecond] = [second, 0];
    this.#askedInSecond += 1;
    return this.#askedInSecond <= maxPerSecond;
  }
}
