/** Rate limit per network for the lookup service; in memory, since requests cost little. */
import { networkOf } from "@turnpike/rules/network-of.ts";

/** Addresses that one network may look up per minute; a request without addresses counts as one. */
export const maxPerMinute = 300;
const windowMs = 60_000;
/** Beyond this the oldest are forgotten: an attack from many networks must not exhaust memory. */
const maxNetworks = 20_000;

export class NetworkRateLimiter {
  #windows = new Map<string, { until: number; asked: number }>();

  /**
   * Counts a request's addresses if they are within the limit. Returns 0 then, else the seconds
   * until the next window.
   */
  count(ip: string, now: number, addresses = 1): number {
    const network = networkOf(ip);
    const window = this.#windows.get(network);
    // The clock may also have been set back.
    if (!window || window.until <= now || window.until > now + windowMs) {
      this.#windows.delete(network);
      if (this.#windows.size >= maxNetworks) this.#removeFirst();
      this.#windows.set(network, { until: now + windowMs, asked: addresses });
      return 0;
    }
    if (window.asked + addresses > maxPerMinute)
      return Math.max(1, Math.ceil((window.until - now) / 1_000));
    window.asked += addresses;
    return 0;
  }

  #removeFirst(): void {
    const [first] = this.#windows.keys();
    if (first !== undefined) this.#windows.delete(first);
  }
}
