/** The outcome of opening a tunnel through a proxy (`http-tunnel.ts`, `socks-tunnel.ts`). */
import type { Socket } from "node:net";

export interface Proxy {
  host: string;
  port: number;
  username: string;
  password: string;
}
export interface Target {
  host: string;
  port: number;
}
/** An open tunnel: bytes written to the socket reach the target. */
export interface Tunnel {
  socket: Socket;
  requestId: string | null;
}
/** Why none was opened. `reason` is empty where the proxy gave none. */
export interface NoTunnel {
  reason: string;
  /** The proxy's own detail, often empty. */
  detail: string;
  requestId: string | null;
  /** The HTTP status or the SOCKS5 reply; null where there was no answer at all. */
  status: number | null;
}
