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
import { forwardedFields, hasUnsupportedCoding, requestFields } from "./fields.ts";
import { endWith, pipeBoth, type PortView } from "./proxy-session.ts";
import { toRefusal, malformed, ProxyRefused, proxyStatusOf, type RefusalInfo } from "./refusal.ts";
import { basicCredentials, type Upstream } from "./upstream.ts";

export interface PortContext extends PortView {
  upstream(): Upstream;
  /** The reason why nothing may be sent to the target now, or null. */
  refusalFor(target: Target): RefusalInfo | null;
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
export function makeHttpSide(port: PortContext): Server {
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
      void forward(port, request, response);
    },
  );
  // A client may half-close after its request and still wait for the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connect", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    void handleConnect(port, { request, socket, head });
  });
  server.on("clientError", (_error, given) => {
    const socket = given as Socket;
    const why = malformed("Not a valid proxy request.");
    const [first, second] = unanswered.get(socket) ?? [];
    if (!first) return refuseSocket(socket, why);
    // Inside a response, a refusal would be read as part of it.
    if (second || first.response.headersSent) return void socket.destroy();
    sendRefusal(first.request, first.response, why, true);
  });
  return server;
}

/** Sends the refusal and closes. */
export function refuseSocket(socket: Socket, why: RefusalInfo): void {
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

function allowedTarget(gate: PortContext, authority: string, defaultPort: number | null): Target {
  const read = parseAuthority(authority, defaultPort);
  if ("bad" in read) throw new ProxyRefused(malformed(`The target is malformed: ${read.bad}.`));
  const why = gate.refusalFor(read.target);
  if (why) throw new ProxyRefused(why);
  return read.target;
}

/** Aborts when the client disconnects. */
function abortOnClose(socket: Socket): AbortController {
  const controller = new AbortController();
  if (socket.closed) controller.abort();
  socket.once("close", () => controller.abort());
  return controller;
}

const limitsOf = ({ isOwnPort }: PortContext, { signal }: AbortController) => ({
  signal,
  isOwnPort,
});

interface Connect {
  request: IncomingMessage;
  socket: Socket;
  head: Buffer;
}

async function handleConnect(gate: PortContext, { request, socket, head }: Connect): Promise<void> {
  const upBase = socket.bytesRead - head.length;
  const clientGone = abortOnClose(socket);
  try {
    const target = allowedTarget(gate, request.url ?? "", null);
    const tunnel = await openTunnel(gate.upstream(), target, limitsOf(gate, clientGone));
    gate.reportDial(null);
    const closeSession = gate.openSession({
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
    pipeBoth(socket, tunnel.socket, closeSession);
  } catch (error) {
    const why = toRefusal(error);
    if (why.isUpstreamFailure) gate.reportDial(why.line);
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
async function forward(gate: PortContext, request: IncomingMessage, response: ServerResponse) {
  const gone = abortOnClose(request.socket);
  let socket: Socket | null = null;
  try {
    const parsed = absoluteForm(request.url ?? "");
    if (!parsed) {
      const line = "This is a proxy, not a website: it takes CONNECT and http:// addresses.";
      throw new ProxyRefused(malformed(line));
    }
    const target = allowedTarget(gate, parsed.authority, 80);
    if (hasUnsupportedCoding(request.headers["transfer-encoding"]))
      throw new ProxyRefused(unknownCodingRefusal);
    const upstream = gate.upstream();
    const limits = limitsOf(gate, gone);
    let handshakeBytes = 0;
    if (upstream.protocol === "http") socket = await dialUpstream(upstream, limits);
    else {
      const tunnel = await openTunnel(upstream, target, limits);
      ({ socket, handshakeBytes } = tunnel);
      if (tunnel.head.length > 0) socket.unshift(tunnel.head);
    }
    // The client may have disconnected in the meantime, without another event.
    if (gone.signal.aborted) return void socket.destroy();
    await exchange(gate, { request, response, socket, target, path: parsed.path, handshakeBytes });
  } catch (error) {
    socket?.destroy();
    const why = toRefusal(error);
    if (why.isUpstreamFailure) gate.reportDial(why.line);
    sendRefusal(request, response, why);
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

function exchange(gate: PortContext, options: Exchange): Promise<void> {
  const { request, response, socket, target, path, handshakeBytes } = options;
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
  const over = gate.openSession({
    up: () => socket.bytesWritten - sentBefore,
    down: () => socket.bytesRead - handshakeBytes,
    end: () => {
      socket.destroy();
      request.socket.destroy();
    },
  });
  const fail = () => {
    if (response.headersSent) response.destroy();
    outgoing.destroy();
    reject(new ProxyRefused(closedEarlyRefusal));
  };
  outgoing.on("error", fail);
  // No upgrade was requested, so this response is invalid.
  outgoing.on("upgrade", fail);
  let isAnswered = false;
  outgoing.once("close", () => isAnswered || fail());
  outgoing.on("response", (incoming) => {
    isAnswered = true;
    if (!isForwardable(incoming)) return fail();
    gate.reportDial(direct ? null : upstreamFailure(incoming));
    if (!forwardResponse(incoming, response)) fail();
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
  return statusCode !== 101 && !hasUnsupportedCoding(headers["transfer-encoding"]);
}

/** The upstream's own failure, judged by a response; a target's own 402 is not one. */
function upstreamFailure({ statusCode, headers }: IncomingMessage): string | null {
  const isUpstreams = headers["proxy-status"] !== undefined;
  const failed = statusCode === 407 || (statusCode === 402 && isUpstreams);
  return failed ? `The proxy answered ${statusCode}.` : null;
}

/** Forwards a response; false if its header contains bytes that must not be sent. */
function forwardResponse(incoming: IncomingMessage, response: ServerResponse): boolean {
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

const unknownCodingRefusal: RefusalInfo = {
  ...malformed("The body is coded in a way that this proxy does not know."),
  status: 501,
};
const closedEarlyRefusal: RefusalInfo = {
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

function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  why: RefusalInfo,
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
