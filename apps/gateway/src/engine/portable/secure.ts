/** TLS on an accepted connection, using Node's TLS on the sockets of either engine. */
import { isIP, type Socket } from "node:net";
import { connect, TLSSocket } from "node:tls";
import type { Peer, SecureOptions, SecureTarget } from "../engine.ts";
import { PortablePeer, type Shared as PeersShared } from "./peer.ts";
import { young } from "../../lib/young.ts";

/** Creates a peer that reads through Node's own buffers. */
export function stockPeer(socket: Socket, shared: PeersShared): PortablePeer {
  const peer = new PortablePeer(shared, () => socket);
  socket.on("data", (chunk) => {
    peer.received += chunk.length;
    if (!peer.guard(() => peer.receive(chunk as Buffer))) peer.pause();
  });
  socket.pause();
  return peer;
}

/** Clients that could speak HTTP/2 to a proxy learn that this one does not. */
const ALPNProtocols = ["http/1.1", "http/1.0"];

interface Accepted {
  /** The connection's previous peer. */
  client: Peer & { onFreed: (peer: Peer) => void };
  socket: Socket;
}

/** Starts TLS as the server on a socket. The limiter then counts the new peer, not the old one. */
export function secureSocket(
  shared: PeersShared,
  { client, socket }: Accepted,
  { context, early, limiter }: SecureOptions,
): PortablePeer {
  client.onEnd = () => {};
  client.onClose = () => {};
  client.onFreed = () => {};
  client.idle = null;
  socket.unshift(early);
  const tls = new TLSSocket(socket, { isServer: true, secureContext: context, ALPNProtocols });
  const peer = stockPeer(tls, shared);
  peer.address = client.address;
  limiter.closed(client);
  limiter.accepted(peer);
  peer.onFreed = young((freed) => limiter.closed(freed));
  return peer;
}

/** Starts TLS as the client on a socket, and checks the certificate for the host's name. */
export function secureTargetSocket(
  shared: PeersShared,
  { socket, address }: { socket: Socket; address: string },
  { host, ca, timeoutMs }: SecureTarget,
  done: (secured: Peer | Error) => void,
): void {
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const authority = ca === undefined ? {} : { ca };
  const tls = connect({ socket, host, ...servername, ...authority, ALPNProtocols: ["http/1.1"] });
  let isOver = false;
  const end = (error: Error | null) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    tls.off("error", end);
    if (error !== null) {
      tls.on("error", () => {}).destroy();
      return done(error);
    }
    const peer = stockPeer(tls, shared);
    peer.address = address;
    done(peer);
  };
  const late = () => end(Object.assign(new Error("TLS took too long"), { code: "ETIMEDOUT" }));
  const timer = setTimeout(late, timeoutMs);
  tls.on("error", end);
  tls.once("close", () => end(new Error("closed during TLS")));
  tls.once("secureConnect", () => end(null));
}
