/** Node's sockets destroy themselves when a write fails, and unread bytes with them. */
import type { Socket } from "node:net";

type WriteTold = (error?: Error | null) => void;

/** Hides failed writes from the socket if `isKept`: it stays open but writes no more. */
export function tolerateWrites(socket: Socket, isKept: (error: Error) => boolean): void {
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  let told: WriteTold | null = null;
  let own: WriteTold = () => {};
  const tolerant = (callback: WriteTold) => {
    // A socket uses the same callback for all its writes.
    if (callback !== told) {
      told = callback;
      own = (error) => {
        if (!error || !isKept(error)) callback(error);
      };
    }
    return own;
  };
  socket._write = (chunk, encoding, callback) => write(chunk, encoding, tolerant(callback));
  if (writev) socket._writev = (chunks, callback) => writev(chunks, tolerant(callback));
}
