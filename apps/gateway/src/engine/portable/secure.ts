/** TLS on an accepted connection, using Node's TLS on the sockets of either engine. */
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Peer, SecureOptions } from "../engine.ts";
import { PortablePeer, type Shared as PeersShared } from "./peer.ts";

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
  peer.onFreed = (freed) => limiter.closed(freed);
  return peer;
}
