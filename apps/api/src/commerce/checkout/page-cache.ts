/** Caches the URLs of pages for a while: repeated visits are redirected without a new request. */

const KEPT_MS = 20_000;

export interface PageCache {
  /** The cached URL; null if there is none or it is too old. */
  get(paymentId: string, now: number): string | null;
  /** Caches a URL from `now` (ms since 1970) on. */
  set(paymentId: string, url: string, now: number): void;
  /** Drops a payment that changed at its provider; the next visit asks the provider again. */
  delete(paymentId: string): void;
}

export function pageCache(): PageCache {
  // In insertion order: the oldest come first.
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
