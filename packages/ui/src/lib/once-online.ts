const online = () => new Promise((resolve) => addEventListener("online", resolve, { once: true }));

/** A machine without any network is called offline by its browser; a server on it answers. */
const answers = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Loads code that comes on its own once there is a network to load it by. An import that failed
 * stays failed for as long as the page lives: browsers do not try it again.
 */
export async function onceOnline<T>(load: () => Promise<T>): Promise<T> {
  if (!navigator.onLine) {
    const back = online();
    await Promise.race([back, answers().then((here) => (here ? undefined : back))]);
  }
  return load();
}
