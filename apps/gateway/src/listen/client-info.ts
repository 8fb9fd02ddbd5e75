import type { ListenerRef } from "./listener-ref.ts";

/** Whose connection it is, and the time that its first head or handshake has. */
export interface ClientInfo {
  /** Canonical. */
  address: string;
  /** Where it came in: whose credentials count there, and which exits. */
  listener: ListenerRef;
  /** Runs since the connection was accepted; who is late is told by `Client.late`. */
  timer: NodeJS.Timeout;
}

/** Who speaks a client's protocol. */
export interface ClientHandler {
  /** Takes the first bytes; as a peer's `receive`. */
  start(chunk: Uint8Array): boolean;
  /** The first head or handshake did not come in time. */
  onTimeout(): void;
}
