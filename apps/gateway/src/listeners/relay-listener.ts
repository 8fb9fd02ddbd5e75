/**
 * This node's relay: other nodes of the fleet use its local exits as upstream proxies
 * (spec/nodes#relay). It checks the exit's password but meters nothing, since the customer's node
 * authenticates and meters. A relayed connection is never relayed again.
 *
 *     node Y ── CONNECT, user: an exit's id, password: HMAC under our secret ──▶ here ──▶ target
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { TargetResolver } from "../authorise/resolve-target.ts";
import type { Log } from "../lib/log.ts";
import type { Snapshot } from "../link/snapshot.ts";
import { parseHead, type RequestHead } from "../parse/http-head.ts";
import { parseProxyAuthorization } from "../parse/proxy-authorization.ts";

/** Whether all workers listen on the relay's port, which the system shares; else only worker 1. */
export const workersShareRelay = process.platform === "linux";
const maxConnections = 10_000;
const headTimeoutMs = 5_000;
const connectTimeoutMs = 9_000;
const idleTimeoutMs = 10 * 60_000;

export interface RelayOptions {
  host: string;
  log: Log;
  snapshot: Pick<Snapshot, "exits" | "unlimitedExits">;
  resolver: Pick<TargetResolver, "resolve">;
}

/** The port to listen on, and the secret from which passwords are derived. */
export interface RelayConfig {
  port: number;
  secret: string;
}

export class RelayListener {
  #options: RelayOptions;
  #server: Server | null = null;
  #config: RelayConfig | null = null;
  #sockets = new Set<Socket>();

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Listens on the given port, or not at all for null; open connections stay open. */
  set(at: RelayConfig | null): void {
    const isSame = this.#config?.port === at?.port;
    this.#config = at;
    if (isSame) return;
    this.#server?.close();
    this.#server = at === null ? null : this.#listen(at.port);
  }

  stop(): void {
    this.set(null);
    for (const socket of this.#sockets) socket.destroy();
  }

  #listen(port: number): Server {
    const { host, log } = this.#options;
    const serve = (socket: Socket) => this.#serve(socket);
    const server = createServer({ allowHalfOpen: true, noDelay: true }, serve);
    server.maxConnections = maxConnections;
    server.on("error", (error) => log.warn({ port, error: String(error) }, "relay listen failed"));
    return server.listen({ host, port, reusePort: workersShareRelay });
  }

  #serve(client: Socket): void {
    this.#track(client);
    client.setTimeout(headTimeoutMs, () => client.destroy());
    let bytes = Buffer.alloc(0);
    let scanned = 0;
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const parsed = parseHead(bytes, scanned);
      if ("need" in parsed) {
        scanned = parsed.scanned;
        return;
      }
      client.off("data", read);
      client.pause();
      if ("bad" in parsed) refuse(client, "400 Bad Request");
      else this.#answer(client, parsed.head, bytes.subarray(parsed.headBytes));
    };
    client.on("data", read);
  }

  #answer(client: Socket, head: RequestHead, early: Buffer): void {
    const exit = this.#exitOf(head);
    if (exit === null) return refuse(client, "407 Proxy Authentication Required");
    const { form, target } = head;
    // Names are resolved and checked at the node that the customer is connected to.
    if (form !== "connect" || target.kind === "name") return refuse(client, "400 Bad Request");
    const asker = { account: exit.id, subAccount: exit.id };
    const addresses = this.#options.resolver.resolve(target, asker);
    if (!Array.isArray(addresses)) return refuse(client, "403 Forbidden");
    const { port } = target;
    const upstream = connect({
      host: target.host,
      port,
      localAddress: exit.host,
      allowHalfOpen: true,
    });
    this.#track(upstream);
    upstream.setNoDelay(true);
    upstream.setTimeout(connectTimeoutMs, () => upstream.destroy());
    client.once("close", () => upstream.destroy());
    let open = false;
    upstream.once("close", () => {
      if (open) client.destroy();
      else refuse(client, "502 Bad Gateway");
    });
    upstream.once("connect", () => {
      open = true;
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      if (early.length > 0) upstream.write(early);
      for (const socket of [client, upstream]) {
        socket.setTimeout(idleTimeoutMs);
      }
      client.pipe(upstream);
      upstream.pipe(client);
    });
  }

  /** Returns this node's local exit that the head names with the right password. */
  #exitOf({ proxyAuthorization }: RequestHead): ExitFact | null {
    const { snapshot } = this.#options;
    const login = parseProxyAuthorization(proxyAuthorization);
    if (!("username" in login) || this.#config === null) return null;
    const { username: id, password } = login;
    const exit = snapshot.exits.byId.get(id)?.exit ?? snapshot.unlimitedExits().get(id);
    if (exit?.how !== "local" || exit.relayed) return null;
    const expected = Buffer.from(
      createHmac("sha256", this.#config.secret).update(id).digest("hex"),
    );
    const actual = Buffer.from(password);
    return actual.length === expected.length && timingSafeEqual(actual, expected) ? exit : null;
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
  }
}

function refuse(client: Socket, status: string): void {
  client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  client.resume();
}
