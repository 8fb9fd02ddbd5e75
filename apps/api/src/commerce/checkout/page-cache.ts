/** Pages that were opened a moment ago: a repeated visit is redirected without asking the provider. */

const KEPT_MS = 20_000;

export interface PageCache {
  /** The address that was kept; null where there is none, or an old one. */
  get(paymentId: string, now: number): string | null;
  /** Keeps an address from `now` (ms since 1970) on. */
  set(paymentId: string, url: string, now: number): void;
  /** The payment has changed at its provider, which is asked again at the next visit. */
  delete(paymentId: string): void;
}

export function pageCache(): PageCache {
  // In the order in which they were kept: the old ones are first.
  const pages = new Map<string, { url: string; at: number }>();
  const isOld = (at: number, now: number) => now - at >= KEPT_MS;
  return {
    get(paymentId, now) {
      const page = pages.get(paymentId);
      return page && !isOld(page.at, now) ? page.url : null;
    },
    set(paymentId, url, now) {
      for (const [id, { at }] of pages) {
        if (!isOld(at, now)) break;
        pages.delete(id);
      }
      pages.delete(paymentId);
      pages.set(paymentId, { url, at: now });
    },
    delete(paymentId) {
      pages.delete(paymentId);
    },
  };
}
