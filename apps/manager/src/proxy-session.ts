/** A tunnel or request in progress through a local port, and its byte counters. */
import type { Socket } from "node:net";

export interface ProxySession {
  /** Bytes sent by the client, without handshakes. */
  up(): number;
  /** Bytes received for the client, without handshakes. */
  down(): number;
  /** Ends it at once. */
  end(): void;
}

/** What a client connection uses of its local port. */
export interface PortView {
  /** Registers a session; call the returned function when it ends. */
  openSession(session: ProxySession): () => void;
  /** Reports the result of dialling the upstream: null, or the failure in one line. */
  reportDial(failure: string | null): void;
}

/** How long the last response may take to reach the client. */
const LINGER_MS = 2_000;

/** Sends the last bytes and closes; drops a client that neither reads nor closes. */
export function endWith(socket: Socket, last: string | Buffer): void {
  if (socket.destroyed || !socket.writable) return void socket.destroy();
  socket.end(last);
  // Unread bytes would reset the connection before the client has read the response.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

/** How long remaining bytes may flow to one side after the other has closed. */
const FLUSH_MS = 30_000;

/**
 * Joins two connections until both are closed. Each waits for the other (backpressure), the end of
 * one direction is passed on alone (half-close), and an error on one ends both.
 */
export function pipeBoth(one: Socket, other: Socket, done: () => void): void {
  let open = 2;
  const pair = [
    [one, other],
    [other, one],
  ] as const;
  for (const [from, to] of pair) {
    const gone = () => {
      open -= 1;
      if (open === 0) return done();
      // Closed before its end was read: the connection was aborted.
      if (!from.readableEnded) to.destroy();
      else to.setTimeout(FLUSH_MS, () => to.destroy());
    };
    from.on("error", () => to.destroy());
    from.pipe(to);
    // Already closed: the event will not come.
    if (from.closed) setImmediate(gone);
    else from.once("close", gone);
  }
}
