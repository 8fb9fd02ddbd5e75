/** Waits in tests until something becomes true. */

/** From look to look: a tenth of what was waited so far, so that waiting does not slow what it is for. */
const stepAfter = (waitedMs: number) => Math.min(Math.max(10, waitedMs / 10), 100);

/**
 * Waits until `check` returns something truthy and returns that.
 * @throws Error naming `what` where it does not within `timeoutMs`
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
