/** Finds a provider's endpoints when they are first needed; an unreachable provider delays nobody. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Configuration } from "openid-client";

/** The longest wait of the first request; the login page appears without the provider then. */
const FIRST_WAIT_MS = 1_000;
/** The wait after a failure before the next try. */
const PAUSE_MS = 30_000;
/** Endpoints hardly ever change. */
const FRESH_MS = 24 * 3_600_000;

export interface Discovery {
  /** The configuration without a long wait; null while the provider is unreachable. */
  available(): Promise<Configuration | null>;
  /** Waits for the provider; throws if it is unreachable. */
  required(): Promise<Configuration>;
}

/**
 * Caches what `find` returns (it has a timeout of its own). An old answer is used while a newer one
 * is fetched.
 */
export function cachedDiscovery(
  find: () => Promise<Configuration>,
  failed: (error: unknown) => void,
): Discovery {
  let cached: Configuration | null = null;
  let pending: Promise<Configuration> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let everTried = false;

  function refresh(): Promise<Configuration> {
    pending ??= find()
      .then((config) => {
        cached = config;
        return config;
      })
      .catch((error: unknown) => {
        failed(error);
        throw error;
      })
      .finally(() => {
        triedAt = performance.now();
        pending = null;
      });
    return pending;
  }

  return {
    async available() {
      const isDue = performance.now() - triedAt > (cached ? FRESH_MS : PAUSE_MS);
      if (!isDue && !pending) return cached;
      const refreshed = refresh().catch(() => null);
      if (cached || everTried) return cached;
      const config = await Promise.race([refreshed, sleep(FIRST_WAIT_MS, null, { ref: false })]);
      everTried = true;
      return config;
    },
    required: async () => cached ?? refresh(),
  };
}
