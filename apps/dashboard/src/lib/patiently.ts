/** Between one attempt and the next; a file that an upgrade took away is not waited for longer. */
const WAITS_MS = [300, 1_200, 3_000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const online = () => new Promise((resolve) => addEventListener("online", resolve, { once: true }));

/**
 * Loads code that comes on its own, again where that fails, and waits for a network where there is
 * none: `lazy` keeps a failure for good, and takes the screen around it down.
 */
export async function patiently<T>(load: () => Promise<T>, waitsMs = WAITS_MS): Promise<T> {
  for (const ms of waitsMs) {
    try {
      return await load();
    } catch {
      await (navigator.onLine ? pause(ms) : online());
    }
  }
  return load();
}
