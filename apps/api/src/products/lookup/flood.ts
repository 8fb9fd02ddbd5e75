/** How often one network may ask the lookup service; in memory, since an answer costs next to nothing. */
import { networkOf } from "@turnpike/rules/network-of.ts";

/** Addresses that one network asks for within a minute; a question that names none counts as one. */
export const mostAMinute = 300;
const windowMs = 60_000;
/** Beyond, the oldest are forgotten: an attacker with many addresses is let pass, not remembered. */
const mostNetworks = 20_000;

export class Flood {
  #windows = new Map<string, { until: number; asked: number }>();

  /**
   * Counts what is asked for, where there is room; answers after how many seconds there is, 0 where
   * there is now.
   */
  count(ip: string, now: number, addresses = 1): number {
    const network = networkOf(ip);
    const window = this.#windows.get(network);
    // The clock may have been set back as well.
    if (!window || window.until <= now || window.until > now + windowMs) {
      this.#windows.delete(network);
      if (this.#windows.size >= mostNetworks) this.#forgetFirst();
      this.#windows.set(network, { until: now + windowMs, asked: addresses });
      return 0;
    }
    if (window.asked + addresses > mostAMinute)
      return Math.max(1, Math.ceil((window.until - now) / 1_000));
    window.asked += addresses;
    return 0;
  }

  #forgetFirst(): void {
    const [first] = this.#windows.keys();
    if (first !== undefined) this.#windows.delete(first);
  }
}
