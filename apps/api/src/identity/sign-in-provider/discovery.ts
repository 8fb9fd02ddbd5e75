/** Discovers a provider's endpoints on first use; an unreachable provider holds up no page. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Configuration } from "openid-client";

/** Maximum wait of the first request; then the login page is shown without the provider. */
const FIRST_WAIT_MS = 1_000;
/** The pause between a failure and the next attempt. */
const PAUSE_MS = 30_000;
/** Endpoints rarely change. */
const FRESH_MS = 24 * 3_600_000;

export interface Discovery {
  /** The configuration, without a long wait; null while the provider is unreachable. */
  available(): Promise<Configuration | null>;
  /** Waits for the provider; throws if it is unreachable. */
  required(): Promise<Configuration>;
}

/**
 * Caches what `find` returns (it has its own timeout). A stale result is used while a new one is
 * fetched.
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

/** Why a provider's response was refused, without its content, which may include tokens. */
export function reasonOf(error: unknown): string {
  const { name = "", code = "", message = "" } = (error ?? {}) as Record<string, unknown>;
  return [name, code, message]
    .filter((part) => part !== "")
    .join(" ")
    .slice(0, 300);
}
