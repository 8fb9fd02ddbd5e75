/** HTTP requests that become links, and limits for sockets that have not authenticated. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

const path = "/link";

/** Whether a request asks to become a link. */
export function isLink({ url = "", headers }: IncomingMessage): boolean {
  return url.split("?")[0] === path && headers.upgrade?.toLowerCase() === "websocket";
}

/** Closes a socket that sends more than `most` bytes; the returned function removes the limit. */
export function limitBytes(socket: Duplex, most: number): () => void {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most) socket.destroy();
  };
  socket.on("data", count);
  return () => socket.off("data", count);
}

/**
 * Responds with an HTTP status and closes the socket, which nobody reads any more: it would not even
 * notice that the other end has gone, and the server would wait for it when it stops.
 */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on("error", () => {});
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
