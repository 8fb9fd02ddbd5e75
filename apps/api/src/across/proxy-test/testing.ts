/** Helpers for tests of the proxy test: free ports, and fake gateways. */
import { createServer, type Socket } from "node:net";

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
