/** The outcome of opening a tunnel through a proxy (`http-tunnel.ts`, `socks-tunnel.ts`). */
import type { Socket } from "node:net";

export interface Proxy {
  host: string;
  port: number;
  username: string;
  password: string;
  /** The proxy is spoken to over TLS: the name of its certificate, and its authority if not public. */
  tls?: { servername: string; ca: string | null };
}
export interface Target {
  host: string;
  port: number;
}
/** An open tunnel: bytes written to the socket are sent to the target. */
export interface Tunnel {
  socket: Socket;
  requestId: string | null;
  /** Of the proxy's answer; none of SOCKS5. */
  headers: readonly (readonly [name: string, value: string])[];
}
/** Why no tunnel was opened. `reason` is empty if the proxy gave none. */
export interface NoTunnel {
  reason: string;
  /** The proxy's details, often empty. */
  detail: string;
  requestId: string | null;
  /** The HTTP status or the SOCKS5 reply; null if there was no response. */
  status: number | null;
  headers: Tunnel["headers"];
  /** The reason phrase of an HTTP answer. */
  phrase: string;
}
