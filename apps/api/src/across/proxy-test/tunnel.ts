/** What opening a way through a proxy comes to; `http-tunnel.ts` and `socks-tunnel.ts` do it. */
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
/** An open way: what is written to the socket goes to the target. */
export interface Tunnel {
  socket: Socket;
  requestId: string | null;
}
/** Why there is none. `reason` is empty where the proxy did not say. */
export interface NoTunnel {
  reason: string;
  /** Its own words on it; often empty. */
  detail: string;
  requestId: string | null;
  /** The HTTP status or the SOCKS5 reply; null where there was no answer at all. */
  status: number | null;
}
