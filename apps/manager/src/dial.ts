/** Connections to an upstream, and tunnels through it (RFC 9110 §9.3.6, RFC 1928, RFC 1929). */
import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import type { Target } from "@turnpike/rules/destination.ts";
import { parseIpv4, parseIpv6 } from "@turnpike/rules/ip-address.ts";
import { ByteReader } from "./byte-reader.ts";
import {
  proxyLoopRefusal,
  ProxyRefused,
  upstreamProxyStatus,
  socksReplyOf,
  refusalOfSocksReply,
} from "./refusal.ts";
import { isThisMachine } from "./this-machine.ts";
import { basicCredentials, type Upstream, upstreamAddress, emptyIfSecret } from "./upstream.ts";

/** A tunnel through an upstream to a target. */
export interface Tunnel {
  socket: Socket;
  /** Bytes from the target that arrived with the end of the handshake. */
  head: Buffer;
  /** Bytes received by the handshake, without `head`. */
  handshakeBytes: number;
}

/** Limits of a dial: the signal that aborts it, and the manager's own ports it must not reach. */
export interface DialLimits {
  signal: AbortSignal;
  isOwnPort: (port: number) => boolean;
}

/** The timeout until the tunnel is open. */
const DIAL_TIMEOUT_MS = 10_000;
const LINE_WAIT_MS = 500;
const LINE_MAX_BYTES = 1_024;
const LINE_MAX_LETTERS = 200;
const KEEP_ALIVE_MS = 60_000;

const unreachable = (upstream: Upstream, error: string, what: string) =>
  new ProxyRefused({
    status: error === "connection_timeout" ? 504 : 502,
    reply: error === "connection_timeout" ? 4 : 5,
    line: `The proxy ${upstreamAddress(upstream)} ${what}.`,
    error,
    isUpstreamFailure: true,
  });

/**
 * Dials the upstream and runs `work` on the connection, within ten seconds. Closes the connection
 * if `work` fails, the timeout expires or `signal` aborts.
 * @throws ProxyRefused
 */
async function dialAndRun<T>(
  upstream: Upstream,
  { signal, isOwnPort }: DialLimits,
  work: (socket: Socket) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new Error("dial aborted: client disconnected");
  const { host, port } = upstream;
  const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.on("error", () => {});
  let stop: (reason: Error) => void = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = reject;
  });
  const onAbort = () => stop(new Error("dial aborted: client disconnected"));
  signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(
    () => stop(unreachable(upstream, "connection_timeout", "did not answer in time")),
    DIAL_TIMEOUT_MS,
  );
  try {
    const running = waitForConnect(socket, upstream).then(() => {
      // The address of a host name is known only now.
      if (isThisMachine(socket.remoteAddress ?? "") && isOwnPort(socket.remotePort ?? port))
        throw new ProxyRefused({ ...proxyLoopRefusal, isUpstreamFailure: true });
      return work(socket);
    });
    return await Promise.race([running, stopped]);
  } catch (error) {
    socket.destroy();
    if (error instanceof ProxyRefused || signal.aborted) throw error;
    throw unreachable(upstream, "connection_terminated", "closed the connection");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function waitForConnect(socket: Socket, upstream: Upstream): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", (error: NodeJS.ErrnoException) => {
      const refused = error.code === "ECONNREFUSED";
      const unknown = error.code === "ENOTFOUND" || error.code === "EAI_AGAIN";
      if (refused) reject(unreachable(upstream, "connection_refused", "takes no connections"));
      else if (unknown) reject(unreachable(upstream, "dns_error", "has a name nobody knows"));
      else reject(unreachable(upstream, "destination_ip_unroutable", "cannot be reached"));
    });
  });
}

/** Connects to the upstream without a handshake, for requests in absolute form. */
export function dialUpstream(upstream: Upstream, limits: DialLimits): Promise<Socket> {
  return dialAndRun(upstream, limits, (socket) => Promise.resolve(socket));
}

/**
 * Opens a tunnel through the upstream, which resolves names.
 * @throws ProxyRefused with the upstream's message
 */
export function openTunnel(
  upstream: Upstream,
  target: Target,
  caller: DialLimits,
): Promise<Tunnel> {
  const handshake = upstream.protocol === "http" ? connectHandshake : socksHandshake;
  return dialAndRun(upstream, caller, (socket) => handshake(socket, upstream, target));
}

function connectHandshake(socket: Socket, upstream: Upstream, target: Target): Promise<Tunnel> {
  const credentials = basicCredentials(upstream);
  return new Promise((resolve, reject) => {
    const connectRequest = request({
      method: "CONNECT",
      path: target.authority,
      headers: {
        Host: target.authority,
        ...(credentials ? { "Proxy-Authorization": credentials } : {}),
      },
      createConnection: () => socket,
    });
    // The request must not ask for the connection to be closed.
    connectRequest.removeHeader("Connection");
    connectRequest.on("error", reject);
    connectRequest.on("connect", (answer, _socket, head) => {
      const status = answer.statusCode ?? 502;
      const handshakeBytes = socket.bytesRead - head.length;
      if (status >= 200 && status < 300) resolve({ socket, head, handshakeBytes });
      else void refusalOfResponse(upstream, answer, head).then(reject, reject);
    });
    connectRequest.end();
  });
}

async function refusalOfResponse(upstream: Upstream, answer: IncomingMessage, head: Buffer) {
  const status = answer.statusCode ?? 502;
  const length = Number(answer.headers["content-length"] ?? 0);
  const bodyLine = emptyIfSecret(await firstLine(answer.socket, head, length), upstream);
  const proxyStatus = upstreamProxyStatus(answer.headers["proxy-status"], upstream);
  return new ProxyRefused({
    // Other responses (such as a redirect) must not be mistaken for the target's.
    status: status >= 400 && status < 600 ? status : 502,
    reply: socksReplyOf(status),
    line: bodyLine || `The proxy answered ${status}.`,
    ...(proxyStatus ? { proxyStatus } : { error: "proxy_internal_response" }),
    // 407 and 402 concern the upstream itself; other refusals concern the target.
    isUpstreamFailure: status === 407 || status === 402,
  });
}

/** The first line of a refusal's body, if it arrives soon. */
async function firstLine(socket: Socket, head: Buffer, length: number): Promise<string> {
  let text = head;
  const byteCount = Math.min(length, LINE_MAX_BYTES);
  if (text.length < byteCount) {
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, LINE_WAIT_MS);
      const done = () => {
        clearTimeout(late);
        resolve();
      };
      socket.on("data", (chunk: Buffer) => {
        text = Buffer.concat([text, chunk]);
        if (text.length >= byteCount) done();
      });
      socket.once("end", done).once("close", done).resume();
    });
  }
  const [line = ""] = text.subarray(0, byteCount).toString("utf8").split(/\r?\n/);
  return line.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "").slice(0, LINE_MAX_LETTERS);
}

async function socksHandshake(socket: Socket, upstream: Upstream, target: Target): Promise<Tunnel> {
  const reader = new ByteReader(socket);
  const hasLogin = upstream.username !== "";
  socket.write(Buffer.from(hasLogin ? [5, 2, 0, 2] : [5, 1, 0]));
  const [version, method] = await reader.take(2);
  if (version !== 5) throw unreachable(upstream, "http_protocol_error", "does not speak SOCKS5");
  if (method === 2 && hasLogin) await logIn(socket, reader, upstream);
  else if (method !== 0) throw wrongLogin(upstream);
  socket.write(socksRequest(target));
  const [, reply = 1, , kind] = await reader.take(4);
  if (reply !== 0) throw new ProxyRefused(refusalOfSocksReply(reply));
  const addressBytes = kind === 1 ? 4 : kind === 4 ? 16 : ((await reader.take(1))[0] ?? 0);
  await reader.take(addressBytes + 2);
  const head = reader.release();
  return { socket, head, handshakeBytes: socket.bytesRead - head.length };
}

async function logIn(socket: Socket, reader: ByteReader, upstream: Upstream): Promise<void> {
  const user = Buffer.from(upstream.username);
  const password = Buffer.from(upstream.password);
  socket.write(Buffer.from([1, user.length, ...user, password.length, ...password]));
  const [, status] = await reader.take(2);
  if (status !== 0) throw wrongLogin(upstream);
}

const wrongLogin = (upstream: Upstream) =>
  new ProxyRefused({
    status: 407,
    reply: 2,
    line: `The proxy ${upstreamAddress(upstream)} does not take these credentials.`,
    error: "http_request_denied",
    isUpstreamFailure: true,
  });

function socksRequest({ host, port }: Target): Buffer {
  const end = [port >> 8, port & 255];
  const ipv4 = parseIpv4(host);
  if (ipv4 !== null) {
    return Buffer.from([5, 1, 0, 1, ipv4 >>> 24, ipv4 >>> 16, ipv4 >>> 8, ipv4, ...end]);
  }
  const ipv6 = parseIpv6(host);
  if (ipv6 !== null) {
    return Buffer.from([5, 1, 0, 4, ...ipv6.flatMap((group) => [group >> 8, group]), ...end]);
  }
  return Buffer.from([5, 1, 0, 3, host.length, ...Buffer.from(host, "latin1"), ...end]);
}
