/** The engine for every platform: Node's own sockets, bytes copied through pooled buffers. */
import { connect, createServer, type Server, Socket, type SocketConstructorOpts } from "node:net";
import { backlog, type Dial, type Engine, type ListenAt, type Peer } from "../engine.ts";
import { CopiedRelay } from "./copied-relay.ts";
import { LocalPorts } from "./local-ports.ts";
import { PortablePeer, type Shared as PeersShared } from "./peer.ts";
import { secureSocket, secureTargetSocket, stockPeer } from "./secure.ts";
import { openSendQueues } from "./send-queues.ts";
import { young } from "../../lib/young.ts";

/** How many local ports are tried, since another socket may use one. */
const maxPorts = 20;

export interface PortableOptions {
  /** The index of this worker, and the gateway's number of workers. */
  worker: number;
  workers: number;
  random: () => number;
  /** Local ports that connections must not use: the listening ports of unlimited plans. */
  isTaken?: (port: number) => boolean;
  /** Called with what a peer's listener threw. */
  onError: (error: unknown) => void;
}

/** Opens the engine, which does not need to be closed. */
export function openPortableEngine(options: PortableOptions): Engine {
  const shared: Shared = {
    ports: new LocalPorts(options),
    onError: options.onError,
    queues: openSendQueues(),
  };
  return {
    name: "portable",
    listen: async (at, onClient) => {
      const server = await bind(at);
      const { limiter } = at;
      const freed = (peer: Peer) => limiter.closed(peer);
      accept(server, { shared, read: at.buffers?.read }, (peer) => {
        if (!limiter.accepted(peer)) return peer.destroy();
        peer.onFreed = freed;
        if (!peer.closed) peer.guard(() => onClient(peer));
      });
      const address = server.address();
      return {
        port: typeof address === "object" && address !== null ? address.port : at.port,
        stop: () => void server.close(),
      };
    },
    connect: (to, done) => dial(shared, to, done, maxPorts),
    secure: (client, options, done) => {
      if (!(client instanceof PortablePeer)) throw new Error("this peer is another engine's");
      client.pause();
      // Not from within a read of the socket.
      setImmediate(() => {
        if (client.closed) return done(null);
        done(secureSocket(shared, { client, socket: client.socket }, options));
      });
    },
    secureTarget: (peer, to, done) => {
      if (!(peer instanceof PortablePeer)) throw new Error("this peer is another engine's");
      secureTargetSocket(shared, { socket: peer.socket, address: peer.address }, to, done);
    },
    relay: (asked) => new CopiedRelay(asked),
  };
}

interface Shared extends PeersShared {
  ports: LocalPorts;
}

/** Each worker has its own listener and the kernel distributes connections, unless `exclusive`. */
function bind({ host, port, exclusive, ipv6Only }: ListenAt): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true });
  const reusePort = process.platform === "linux" && !exclusive;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, reusePort, backlog, ipv6Only: ipv6Only ?? false }, () => {
      server.off("error", reject);
      // A failed accept affects one connection only; the next may succeed.
      server.on("error", () => {});
      resolve(server);
    });
  });
}

interface AcceptedHandle {
  setNoDelay?(on: boolean): void;
}
interface ListeningHandle extends AcceptedHandle {
  onconnection?: (error: number, handle: AcceptedHandle | undefined) => void;
}

/**
 * `Server` does not support `onread`, so sockets are created here from the handles that the kernel
 * accepts. If Node's internals do not allow that, stock reads are used.
 */
function accept(
  server: Server,
  { shared, read }: { shared: PeersShared; read: number | undefined },
  onClient: (client: PortablePeer) => void,
): void {
  const { _handle: listening } = server as unknown as { _handle?: ListeningHandle | null };
  if (typeof listening?.onconnection !== "function") {
    server.on("connection", (socket) => onClient(stockPeer(socket, shared)));
    return;
  }
  // Linux gives accepted sockets the option of the listening one.
  const inherits = process.platform === "linux" && listening.setNoDelay !== undefined;
  if (inherits) listening.setNoDelay?.(true);
  listening.onconnection = (error, handle) => {
    // Without a free descriptor libuv silently closes all pending clients; see `Descriptors`.
    if (error || !handle) return;
    if (!inherits) handle.setNoDelay?.(true);
    onClient(
      new PortablePeer(
        shared,
        (onread) => {
          const options = { handle, allowHalfOpen: true, pauseOnCreate: true, onread };
          return new Socket(options as unknown as SocketConstructorOpts);
        },
        read,
      ),
    );
  };
}

function dial(shared: Shared, to: Dial, done: (opened: Peer | Error) => void, tries: number): void {
  const { localAddress, timeoutMs } = to;
  const began = Date.now();
  const localPort = localAddress ? shared.ports.next(localAddress) : undefined;
  open(shared, { ...to, localPort }, (opened) => {
    const again = opened instanceof Error && localAddress && tries > 1 && portIsTaken(opened);
    if (!again) return done(opened);
    const leftMs = Math.max(timeoutMs - (Date.now() - began), 1);
    dial(shared, { ...to, timeoutMs: leftMs }, done, tries - 1);
  });
}

function portIsTaken(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EADDRINUSE" || code === "EADDRNOTAVAIL";
}

function open(
  shared: Shared,
  to: Dial & { localPort: number | undefined },
  done: (opened: Peer | Error) => void,
): void {
  const { address: host, port, localAddress, localPort, timeoutMs } = to;
  let peer: PortablePeer;
  try {
    peer = new PortablePeer(
      shared,
      (onread) => {
        const from = { localAddress, localPort };
        return connect({ host, port, ...from, allowHalfOpen: true, noDelay: true, onread }).pause();
      },
      to.buffers?.read,
    );
  } catch (error) {
    // `connect` throws for an address family that this machine does not have.
    return done(error instanceof Error ? error : new Error(String(error)));
  }
  const timer = setTimeout(() => {
    peer.onClose = () => {};
    peer.destroy();
    done(Object.assign(new Error("the connection timed out"), { code: "ETIMEDOUT" }));
  }, timeoutMs);
  peer.onClose = young((error) => {
    clearTimeout(timer);
    done(error ?? new Error("closed"));
  });
  // A socket reaches the address it was given; querying it costs a system call per tunnel.
  peer.address = host;
  peer.socket.once("connect", () => {
    clearTimeout(timer);
    peer.onClose = () => {};
    peer.guard(() => done(peer));
  });
}
