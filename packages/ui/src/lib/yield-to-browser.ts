/**
 * Lets the browser handle clicks, keys and frames before code that takes milliseconds. Continues
 * at once in browsers without `scheduler.yield`.
 */
export async function yieldToBrowser(): Promise<void> {
  if ("scheduler" in globalThis) await scheduler.yield?.();
}
