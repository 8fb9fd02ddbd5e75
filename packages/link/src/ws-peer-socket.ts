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

/** `isNodeFull`: whether too much is queued for the sockets of its node. */
export function peerSocket(socket: WebSocket, isNodeFull: () => boolean): PeerSocket {
  return {
    send: (text) => {
      if (socket.readyState !== socket.OPEN) return;
      const { bufferedAmount } = socket;
      const isFull =
        bufferedAmount > maxQueuedBytes || (bufferedAmount > ownRoomBytes && isNodeFull());
      if (isFull) socket.terminate();
      else socket.send(text);
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
