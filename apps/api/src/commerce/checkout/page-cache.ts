/** Where payments led a moment ago: whoever opens one again is sent there without a question. */

const KEPT_MS = 20_000;

export interface KeptPages {
  /** The address that was kept; null where there is none, or an old one. */
  find(paymentId: string, now: number): string | null;
  /** Keeps an address from `now` (ms since 1970) on. */
  keep(paymentId: string, url: string, now: number): void;
  /** What the provider knows of it has changed: it is asked at the next visit. */
  forget(paymentId: string): void;
}

export function keptPages(): KeptPages {
  // In the order in which they were kept: the old ones are first.
  const pages = new Map<string, { url: string; at: number }>();
  const isOld = (at: number, now: number) => now - at >= KEPT_MS;
  return {
    find(paymentId, now) {
      const page = pages.get(paymentId);
      return page && !isOld(page.at, now) ? page.url : null;
    },
    keep(paymentId, url, now) {
      for (const [id, { at }] of pages) {
        if (!isOld(at, now)) break;
        pages.delete(id);
      }
      pages.delete(paymentId);
      pages.set(paymentId, { url, at: now });
    },
    forget(paymentId) {
      pages.delete(paymentId);
    },
  };
}
