/**
 * A wholesaler's gateway for tests: speaks CONNECT and SOCKS5, plays every target itself (an echo),
 * notes what it was sent and counts the bytes on its sockets.
 */
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";

export interface Asked {
  /** The target as `host:port`. */
  authority: string;
  user: string;
  password: string;
}
/** The answer to a request: a whole head, a SOCKS5 reply, or what to do with the socket. */
export type Answer = string | number | ((socket: Socket) => void);

export class Wholesaler {
  readonly asked: Asked[] = [];
  /** Bytes on all sockets, as this side counted them. */
  received = 0;
  sent = 0;
  /** Decides about a request; null: the tunnel opens. */
  answer: (asked: Asked) => Answer | null = () => null;
  /** More header lines of a tunnel's 200. */
  headers = "";
  /** Whether SOCKS5 logins are refused. */
  refusesLogin = false;
  #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;

  constructor(tls?: TlsOptions) {
    const accept = (socket: Socket) => this.#accept(socket);
    const options = { allowHalfOpen: true, noDelay: true };
    this.#server = tls ? createTlsServer(tls, accept) : createServer(options, accept);
  }

  async listen(port = this.#port): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Stops listening and cuts all connections; `listen` starts it again at the same port. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  get open(): number {
    return this.#sockets.size;
  }

  /** Its facts, as the hub sends them. */
  fact(name: string, changed: Partial<UpstreamFact> = {}): UpstreamFact {
    return {
      kind: "upstream",
      id: `upstream-${name}`,
      name,
      how: "http",
      hosts: [`127.0.0.1:${this.#port}`],
      login: { login: "acme" },
      secret: "s3cret",
      user: [
        "customer-{login}[-cc-{country:upper}][-city-{city:snake}][-sessid-{session}[-sesstime-{minutes}]]",
      ],
      password: "{secret}",
      map: {},
      places: ["country", "city"],
      countries: null,
      session: { maxMinutes: 1440, format: "alnum8", perConnection: true },
      errors: [],
      exitIpHeader: null,
      dns: "remote",
      connectMs: 2_000,
      maxConnections: null,
      priority: 1,
      weight: 100,
      state: "on",
      products: ["traffic"],
      sessionKey: "11".repeat(32),
      allowRetryElsewhere: false,
      ...changed,
    };
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {});
    let bytes = Buffer.alloc(0);
    let take: ((bytes: Buffer) => number) | null = null;
    socket.on("data", (chunk: Buffer) => {
      this.received += chunk.length;
      bytes = Buffer.concat([bytes, chunk]);
      take ??= bytes[0] === 5 ? this.#socks(socket) : this.#http(socket);
      for (let used = take(bytes); used > 0; used = bytes.length > 0 ? take(bytes) : 0)
        bytes = bytes.subarray(used);
    });
    socket.on("end", () => socket.end());
  }

  #write(socket: Socket, bytes: string | Buffer): void {
    this.sent += bytes.length;
    socket.write(bytes);
  }

  #echo(socket: Socket, bytes: Buffer): number {
    this.#write(socket, bytes);
    return bytes.length;
  }

  #http(socket: Socket): (bytes: Buffer) => number {
    let isOpen = false;
    return (bytes) => {
      if (isOpen) return this.#echo(socket, bytes);
      const end = bytes.indexOf("\r\n\r\n");
      if (end < 0) return 0;
      const head = bytes.toString("latin1", 0, end);
      const login = /^proxy-authorization: basic (\S+)/im.exec(head)?.[1] ?? "";
      const [user = "", password = ""] = Buffer.from(login, "base64").toString().split(":");
      const asked = { authority: head.split(" ")[1] ?? "", user, password };
      this.asked.push(asked);
      const answer = this.answer(asked);
      if (answer === null) {
        isOpen = true;
        this.#write(socket, `HTTP/1.1 200 OK\r\n${this.headers}\r\n`);
      } else if (typeof answer === "function") answer(socket);
      else if (typeof answer === "string") {
        this.#write(socket, answer);
        socket.end();
      }
      return end + 4;
    };
  }

  #socks(socket: Socket): (bytes: Buffer) => number {
    let step: "greeting" | "login" | "request" | "open" = "greeting";
    const login = { user: "", password: "" };
    return (bytes) => {
      if (step === "open") return this.#echo(socket, bytes);
      if (step === "greeting") {
        const length = 2 + (bytes[1] ?? 0);
        if (bytes.length < length) return 0;
        step = "login";
        this.#write(socket, Buffer.from([5, 2]));
        return length;
      }
      if (step === "login") {
        const userEnd = 2 + (bytes[1] ?? 0);
        const end = userEnd + 1 + (bytes[userEnd] ?? 0);
        if (bytes.length <= userEnd || bytes.length < end) return 0;
        login.user = bytes.toString("latin1", 2, userEnd);
        login.password = bytes.toString("latin1", userEnd + 1, end);
        step = "request";
        this.#write(socket, Buffer.from([1, this.refusesLogin ? 1 : 0]));
        return end;
      }
      const length = 5 + (bytes[4] ?? 0) + 2;
      if (bytes.length < length) return 0;
      const authority = `${bytes.toString("latin1", 5, length - 2)}:${bytes.readUInt16BE(length - 2)}`;
      const asked = { authority, ...login };
      this.asked.push(asked);
      const answer = this.answer(asked);
      if (typeof answer === "function") answer(socket);
      else {
        const reply = typeof answer === "number" ? answer : 0;
        this.#write(socket, Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
        if (reply === 0) step = "open";
        else socket.end();
      }
      return length;
    };
  }
}

/** A head with these header lines and no body. */
export const says = (status: number, headers = "") =>
  `HTTP/1.1 ${status} So\r\n${headers}Content-Length: 0\r\n\r\n`;
