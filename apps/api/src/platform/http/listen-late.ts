/** A port that listens at once and whose server is made at its first connection. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { BACKLOG } from "./connections.ts";

/** After a start that failed no other is tried for so long: each is a line of the log. */
const RETRY_MS = 1_000;
/** How long calls in progress may take at shutdown. */
const DRAIN_MS = 3_000;

export interface LatePlace {
  /** In the log. */
  name: string;
  host: string;
  /** 0 picks any free port. */
  port: number;
  /** The most connections until the server is there, which then limits them itself. */
  room: number;
  log: Logger;
}

export interface LateServer {
  /** The port that was bound. */
  port: number;
  stop(): Promise<void>;
}

/**
 * Resolves when the port is bound. Connections wait until `make` is done, and the server then
 * listens on the same handle. If `make` fails they are ended, and the first one
 * after a second tries again.
 * @throws Error if the port cannot be bound
 */
export async function listenLate(
  { name, host, port, room, log }: LatePlace,
  make: () => Promise<FastifyInstance>,
): Promise<LateServer> {
  /** Those that came before the server; it does not count them when it closes. */
  const early = new Set<Socket>();
  let failedAt = Number.NEGATIVE_INFINITY;
  let made: Promise<FastifyInstance | null> | null = null;
  // Sockets as an HTTP server makes them.
  const door = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (one) => {
    if (made === null && performance.now() - failedAt < RETRY_MS) return one.destroy();
    early.add(one);
    one.once("close", () => early.delete(one));
    one.on("error", destroy);
    made ??= takeOver().catch((error: unknown) => {
      log.error({ server: name, err: error }, "server start failed");
      for (const socket of early) socket.destroy();
      made = null;
      failedAt = performance.now();
      return null;
    });
    return undefined;
  });
  door.maxConnections = room;

  async function takeOver(): Promise<FastifyInstance> {
    const app = await make();
    await app.ready();
    app.server.listen(door, BACKLOG);
    await once(app.server, "listening");
    for (const socket of early) {
      socket.off("error", destroy);
      app.server.emit("connection", socket);
      socket.resume();
    }
    return app;
  }

  door.listen({ host, port, backlog: BACKLOG });
  await once(door, "listening");
  door.on("error", (error) =>
    log.error({ server: name, error: error.message }, "connection accept failed"),
  );
  return {
    port: (door.address() as AddressInfo).port,
    stop: async () => {
      const app = await made;
      if (app === null) {
        door.close();
        for (const socket of early) socket.destroy();
        return;
      }
      const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      await Promise.all([app.close(), ...[...early].map(closed)]);
      clearTimeout(force);
    },
  };
}

/** Resolves when a socket is closed, however it ends: `once` of `node:events` rejects at an error. */
const closed = (socket: Socket) => new Promise<void>((done) => socket.once("close", () => done()));

function destroy(this: Socket): void {
  this.destroy();
}
