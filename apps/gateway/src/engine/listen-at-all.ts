/** One port at several addresses of the machine, IPv4 and IPv6. */
import type { Engine, ListenAt, Listening, Peer } from "./engine.ts";

/**
 * Listens at each host; with port 0 the first one's port is taken everywhere. Where one address cannot
 * be bound none is, and it rejects.
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
      // Else `::` would take IPv4 connections too, which are another address's.
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
