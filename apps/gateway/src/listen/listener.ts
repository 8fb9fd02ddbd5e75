/** The gateway's port: each worker listens for itself, the kernel shares connections out. */
import { createServer } from "node:net";
import { acceptInlets } from "../inlet.ts";
import type { Gateway } from "../passage.ts";
import { welcome } from "./first-byte.ts";

export interface Listener {
  /** The port that is bound. */
  port: number;
  /** Accepts nobody any more; open connections stay. */
  stop(): void;
}

const backlog = 4_096;

/** Rejects when the address cannot be bound. */
export async function listen(
  gateway: Gateway,
  at: { host: string; port: number; mostClients: number },
): Promise<Listener> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true });
  const reusePort = process.platform === "linux";
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: at.host, port: at.port, reusePort, backlog }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  let clients = 0;
  acceptInlets(server, (inlet) => {
    if (clients >= at.mostClients) return void inlet.socket.destroy();
    clients += 1;
    inlet.socket.once("close", () => {
      clients -= 1;
    });
    return welcome(gateway, inlet);
  });
  server.on("error", (error) => gateway.log.error({ error: String(error) }, "accepting failed"));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : at.port,
    stop: () => void server.close(),
  };
}
