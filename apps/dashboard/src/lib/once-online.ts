const online = () => new Promise((resolve) => addEventListener("online", resolve, { once: true }));

/**
 * Loads code that comes on its own once there is a network to load it by. An import that failed
 * stays failed for as long as the page lives: browsers do not try it again.
 */
export async function onceOnline<T>(load: () => Promise<T>): Promise<T> {
  if (!navigator.onLine) await online();
  return load();
}
