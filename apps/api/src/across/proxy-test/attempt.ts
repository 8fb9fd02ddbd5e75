/**
 * One attempt: opens a tunnel through a proxy to a page and asks for the address it sees.
 *
 *     API ─▶ gateway ─▶ exit ─▶ target /ip
 */
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { httpTunnel } from "../../platform/proxy/http-tunnel.ts";
import { fetchClientAddress, portOf } from "../../platform/proxy/client-address.ts";
import { socksTunnel } from "../../platform/proxy/socks-tunnel.ts";
import type { NoTunnel, Proxy, Tunnel } from "../../platform/proxy/tunnel.ts";

/** The timeout of the whole attempt. */
const maxMs = 10_000;

export interface AttemptResult {
  /** The address that the target saw; null if the attempt failed. */
  exitIp: string | null;
  /** Time until the tunnel to the target was open. */
  connectMs: number | null;
  totalMs: number;
  requestId: string | null;
  status: number | null;
  /** Why it failed; empty on success or if the reason is unknown. */
  reason: string;
  /** The gateway's details, often empty. */
  detail: string;
}

/** Tests a proxy; never rejects. */
export async function attempt(
  proxy: Proxy,
  protocol: EndpointProtocol,
  url: URL,
): Promise<AttemptResult> {
  const signal = AbortSignal.timeout(maxMs);
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const target = { host: url.hostname.replace(/^\[|\]$/g, ""), port: portOf(url) };
  const open = protocol === "http" ? httpTunnel : socksTunnel;
  const failed = { exitIp: null, connectMs: null, requestId: null, status: null, detail: "" };
  let way: Tunnel | NoTunnel;
  try {
    way = await open(proxy, target, signal);
  } catch {
    // The gateway itself did not respond.
    const reason = signal.aborted ? "timedOut" : "notReady";
    return { ...failed, totalMs: since(), reason };
  }
  if (!("socket" in way)) {
    const { reason, detail, requestId, status } = way;
    return { ...failed, reason, detail, requestId, status, totalMs: since() };
  }
  const { requestId } = way;
  const opened = { requestId, connectMs: since(), status: okStatus[protocol], detail: "" };
  try {
    const exitIp = await fetchClientAddress(way.socket, url, signal);
    return { ...opened, exitIp, totalMs: since(), reason: exitIp === null ? "badAnswer" : "" };
  } catch {
    const reason = signal.aborted ? "timedOut" : "";
    return { ...opened, exitIp: null, totalMs: since(), reason };
  } finally {
    way.socket.destroy();
  }
}

const okStatus: Record<EndpointProtocol, number> = { http: 200, socks5: 0 };
