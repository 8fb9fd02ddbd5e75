/** A tunnel or request under way through a local port, and its bytes. */
import type { Socket } from "node:net";

export interface ProxySession {
  /** Bytes sent by the client, without handshakes. */
  up(): number;
  /** Bytes received for it. */
  down(): number;
  /** Ends it at once. */
  end(): void;
}

/** What a client's connection needs to know of its local port. */
export interface PortView {
  /** Registers a session; call the returned function when it ends. */
  open(session: ProxySession): () => void;
  /** Reports the outcome of a try at the upstream: null, or the failure in one line. */
  tried(failure: string | null): void;
}

/** How long the last answer may take to reach the client. */
const LINGER_MS = 2_000;

/** Sends the last bytes and closes; a client that neither reads nor ends is dropped. */
export function endWith(socket: Socket, last: string | Buffer): void {
  if (socket.destroyed || !socket.writable) return void socket.destroy();
  socket.end(last);
  // Unread bytes would reset the connection before the client has read the answer.
  socket.resume();
  const late = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(late));
}

/** How long the rest may flow to one side after the other has closed. */
const FLUSH_MS = 30_000;

/**
 * Joins two connections until both are closed: each waits for the other (backpressure), the end of
 * one direction is passed on alone (half-close), an error of one ends both.
 */
export function join(one: Socket, other: Socket, done: () => void): void {
  let open = 2;
  const pair = [
    [one, other],
    [other, one],
  ] as const;
  for (const [from, to] of pair) {
    const gone = () => {
      open -= 1;
      if (open === 0) return done();
      // Closed before its end was read: the connection was cut.
      if (!from.readableEnded) to.destroy();
      else to.setTimeout(FLUSH_MS, () => to.destroy());
    };
    from.on("error", () => to.destroy());
    from.pipe(to);
    // Closed before: the event has passed.
    if (from.closed) setImmediate(gone);
    else from.once("close", gone);
  }
}
