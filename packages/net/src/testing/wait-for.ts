/** Waits in tests until something becomes true. */

const stepMs = 10;

/**
 * Waits until `check` returns something truthy and returns that.
 * @throws Error naming `what` where it does not within `timeoutMs`
 */
export async function waitFor<T>(
  what: string,
  check: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  timeoutMs = 5_000,
  everyMs = stepMs,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (performance.now() > end) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
