/** The lookup service's own port (spec/lookup#calls). */
import { BACKLOG } from "../../platform/http/connections.ts";
import type { Services } from "../../platform/services.ts";
import { createLookupServer } from "./server.ts";

export interface LookupPort {
  /** The URL of the service; empty if the port could not be bound. */
  url: string;
  stop(): Promise<void>;
}

/** How long requests in progress may take at shutdown. */
const lastCallsMs = 3_000;

/**
 * Listens on HOST; port 0 takes any free port. If the port cannot be bound, it logs a warning and
 * the API runs without the lookup service.
 */
export async function startLookup(
  services: Services,
  port: number,
  maxConnections?: number,
): Promise<LookupPort> {
  const { env, log } = services;
  const app = await createLookupServer(services, maxConnections);
  try {
    await app.listen({ host: env.HOST, port, backlog: BACKLOG });
  } catch (error) {
    log.warn(
      { port, error: (error as Error).message },
      "lookup listen failed: the port cannot be bound",
    );
    await app.close();
    return { url: "", stop: async () => undefined };
  }
  const address = app.server.address();
  const bound = typeof address === "object" && address ? address.port : port;
  const host = env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST;
  return {
    url: `http://${host}:${bound}`,
    stop: async () => {
      const late = setTimeout(() => app.server.closeAllConnections(), lastCallsMs);
      await app.close();
      clearTimeout(late);
    },
  };
}
