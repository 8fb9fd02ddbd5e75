/**
 * What a wholesaler's clients see: one port for CONNECT, plain HTTP and SOCKS5, TLS in front if it
 * has a certificate. Whom it serves and how is its desk's: an account and its exits, or a script.
 */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import type { Refusal } from "./answers.ts";
import { serveSocks } from "./socks.ts";

export interface Login {
  user: string;
  password: string;
}
/**
 * `headers`: lines of the answer to an opened tunnel. `says`: a whole head, a SOCKS5 reply, or what
 * to do with the socket.
 */
export type Served =
  | { opened: Duplex; headers: Readonly<Record<string, string>> }
  | { refusal: Refusal }
  | { says: Answer };
export type Answer = string | number | ((socket: Socket) => void);

export interface Desk {
  /** Whether a SOCKS5 login is good; over HTTP `serve` says so. */
  admits(login: Login): boolean;
  serve(login: Login, host: string, port: number): Promise<Served>;
  /** Answers a request that is no proxy's, as for a page of its own. */
  page?(path: string): { status: number; text: string };
}
export interface FrontOptions {
  /** 0: any free one. */
  port?: number | undefined;
  host?: string | undefined;
  tls?: { key: string | Buffer; cert: string | Buffer } | undefined;
}

export class Front {
  #desk: Desk;
  #options: FrontOptions;
  #port: number;
  #server: Server;
  #http = createHttpServer();
  #sockets = new Set<Socket>();
  #past = { received: 0, sent: 0 };

  constructor(desk: Desk, options: FrontOptions) {
    this.#desk = desk;
    this.#options = options;
    this.#port = options.port ?? 0;
    this.#http.on("request", (asked, answer) => void forward(desk, asked, answer));
    this.#http.on("connect", (asked: IncomingMessage, socket: Socket, head: Buffer) => {
      void tunnel(desk, { asked, socket, head });
    });
    this.#http.on("clientError", (_error, socket) => socket.destroy());
    const accept = (socket: Socket) => this.#accept(socket);
    const tcp = { allowHalfOpen: true, noDelay: true };
    this.#server = options.tls ? createTlsServer(options.tls, accept) : createServer(tcp, accept);
  }

  get port(): number {
    return this.#port;
  }

  /** How many clients are connected. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Listens, again at the same port after `stop`. @throws Error if it is taken */
  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.#port, this.#options.host ?? "127.0.0.1", 4096, resolve);
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Bytes on the sockets of its clients (above TLS), both those that are open and those that were. */
  bytes(): { received: number; sent: number } {
    const sum = { ...this.#past };
    for (const { bytesRead, bytesWritten } of this.#sockets) {
      sum.received += bytesRead;
      sum.sent += bytesWritten;
    }
    return sum;
  }

  /** Cuts all connections and listens no more. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      this.#sockets.delete(socket);
      this.#past.received += socket.bytesRead;
      this.#past.sent += socket.bytesWritten;
    });
    byFirstByte(socket, this.#desk, (ofHttp) => void this.#http.emit("connection", ofHttp));
  }
}

/** SOCKS5 begins with a 5, which no HTTP method does. */
function byFirstByte(socket: Socket, desk: Desk, speakHttp: (socket: Socket) => void): void {
  socket.once("readable", () => {
    const first = socket.read() as Buffer | null;
    if (first === null) return void socket.destroy();
    socket.unshift(first);
    if (first[0] !== 5) return speakHttp(socket);
    void serveSocks(
      socket,
      (login) => desk.admits(login),
      async (login, { host, port }) => {
        const served = await desk.serve(login, host, port);
        if ("opened" in served) return tied(served.opened, socket);
        if ("says" in served) {
          if (typeof served.says !== "function") return Number(served.says);
          handOver(socket, served.says);
          return "taken";
        }
        if (served.refusal.silent) return "silent";
        return served.refusal.socks === "auth" ? 1 : served.refusal.socks;
      },
    );
  });
}

function loginOf({ headers }: IncomingMessage): Login {
  const [, encoded = ""] = /^Basic (.+)$/i.exec(headers["proxy-authorization"] ?? "") ?? [];
  const text = Buffer.from(encoded, "base64").toString("latin1");
  const colon = text.indexOf(":");
  return { user: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) };
}

const linesOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

async function tunnel(
  desk: Desk,
  { asked, socket, head }: { asked: IncomingMessage; socket: Socket; head: Buffer },
): Promise<void> {
  const [, host = "", port = "0"] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(asked.url ?? "") ?? [];
  const served = await desk.serve(loginOf(asked), host, Number(port));
  if (socket.destroyed) return void ("opened" in served && served.opened.destroy());
  if ("says" in served) {
    if (typeof served.says === "function") handOver(socket, served.says);
    else socket.end(String(served.says));
    return;
  }
  if ("refusal" in served) {
    const { status, reason, headers, silent } = served.refusal;
    if (silent) return void socket.destroy();
    const lines = `${linesOf(headers)}Content-Length: 0\r\n\r\n`;
    return void socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines}`);
  }
  socket.write(`HTTP/1.1 200 OK\r\n${linesOf(served.headers)}\r\n`);
  if (head.length > 0) served.opened.write(head);
  tied(served.opened, socket).pipe(socket);
  socket.pipe(served.opened);
}

/** What the client says further is lost; its end is answered by ours. */
function handOver(socket: Socket, says: (socket: Socket) => void): void {
  socket.once("end", () => socket.end());
  socket.resume();
  says(socket);
}

/** If one of the two goes, the other goes too. */
function tied<T extends Duplex>(opened: T, client: Socket): T {
  client.once("close", () => opened.destroy());
  opened.once("close", () => client.destroySoon());
  return opened;
}

async function forward(desk: Desk, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const url = URL.parse(asked.url ?? "");
  if (url === null) {
    const { status, text } = desk.page?.(asked.url ?? "") ?? { status: 400, text: "" };
    return void answer.writeHead(status).end(text);
  }
  const served = await desk.serve(loginOf(asked), url.hostname, Number(url.port || 80));
  if ("says" in served) return void asked.socket.destroy();
  if ("refusal" in served) {
    const { status, reason, headers, silent } = served.refusal;
    if (silent) return void asked.socket.destroy();
    return void answer.writeHead(status, reason, headers).end();
  }
  const { "proxy-authorization": _, ...headers } = asked.headers;
  const { opened, headers: told } = served;
  const onward = request({
    createConnection: () => opened,
    method: asked.method,
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host },
  });
  onward.on("error", () => answer.destroy());
  onward.on("response", (from) => {
    answer.writeHead(from.statusCode ?? 502, { ...from.headers, ...told });
    from.pipe(answer);
  });
  answer.once("close", () => opened.destroy());
  asked.pipe(onward);
}
