/** Polls until `holds` returns true or the timeout expires. */
export async function waitFor(holds: () => boolean, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!holds() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
