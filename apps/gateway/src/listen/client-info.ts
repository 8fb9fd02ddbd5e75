import type { ListenerRef } from "../link/listener-ref.ts";

/** A client's connection until its first head or handshake is complete. */
export interface ClientInfo {
  /** Canonical. */
  address: string;
  /** Connected through a proxy in front, which carries only TCP. */
  proxied: boolean;
  /** The listener that the client connected to, which decides on credentials and exits. */
  listener: ListenerRef;
  /** The timer of the first head or handshake, which calls `onTimeout`. */
  timer: NodeJS.Timeout;
}

/** Handles a client's connection in its protocol. */
export interface ClientHandler {
  /** Handles the first bytes, like a peer's `receive`. */
  start(chunk: Uint8Array): boolean;
  /** The first head or handshake did not arrive in time. */
  onTimeout(): void;
}
