import { ANSWER_TIMEOUT_MS, serverReach } from "./server-reach.ts";

const whenOnline = () =>
  new Promise((resolve) => addEventListener("online", resolve, { once: true }));

/**
 * Whether the server answers. Browsers report a machine without a network as offline, although a
 * server on it responds.
 */
export const isReachable = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Runs a dynamic import once the network is available. A failed import stays failed as long as the
 * page lives: browsers do not retry it.
 */
export async function onceOnline<T>(load: () => Promise<T>): Promise<T> {
  if (!navigator.onLine) {
    const reconnected = whenOnline();
    await Promise.race([
      reconnected,
      isReachable().then((here) => (here ? undefined : reconnected)),
    ]);
  }
  return serverReach.watchPart(load());
}
