/** A tunnel or request under way through a local port, and its bytes. */
import type { Socket } from "node:net";

export interface ProxySession {
  /** Bytes that the client sent, handshakes left out. */
  up(): number;
  /** Bytes that came back for it. */
  down(): number;
  /** Ends it at once. */
  end(): void;
}

/** What a client's connection needs to know of its local port. */
export interface PortView {
  /** Adds a passage under way; call what it answers when it is over. */
  open(passage: ProxySession): () => void;
  /** What became of the last try at the upstream: null, or one line that says what is wrong. */
  tried(failure: string | null): void;
}

/** For the last answer to reach a client, and for what it still sends to be read. */
const LINGER_MS = 2_000;

/** Sends the last bytes and closes; a client that neither reads nor ends is dropped. */
export function endWith(socket: Socket, last: string | Buffer): void {
  if (socket.destroyed || !socket.writable) return void socket.destroy();
  socket.end(last);
  // A client that still sends would be reset before it read the answer.
  socket.resume();
  const late = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(late));
}

/** A side that was closed: what is left for the other one has this long to flow. */
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
      // Closed before its end was read: broken off.
      if (!from.readableEnded) to.destroy();
      else to.setTimeout(FLUSH_MS, () => to.destroy());
    };
    from.on("error", () => to.destroy());
    from.pipe(to);
    // Closed before they were joined: no event will tell.
    if (from.closed) setImmediate(gone);
    else from.once("close", gone);
  }
}
