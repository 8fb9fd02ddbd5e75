/** The load's end of a tunnel: opened by CONNECT, by SOCKS5, or directly to the origin. */
import { connect, type Socket } from "node:net";
import { password, user } from "./peers/peer.ts";

export type Protocol = "direct" | "connect" | "socks5" | "http";

export interface Route {
  protocol: Protocol;
  /** The proxy's port; the origin's port for `direct`. */
  port: number;
  originPort: number;
  /** Sends a wrong password, which must be refused. */
  wrongPassword?: boolean;
}

export interface Events {
  /** The tunnel is open; `http` is a plain connection to the proxy and is open at once. */
  open: (socket: Socket) => void;
  /** The chunk's memory is reused after this returns. */
  data: (chunk: Buffer) => void;
  /** Called once, at the very end; null if this side closed the tunnel normally. */
  closed: (error: Error | null) => void;
}

/**
 * One buffer for all tunnels whose bytes are only counted. On Windows sockets read ahead, and bytes
 * that are inspected need a separate buffer.
 */
const shared = Buffer.allocUnsafeSlow(64 * 1024);
const ownBytes = 16 * 1024;
const alwaysOwn = process.platform === "win32";

/** Opens a tunnel; set `look` if its bytes are inspected, not only counted. */
export function openTunnel(route: Route, events: Events, look = false): Socket {
  let take = openingBy(route, () => events.open(socket), events.data);
  const buffer = look || alwaysOwn ? Buffer.allocUnsafeSlow(ownBytes) : shared;
  const callback = (bytes: number) => {
    try {
      const next = take(buffer.subarray(0, bytes), socket);
      if (next !== null) take = next;
    } catch (error) {
      socket.destroy(error as Error);
    }
    return true;
  };
  const socket = connect({
    port: route.port,
    host: "127.0.0.1",
    noDelay: true,
    onread: { buffer, callback },
  });
  let failure: Error | null = null;
  socket.on("connect", () => {
    if (route.protocol === "direct" || route.protocol === "http") events.open(socket);
    else socket.write(route.protocol === "connect" ? connectHead(route) : greeting);
  });
  // Only this side ends a tunnel: if the other side does, it is too soon.
  socket.on("end", () => {
    failure ??= new Error("closed too soon");
  });
  socket.on("error", (error) => {
    failure = error;
  });
  socket.on("close", () => events.closed(failure));
  return socket;
}

/** Handles a chunk; returns the handler of the following ones, null for itself. */
type Take = (chunk: Buffer, socket: Socket) => Take | null;

function openingBy(route: Route, open: () => void, data: Events["data"]): Take {
  const carry: Take = (chunk) => {
    data(chunk);
    return null;
  };
  const opened = (rest: Buffer): Take => {
    open();
    if (rest.length > 0) data(rest);
    return carry;
  };
  if (route.protocol === "connect") return connectAnswer(opened);
  return route.protocol === "socks5" ? socksAnswers(route, opened) : carry;
}

/** `Basic …` for the benchmark's user. */
export function authorization(route: Route): string {
  const secret = route.wrongPassword ? "wrong-one" : password;
  return `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`;
}

function connectHead(route: Route): string {
  const authority = `127.0.0.1:${route.originPort}`;
  const login = `Proxy-Authorization: ${authorization(route)}`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n\r\n`;
}

function connectAnswer(opened: (rest: Buffer) => Take): Take {
  let text = "";
  const head: Take = (chunk) => {
    text += chunk.toString("latin1");
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) return null;
    if (!/^HTTP\/1\.[01] 200/.test(text)) throw new Error(text.slice(0, text.indexOf("\r\n")));
    return opened(Buffer.from(text.slice(end + 4), "latin1"));
  };
  return head;
}

const greeting = Buffer.from([5, 1, 2]);
const [methodBytes, loginBytes, replyBytes] = [2, 2, 10];

/** RFC 1928 and 1929, one response after another; the reply contains an IPv4 address. */
function socksAnswers(route: Route, opened: (rest: Buffer) => Take): Take {
  const secret = route.wrongPassword ? "wrong-one" : password;
  const port = [route.originPort >> 8, route.originPort & 255];
  const login = Buffer.concat([
    Buffer.from([1, user.length]),
    Buffer.from(user),
    Buffer.from([secret.length]),
    Buffer.from(secret),
  ]);
  const request = Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, ...port]);
  const exactly = (bytes: number, then: (answer: Buffer, socket: Socket) => Take): Take => {
    let came = Buffer.alloc(0);
    return (chunk, socket) => {
      came = Buffer.concat([came, chunk]);
      if (came.length >= 2 && came[1] !== (bytes === methodBytes && came[0] === 5 ? 2 : 0)) {
        throw new Error(`SOCKS5 answered ${came.toString("hex")}`);
      }
      return came.length < bytes ? null : then(came.subarray(bytes), socket);
    };
  };
  return exactly(methodBytes, (_rest, first) => {
    first.write(login);
    return exactly(loginBytes, (_none, second) => {
      second.write(request);
      return exactly(replyBytes, opened);
    });
  });
}
