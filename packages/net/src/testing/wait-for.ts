/** Waits in tests until something becomes true. */

/** The polling interval: a tenth of the time so far, to not slow down what is waited for. */
const stepAfter = (waitedMs: number) => Math.min(Math.max(10, waitedMs / 10), 100);

/**
 * Polls until `check` returns something truthy, and returns that.
 * @throws Error naming `what` if that takes longer than `timeoutMs`
 */
export async function waitFor<T>(
  what: string,
  check: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  timeoutMs = 5_000,
  everyMs?: number,
): Promise<T> {
  const began = performance.now();
  for (;;) {
    const found = await check();
    if (found) return found;
    const waitedMs = performance.now() - began;
    if (waitedMs > timeoutMs) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs ?? stepAfter(waitedMs)));
  }
}
