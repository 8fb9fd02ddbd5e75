/** Helpers for tests of the proxy test: free ports, whole gateways and fake ones. */
import { createServer, type Socket } from "node:net";
import { connectIpc } from "@turnpike/link/ipc.ts";
import { openLog } from "../../../../gateway/src/lib/log.ts";
import { realWorld } from "../../../../gateway/src/lib/world.ts";
import { startGateway, type GatewayOptions } from "../../../../gateway/src/serve.ts";
import type { TestHubApi } from "../request-log/testing.ts";

/** Starts a gateway worker of the API's own machine, from which clients reach `allow`. */
export const startGatewayOf = (
  { linkPath }: TestHubApi,
  given: Pick<GatewayOptions, "port" | "journalFolder" | "allow"> & Partial<GatewayOptions>,
) =>
  startGateway({
    host: "127.0.0.1",
    gateway: "local-1",
    epoch: "e1",
    worker: 1,
    workers: 1,
    link: connectIpc(linkPath, { worker: 1, epoch: "e1" }),
    world: realWorld(),
    log: openLog("error", "test"),
    ownNames: [],
    ...given,
  });

export interface Peer {
  port: number;
  stop: () => Promise<void>;
}

/** Listens on loopback and calls `behave` with each connection. */
export async function startPeer(behave: (socket: Socket) => void): Promise<Peer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    behave(socket);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
