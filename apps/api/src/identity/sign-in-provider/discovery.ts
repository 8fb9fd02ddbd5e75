/** Finds a provider's endpoints once, when they are first needed; an absent provider costs nothing. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Configuration } from "openid-client";

/** The first asker waits so long; a page that offers a login appears without it then. */
const FIRST_WAIT_MS = 1_000;
/** After a failure nobody asks again for so long. */
const PAUSE_MS = 30_000;
/** Endpoints hardly ever change. */
const FRESH_MS = 24 * 3_600_000;

export interface Found {
  /** What is known without waiting for long: null while the provider cannot be found. */
  now(): Promise<Configuration | null>;
  /** Waits for the provider; throws where it cannot be found. */
  surely(): Promise<Configuration>;
}

/**
 * Keeps what `find` found (it has a time-out of its own). While an older answer is known it serves,
 * and a newer one is fetched beside it.
 */
export function keptDiscovery(
  find: () => Promise<Configuration>,
  failed: (error: unknown) => void,
): Found {
  let known: Configuration | null = null;
  let under: Promise<Configuration> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let everTried = false;

  function ask(): Promise<Configuration> {
    under ??= find()
      .then((found) => {
        known = found;
        return found;
      })
      .catch((error: unknown) => {
        failed(error);
        throw error;
      })
      .finally(() => {
        triedAt = performance.now();
        under = null;
      });
    return under;
  }

  return {
    async now() {
      const due = performance.now() - triedAt > (known ? FRESH_MS : PAUSE_MS);
      if (!due && !under) return known;
      const asked = ask().catch(() => null);
      if (known || everTried) return known;
      const found = await Promise.race([asked, sleep(FIRST_WAIT_MS, null, { ref: false })]);
      everTried = true;
      return found;
    },
    surely: async () => known ?? ask(),
  };
}
