/**
 * A minimal real proxy, HTTP and SOCKS5 on one port. It answers every request itself and records
 * the target and the login, so that tests reach nothing else.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** A request made through the proxy. */
export interface ProxiedRequest {
  how: "get" | "connect" | "socks5";
  /** The target's `host:port` as received. */
  target: string;
  /** `user:password`, or empty. */
  login: string;
}
export interface LittleProxy {
  port: number;
  /** All requests so far. */
  carried: ProxiedRequest[];
  end: () => Promise<void>;
}

/** Listens at 127.0.0.1; with a `login`, refuses any other, as HTTP and SOCKS5 specify. */
export async function littleProxy(login = ""): Promise<LittleProxy> {
  const requests: ProxiedRequest[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    serve(new Reader(socket), { login, onRequest: (one) => requests.push(one) }).catch(() =>
      socket.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    carried: requests,
    end: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

interface Rules {
  login: string;
  onRequest: (one: ProxiedRequest) => void;
}

async function serve(reader: Reader, rules: Rules): Promise<void> {
  if ((await reader.peek()) === 5) return socks(reader, rules);
  for (;;) {
    const head = await reader.head();
    const [method = "", uri = ""] = head.split(" ");
    const [, basic = ""] = /^proxy-authorization: *basic +(\S+)/im.exec(head) ?? [];
    const credentials = Buffer.from(basic, "base64").toString();
    if (rules.login !== "" && credentials !== rules.login) {
      reader.write(AUTH_REQUIRED);
      continue;
    }
    if (method === "CONNECT") {
      rules.onRequest({ how: "connect", target: uri, login: credentials });
      reader.write("HTTP/1.1 200 OK\r\n\r\n");
      return answerAll(reader);
    }
    rules.onRequest({ how: "get", target: new URL(uri).host, login: credentials });
    reader.write(ANSWER);
  }
}

/** RFC 1928 and 1929. */
async function socks(reader: Reader, { login, onRequest }: Rules): Promise<void> {
  const [, count = 0] = await reader.take(2);
  const methods = await reader.take(count);
  const wanted = login === "" ? 0 : 2;
  if (!methods.includes(wanted)) return reader.end([5, 255]);
  reader.write([5, wanted]);
  let given = "";
  if (wanted === 2) {
    const user = await reader.take((await reader.take(2))[1] ?? 0);
    const password = await reader.take((await reader.take(1))[0] ?? 0);
    given = `${user.toString()}:${password.toString()}`;
    if (given !== login) return reader.end([1, 1]);
    reader.write([1, 0]);
  }
  const kind = (await reader.take(4))[3];
  const host =
    kind === 3
      ? (await reader.take((await reader.take(1))[0] ?? 0)).toString()
      : (await reader.take(kind === 4 ? 16 : 4)).join(".");
  const port = (await reader.take(2)).readUInt16BE();
  onRequest({ how: "socks5", target: `${host}:${port}`, login: given });
  reader.write([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  return answerAll(reader);
}

async function answerAll(reader: Reader): Promise<void> {
  for (;;) {
    await reader.head();
    reader.write(ANSWER);
  }
}
/** The response to every request; tests look for its word. */
const BODY = "<title>carried</title>carried";
const ANSWER = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
const AUTH_REQUIRED =
  'HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm="t"\r\nContent-Length: 0\r\n\r\n';

/** Reads a socket's bytes in pieces; throws if it ends too early. */
class Reader {
  readonly #socket: Socket;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);
  constructor(socket: Socket) {
    this.#socket = socket;
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }
  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw new Error("The caller went away.");
    this.#rest = Buffer.concat([this.#rest, value]);
  }
  async peek(): Promise<number> {
    while (this.#rest.length === 0) await this.#more();
    return this.#rest[0] ?? 0;
  }
  async take(count: number): Promise<Buffer> {
    while (this.#rest.length < count) await this.#more();
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }
  async head(): Promise<string> {
    while (!this.#rest.includes("\r\n\r\n")) await this.#more();
    return (await this.take(this.#rest.indexOf("\r\n\r\n") + 4)).toString();
  }
  write(bytes: string | readonly number[]): void {
    this.#socket.write(typeof bytes === "string" ? bytes : Buffer.from(bytes));
  }
  end(bytes: readonly number[]): void {
    this.#socket.end(Buffer.from(bytes));
  }
}
