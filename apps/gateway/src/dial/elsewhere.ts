/**
 * A place that no exit of this node has may be another node's: then there is no exit now, and what the
 * customer wrote is right (spec/nodes#ownership). The hub knows.
 */
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { filterKey, type PlaceFilter } from "@turnpike/rules/username.ts";

const askTimeoutMs = 1_000;
/** An answer is believed for so long. */
const keepMs = 10_000;
const maxKept = 10_000;
/** Questions in a second; beyond, a place counts as unknown. */
const maxPerSecond = 20;

interface Known {
  until: number;
  exists: boolean;
}

export class Elsewhere {
  #link: Pick<GatewayLink, "ask">;
  #known = new Map<string, Known>();
  #second = 0;
  #asked = 0;

  constructor(link: Pick<GatewayLink, "ask">) {
    this.#link = link;
  }

  /** The refusal of a place that this node does not have, or that of one which another node has. */
  async refusalOf(refused: Refused, filter: PlaceFilter): Promise<Refused> {
    const exists = await this.#exists(filter);
    return exists ? { reason: "noExit", detail: "this place is at other gateways" } : refused;
  }

  async #exists(filter: PlaceFilter): Promise<boolean> {
    const key = filterKey(filter);
    const now = performance.now();
    const known = this.#known.get(key);
    if (known !== undefined && now < known.until) return known.exists;
    if (!this.#mayAsk(now)) return false;
    try {
      const { exists } = await this.#link.ask("elsewhere", { filter }, askTimeoutMs);
      if (this.#known.size >= maxKept) this.#known.clear();
      this.#known.set(key, { until: now + keepMs, exists });
      return exists;
    } catch {
      // Without the hub nobody knows of other nodes.
      return false;
    }
  }

  #mayAsk(now: number): boolean {
    const second = Math.floor(now / 1_000);
    if (second !== this.#second) [this.#second, this.#asked] = [second, 0];
    this.#asked += 1;
    return this.#asked <= maxPerSecond;
  }
}
