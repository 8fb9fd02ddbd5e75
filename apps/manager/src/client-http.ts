/** The HTTP proxy of a local port: CONNECT and absolute form, no password (spec/manager#calls). */
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { parseAuthority, type Target } from "@turnpike/rules/destination.ts";
import { dialUpstream, openTunnel } from "./dial.ts";
import { forwardedFields, isCodedOtherwise, requestFields } from "./fields.ts";
import { endWith, join, type PortView } from "./proxy-session.ts";
import { asRefused, malformed, ProxyRefused, proxyStatusOf, type Why } from "./refusal.ts";
import { basicCredentials, type Upstream } from "./upstream.ts";

export interface Gate extends PortView {
  upstream(): Upstream;
  /** The reason why nothing may be sent to the target now, or null. */
  refuses(target: Target): Why | null;
  /** Whether the manager or one of its local ports listens on this port of this machine. */
  isOwnPort: (port: number) => boolean;
}

const HEAD_MAX_BYTES = 16_384;
const HTTP = "http://";

interface ProxyRequest {
  request: IncomingMessage;
  response: ServerResponse;
}

/** A server that never listens; connections whose first byte is a letter are passed to it. */
export function makeHttpSide(gate: Gate): Server {
  const unanswered = new WeakMap<Socket, ProxyRequest[]>();
  const server = createServer(
    { maxHeaderSize: HEAD_MAX_BYTES, keepAliveTimeout: 60_000 },
    (request, response) => {
      const { socket } = request;
      unanswered.set(socket, [...(unanswered.get(socket) ?? []), { request, response }]);
      response.once("close", () => {
        const left = unanswered.get(socket)?.filter((each) => each.response !== response);
        unanswered.set(socket, left ?? []);
      });
      void forward(gate, request, response);
    },
  );
  // A client may half-close after its request and still wait for the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connect", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    void connectThrough(gate, { request, socket, head });
  });
  server.on("clientError", (_error, given) => {
    const socket = given as Socket;
    const why = malformed("This is no request that a proxy serves.");
    const [first, second] = unanswered.get(socket) ?? [];
    if (!first) return refuseSocket(socket, why);
    // Inside a response, a refusal would be read as part of it.
    if (second || first.response.headersSent) return void socket.destroy();
    answer(first.request, first.response, why, true);
  });
  return server;
}

/** Sends the refusal and closes. */
export function refuseSocket(socket: Socket, why: Why): void {
  const body = `${why.line}\n`;
  const fields = [
    `HTTP/1.1 ${why.status} Refused`,
    `Proxy-Status: ${proxyStatusOf(why)}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  endWith(socket, `${fields.join("\r\n")}\r\n\r\n${body}`);
}

function judged(gate: Gate, authority: string, defaultPort: number | null): Target {
  const read = parseAuthority(authority, defaultPort);
  if ("bad" in read) throw new ProxyRefused(malformed(`The target is malformed: ${read.bad}.`));
  const why = gate.refuses(read.target);
  if (why) throw new ProxyRefused(why);
  return read.target;
}

/** Aborts when the client disconnects. */
function untilClosed(socket: Socket): AbortController {
  const gone = new AbortController();
  if (socket.closed) gone.abort();
  socket.once("close", () => gone.abort());
  return gone;
}

const callerOf = ({ isOwnPort }: Gate, { signal }: AbortController) => ({ signal, isOwnPort });

interface Connect {
  request: IncomingMessage;
  socket: Socket;
  head: Buffer;
}

async function connectThrough(gate: Gate, { request, socket, head }: Connect): Promise<void> {
  const upBase = socket.bytesRead - head.length;
  const gone = untilClosed(socket);
  try {
    const target = judged(gate, request.url ?? "", null);
    const tunnel = await openTunnel(gate.upstream(), target, callerOf(gate, gone));
    gate.tried(null);
    const over = gate.open({
      up: () => socket.bytesRead - upBase,
      down: () => tunnel.socket.bytesRead - tunnel.handshakeBytes,
      end: () => {
        socket.destroy();
        tunnel.socket.destroy();
      },
    });
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (tunnel.head.length > 0) socket.write(tunnel.head);
    if (head.length > 0) tunnel.socket.write(head);
    join(socket, tunnel.socket, over);
  } catch (error) {
    const why = asRefused(error);
    if (why.blamesUpstream) gate.tried(why.line);
    refuseSocket(socket, why);
  }
}

/** Splits `http://host:port/path?query`; null for any other form. */
function absoluteForm(url: string): { authority: string; path: string } | null {
  if (url.slice(0, HTTP.length).toLowerCase() !== HTTP || url.includes("#")) return null;
  const rest = url.slice(HTTP.length);
  const end = rest.search(/[/?]/);
  const path = end < 0 ? "/" : rest.slice(end);
  return {
    authority: end < 0 ? rest : rest.slice(0, end),
    path: path.startsWith("/") ? path : `/${path}`,
  };
}

/** Forwards a request in absolute form on its own connection to the upstream. */
async function forward(gate: Gate, request: IncomingMessage, response: ServerResponse) {
  const gone = untilClosed(request.socket);
  let socket: Socket | null = null;
  try {
    const asked = absoluteForm(request.url ?? "");
    if (!asked) {
      const line = "This is a proxy, not a website: it takes CONNECT and http:// addresses.";
      throw new ProxyRefused(malformed(line));
    }
    const target = judged(gate, asked.authority, 80);
    if (isCodedOtherwise(request.headers["transfer-encoding"]))
      throw new ProxyRefused(unknownCoding);
    const upstream = gate.upstream();
    const caller = callerOf(gate, gone);
    let handshakeBytes = 0;
    if (upstream.protocol === "http") socket = await dialUpstream(upstream, caller);
    else {
      const tunnel = await openTunnel(upstream, target, caller);
      ({ socket, handshakeBytes } = tunnel);
      if (tunnel.head.length > 0) socket.unshift(tunnel.head);
    }
    // The client may have disconnected in the meantime, without another event.
    if (gone.signal.aborted) return void socket.destroy();
    await exchange(gate, { request, response, socket, target, path: asked.path, handshakeBytes });
  } catch (error) {
    socket?.destroy();
    const why = asRefused(error);
    if (why.blamesUpstream) gate.tried(why.line);
    answer(request, response, why);
  }
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** A connection to the upstream, or through it to the target. */
  socket: Socket;
  target: Target;
  path: string;
  handshakeBytes: number;
}

function exchange(gate: Gate, given: Exchange): Promise<void> {
  const { request, response, socket, target, path, handshakeBytes } = given;
  const upstream = gate.upstream();
  const direct = upstream.protocol === "socks5";
  const credentials = direct ? null : basicCredentials(upstream);
  const sentBefore = socket.bytesWritten;
  const { promise, resolve, reject } = settled();
  const outgoing = httpRequest({
    method: request.method ?? "GET",
    path: direct ? path : `${HTTP}${target.authority}${path}`,
    headers: requestFields(request, target, credentials),
    createConnection: () => socket,
  });
  // The handshake left the socket paused.
  outgoing.once("socket", () => socket.resume());
  const over = gate.open({
    up: () => socket.bytesWritten - sentBefore,
    down: () => socket.bytesRead - handshakeBytes,
    end: () => {
      socket.destroy();
      request.socket.destroy();
    },
  });
  const broken = () => {
    if (response.headersSent) response.destroy();
    outgoing.destroy();
    reject(new ProxyRefused(brokenOff));
  };
  outgoing.on("error", broken);
  // No upgrade was requested, so this response is invalid.
  outgoing.on("upgrade", broken);
  let isAnswered = false;
  outgoing.once("close", () => isAnswered || broken());
  outgoing.on("response", (incoming) => {
    isAnswered = true;
    if (!isForwardable(incoming)) return broken();
    gate.tried(direct ? null : upstreamFailure(incoming));
    if (!passOn(incoming, response)) broken();
  });
  socket.once("close", over);
  response.once("close", () => {
    // The response came before the whole request was read: the rest cannot be forwarded.
    if (!request.complete) request.socket.destroy();
    outgoing.destroy();
    socket.destroy();
    resolve();
  });
  request.on("error", () => outgoing.destroy());
  request.pipe(outgoing);
  return promise;
}

/** Whether a response can be forwarded: no protocol switch and no coding other than chunked. */
function isForwardable({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode !== 101 && !isCodedOtherwise(headers["transfer-encoding"]);
}

/** The upstream's own failure, judged by a response; a target's own 402 is not one. */
function upstreamFailure({ statusCode, headers }: IncomingMessage): string | null {
  const isUpstreams = headers["proxy-status"] !== undefined;
  const failed = statusCode === 407 || (statusCode === 402 && isUpstreams);
  return failed ? `The proxy answered ${statusCode}.` : null;
}

/** Forwards a response; false if its header contains bytes that must not be sent. */
function passOn(incoming: IncomingMessage, response: ServerResponse): boolean {
  const fields = forwardedFields(incoming.rawHeaders);
  try {
    response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, fields);
  } catch {
    return false;
  }
  incoming.on("error", () => response.destroy());
  incoming.pipe(response);
  return true;
}

const unknownCoding: Why = {
  ...malformed("The body is coded in a way that this proxy does not know."),
  status: 501,
};
const brokenOff: Why = {
  status: 502,
  reply: 1,
  line: "The proxy closed the connection before it answered.",
  error: "connection_terminated",
};

function settled() {
  let resolve: () => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  why: Why,
  isLast = !request.complete,
): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const body = `${why.line}\n`;
  response.writeHead(why.status, {
    "Proxy-Status": proxyStatusOf(why),
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    // The unread body would precede the next request.
    ...(isLast ? { Connection: "close" } : {}),
  });
  response.end(body);
}
