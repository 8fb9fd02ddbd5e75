/** Names that customers give us, resolved without waiting for each other. */
import { Resolver } from "node:dns/promises";

/** Of one question to one name server; the second one waits a little longer. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks name servers (`host:port`; without, the system's) for every address of a name, IPv4 first;
 * rejects where there is none. The system's own resolver keeps a thread for each name, of which there
 * are two: ten names whose server is silent would hold up everybody's for a minute.
 */
export function resolver(servers?: string[]): (host: string) => Promise<string[]> {
  return async (host) => {
    // Another each time: which servers the system has is read once.
    const asks = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) asks.setServers(servers);
    const [ipv4, ipv6] = await Promise.allSettled([asks.resolve4(host), asks.resolve6(host)]);
    const found = [ipv4, ipv6].flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    if (found.length === 0) throw new Error(`no address of ${host}`);
    return found;
  };
}
