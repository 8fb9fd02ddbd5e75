/** Waits until it holds, at most so long. */
export async function waitFor(holds: () => boolean, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!holds() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
