import type { ListenerRef } from "./listener-ref.ts";

/** A client's connection before its first head or handshake is complete. */
export interface ClientInfo {
  /** Canonical. */
  address: string;
  /** It came by a proxy in front, which carries TCP alone. */
  proxied: boolean;
  /** The listener that it connected to: it decides whose credentials are accepted, and the exits. */
  listener: ListenerRef;
  /** The timeout of the first head or handshake; it calls `onTimeout`. */
  timer: NodeJS.Timeout;
}

/** Handles a client's connection in its protocol. */
export interface ClientHandler {
  /** Takes the first bytes; as a peer's `receive`. */
  start(chunk: Uint8Array): boolean;
  /** The first head or handshake did not come in time. */
  onTimeout(): void;
}
