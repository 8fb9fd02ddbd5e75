/** The engine that runs wherever Node runs: its own sockets, bytes copied through pooled buffers. */
import {
  connect,
  createServer,
  type Server,
  Socket,
  type SocketConstructorOpts,
  type TcpNetConnectOpts,
} from "node:net";
import { backlog, type Dial, type Engine, type ListenAt, type Peer } from "../engine.ts";
import { CopiedRelay } from "./copied-relay.ts";
import { LocalPorts } from "./local-ports.ts";
import { PortablePeer, type Shared as PeersShared } from "./peer.ts";
import { secureSocket, stockPeer } from "./secure.ts";
import { openSendQueues } from "./send-queues.ts";

/** A local port may be somebody else's: so many are tried. */
const maxPorts = 20;

export interface PortableOptions {
  /** Which of the gateway's workers this is, of how many. */
  worker: number;
  workers: number;
  random: () => number;
  /** Local ports that connections do not leave from: unlimited plans' ports. */
  isTaken?: (port: number) => boolean;
  /** Hears what a peer's listener threw. */
  onError: (error: unknown) => void;
}

/** Opens the engine; there is nothing to close. */
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
    relay: (asked) => new CopiedRelay(asked),
  };
}

interface Shared extends PeersShared {
  ports: LocalPorts;
}

/** Each worker listens for itself, the kernel shares connections out; but for exclusive ones. */
function bind({ host, port, exclusive, ipv6Only }: ListenAt): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true });
  const reusePort = process.platform === "linux" && !exclusive;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, reusePort, backlog, ipv6Only: ipv6Only ?? false }, () => {
      server.off("error", reject);
      // A failed accept concerns one connection; the next may succeed.
      server.on("error", () => {});
      resolve(server);
    });
  });
}

interface AcceptedHandle {
  setNoDelay?(on: boolean): void;
}
interface ListeningHandle {
  onconnection?: (error: number, handle: AcceptedHandle | undefined) => void;
}

/**
 * Servers take no `onread`, so sockets are made here from what the kernel hands over; where that
 * cannot be had, stock reads serve.
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
  listening.onconnection = (error, handle) => {
    // With no descriptor left, libuv closes all that wait and tells nobody: `Descriptors` prevents it.
    if (error || !handle) return;
    handle.setNoDelay?.(true);
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
  const { address: host, port, localAddress, timeoutMs } = to;
  const read = to.buffers?.read;
  const began = Date.now();
  const bound = localAddress ? { localAddress, localPort: shared.ports.next(localAddress) } : {};
  open(shared, { host, port, timeoutMs, read, ...bound }, (opened) => {
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
  {
    timeoutMs,
    read,
    ...options
  }: TcpNetConnectOpts & { timeoutMs: number; read: number | undefined },
  done: (opened: Peer | Error) => void,
): void {
  let peer: PortablePeer;
  try {
    peer = new PortablePeer(
      shared,
      (onread) => {
        const socket = connect({ ...options, allowHalfOpen: true, noDelay: true, onread });
        socket.pause();
        return socket;
      },
      read,
    );
  } catch (error) {
    // An address that is none of this machine's kind is told by throwing.
    return done(error instanceof Error ? error : new Error(String(error)));
  }
  const timer = setTimeout(() => {
    peer.onClose = () => {};
    peer.destroy();
    done(Object.assign(new Error("the connection timed out"), { code: "ETIMEDOUT" }));
  }, timeoutMs);
  peer.onClose = (error) => {
    clearTimeout(timer);
    done(error ?? new Error("closed"));
  };
  // A socket goes where it is told: asking the kernel would be one call for each tunnel.
  peer.address = options.host ?? "";
  peer.socket.once("connect", () => {
    clearTimeout(timer);
    peer.onClose = () => {};
    peer.guard(() => done(peer));
  });
}
