/** Listens on one port at several addresses of the machine, IPv4 and IPv6. */
import type { Engine, ListenAt, Listening, Peer } from "./engine.ts";

/**
 * Listens at each host; with port 0 the first host's port is used for all. If one address cannot be
 * bound, closes the others and rejects.
 */
export async function listenAtAll(
  engine: Engine,
  hosts: readonly string[],
  at: Omit<ListenAt, "host" | "ipv6Only">,
  onClient: (client: Peer) => void,
): Promise<Listening> {
  const open: Listening[] = [];
  const stop = () => {
    for (const each of open) each.stop();
  };
  let { port } = at;
  try {
    for (const host of hosts) {
      // Otherwise `::` would also accept IPv4 connections, which belong to another listener.
      const only = hosts.length > 1 && host.includes(":") ? { ipv6Only: true as const } : {};
      const listening = await engine.listen({ ...at, ...only, host, port }, onClient);
      open.push(listening);
      ({ port } = listening);
    }
  } catch (error) {
    stop();
    throw error;
  }
  return { port, stop };
}
