/** Node's sockets destroy themselves when a write fails, and unread bytes with them. */
import type { Socket } from "node:net";

type WriteCallback = (error?: Error | null) => void;

/** Hides failed writes from the socket if `isTolerated`: it stays open but writes no more. */
export function tolerateWriteErrors(socket: Socket, isTolerated: (error: Error) => boolean): void {
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  let lastCallback: WriteCallback | null = null;
  let wrapped: WriteCallback = () => {};
  const tolerant = (callback: WriteCallback) => {
    // A socket uses the same callback for all its writes.
    if (callback !== lastCallback) {
      lastCallback = callback;
      wrapped = (error) => {
        if (!error || !isTolerated(error)) callback(error);
      };
    }
    return wrapped;
  };
  socket._write = (chunk, encoding, callback) => write(chunk, encoding, tolerant(callback));
  if (writev) socket._writev = (chunks, callback) => writev(chunks, tolerant(callback));
}
