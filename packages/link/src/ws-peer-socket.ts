/** A gateway's WebSocket as the hub writes to it. */
import type { WebSocket } from "ws";
import { maxQueuedBytes, type PeerSocket } from "./hub-peer.ts";
import type { LinkRefusal } from "./ws-authenticate.ts";

/**
 * The most bytes queued for all workers of a node: a machine that asks and does not read must not fill
 * the API's memory, however many workers it says it has.
 */
export const maxQueuedOfNode = 128 * 1024 * 1024;
/** A worker has room for this much, whatever its machine's others do not read. */
const ownRoomBytes = 1024 * 1024;
/** How long gateways have to close their end. */
export const closeMs = 500;

/** What a queued message takes beside its bytes: an answer of 36 was measured to take 600. */
const messageBytes = 512;

/** The messages of each socket that the kernel has not taken yet. */
const unsent = new WeakMap<WebSocket, number>();

/** The memory that what is queued for a gateway takes. */
export function queuedBytes(socket: WebSocket): number {
  return socket.bufferedAmount + (unsent.get(socket) ?? 0) * messageBytes;
}

/** `isNodeFull`: whether too much is queued for the sockets of its node. */
export function peerSocket(socket: WebSocket, isNodeFull: () => boolean): PeerSocket {
  const count = (more: number) => unsent.set(socket, (unsent.get(socket) ?? 0) + more);
  const sent = () => void count(-1);
  return {
    send: (text) => {
      if (socket.readyState !== socket.OPEN) return;
      const queued = queuedBytes(socket);
      const isFull = queued > maxQueuedBytes || (queued > ownRoomBytes && isNodeFull());
      if (isFull) return socket.terminate();
      count(1);
      socket.send(text, sent);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: (code, reason) => endSocket(socket, { code, reason }),
  };
}

/** Closes a socket; ends it if the other end does not close its own soon. */
export function endSocket(socket: WebSocket, { code, reason }: LinkRefusal): void {
  socket.close(code, reason);
  const late = setTimeout(() => socket.terminate(), closeMs);
  socket.once("close", () => clearTimeout(late));
}
