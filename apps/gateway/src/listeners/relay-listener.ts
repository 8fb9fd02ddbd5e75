/**
 * This node's relay: other nodes of the fleet use its local exits as upstream proxies
 * (spec/nodes#relay). It checks the exit's password but meters nothing, since the customer's node
 * authenticates and meters. It records who used an exit, as only this node can vouch for that. A
 * relayed connection is never relayed again.
 *
 *     node Y ── CONNECT, user: an exit's id, password: Y's HMAC under our key ──▶ here ──▶ target
 */
import { connect, createServer, type Server, type Socket } from "node:net";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { RelayAsker } from "@turnpike/contract/gateway-states.ts";
import { ConnectionPool } from "@turnpike/net/connection-pool.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { TargetResolver } from "../authorise/resolve-target.ts";
import { everySecond } from "@turnpike/net/every-second.ts";
import type { Log } from "../lib/log.ts";
import type { GatewayWorld } from "../lib/world.ts";
import type { Snapshot } from "../link/snapshot.ts";
import { parseHead, type RequestHead } from "../parse/http-head.ts";
import { parseProxyAuthorization } from "../parse/proxy-authorization.ts";
import { refusalResponse } from "../parse/refused.ts";
import { RelayAccess, type RelayConfig } from "./relay-access.ts";
import { RelayedConnections, type RelayRows } from "./relayed-connections.ts";
import { RelayPlaces } from "./relay-places.ts";

/** Whether all workers listen on the relay's port, which the system shares; else only worker 1. */
export const workersShareRelay = process.platform === "linux";
/** Of connections that have not sent a right password: at once, of one network, and its grace. */
const unauthenticated = { most: 4_096, perNetwork: 256, graceMs: 1_000 };
/** The whole head has to arrive within this time. */
const headTimeoutMs = 5_000;
const connectTimeoutMs = 9_000;
const idleTimeoutMs = 10 * 60_000;

export interface RelayOptions {
  host: string;
  log: Log;
  snapshot: Pick<Snapshot, "exits" | "unlimitedExits">;
  resolver: Pick<TargetResolver, "resolve">;
  world: Pick<GatewayWorld, "now" | "id">;
  /** Receives rows for the trace: one for each use of an exit. */
  rows: RelayRows;
  /** The most connections with a right password. */
  maxRelayed: number;
}

/** A 503: the asking gateway tries another exit. */
const noPlace: Refused = { reason: "notReady", detail: "the relay's places are taken" };

export class RelayListener {
  #options: RelayOptions;
  #server: Server | null = null;
  #port: number | null = null;
  #access = new RelayAccess();
  #sockets = new Set<Socket>();
  #unauthenticated = new ConnectionPool<Socket>({
    most: () => unauthenticated.most,
    perNetwork: unauthenticated.perNetwork,
    graceMs: unauthenticated.graceMs,
    now: () => performance.now(),
    end: (client) => client.destroy(),
  });
  #stopTrim: () => void;
  #relayed: RelayedConnections;
  #places: RelayPlaces;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#places = new RelayPlaces(options.maxRelayed);
    this.#relayed = new RelayedConnections(options);
    this.#stopTrim = everySecond(() => this.#unauthenticated.trim());
  }

  /** Listens on the given port, or not at all for null; open connections stay open. */
  set(at: RelayConfig | null): void {
    this.#access.set(at);
    this.#relayed.endInvalid(this.#access);
    const port = at?.port ?? null;
    if (this.#port === port) return;
    this.#port = port;
    this.#server?.close();
    this.#server = port === null ? null : this.#listen(port);
  }

  /** Replaces who may use it; connections of those who may not any more end. */
  setAskers(askers: readonly RelayAsker[]): void {
    this.#access.setAskers(askers);
    this.#relayed.endInvalid(this.#access);
  }

  stop(): void {
    this.set(null);
    this.#relayed.stop();
    this.#stopTrim();
    for (const socket of this.#sockets) socket.destroy();
  }

  #listen(port: number): Server {
    const { host, log, maxRelayed: most } = this.#options;
    const serve = (socket: Socket) => this.#serve(socket);
    const server = createServer({ allowHalfOpen: true, noDelay: true }, serve);
    server.maxConnections = most + unauthenticated.most;
    server.on("error", (error) => log.warn({ port, error: String(error) }, "relay listen failed"));
    return server.listen({ host, port, reusePort: workersShareRelay });
  }

  #serve(client: Socket): void {
    this.#track(client);
    this.#unauthenticated.add(client, client.remoteAddress ?? "");
    client.once("close", () => this.#unauthenticated.remove(client));
    const late = setTimeout(() => client.destroy(), headTimeoutMs);
    client.once("close", () => clearTimeout(late));
    let bytes = Buffer.alloc(0);
    let scanned = 0;
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const parsed = parseHead(bytes, scanned);
      if ("need" in parsed) {
        scanned = parsed.scanned;
        return;
      }
      clearTimeout(late);
      client.off("data", onData);
      client.pause();
      if ("bad" in parsed) this.#refuse(client, { reason: "badRequest", detail: parsed.bad });
      else this.#answer(client, parsed.head, bytes.subarray(parsed.headBytes));
    };
    // What is thrown to Node would end the worker, with everybody's connections.
    const onData = (chunk: Buffer) => {
      try {
        read(chunk);
      } catch (error) {
        this.#options.log.error({ error: String(error) }, "a relayed connection failed");
        client.destroy();
      }
    };
    client.on("data", onData);
  }

  #answer(client: Socket, head: RequestHead, early: Buffer): void {
    const found = this.#exitOf(head);
    if (found === null) return this.#refuse(client, { reason: "credentials", detail: "" });
    const { exit } = found;
    const { resolver } = this.#options;
    const { form, target } = head;
    // Names are resolved and checked at the node that the customer is connected to.
    const asker = { account: found.asker.id, subAccount: exit.id };
    const addresses =
      form === "connect" && target.kind !== "name" ? resolver.resolve(target, asker) : null;
    if (addresses === null || addresses instanceof Promise)
      return this.#refuse(client, { reason: "badRequest", detail: "a relay dials addresses" });
    if (!Array.isArray(addresses)) return this.#refuse(client, addresses);
    const free = this.#places.take(found.asker.id, () => client.destroy());
    if (free === null) return this.#refuse(client, noPlace);
    client.once("close", free);
    this.#unauthenticated.remove(client);
    const { host, port } = target;
    const upstream = connect({ host, port, localAddress: exit.host, allowHalfOpen: true });
    this.#track(upstream);
    upstream.setNoDelay(true);
    upstream.setTimeout(connectTimeoutMs, () => upstream.destroy());
    client.once("close", () => upstream.destroy());
    const end = this.#relayed.add({
      asker: found.asker,
      exit,
      client,
      upstream,
      target: { host, port },
    });
    let open = false;
    upstream.once("close", () => {
      end(open);
      if (open) client.destroy();
      else this.#refuse(client, { reason: "targetUnreachable", detail: "" });
    });
    upstream.once("connect", () => {
      open = true;
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      if (early.length > 0) upstream.write(early);
      for (const socket of [client, upstream])
        socket.setTimeout(idleTimeoutMs, () => socket.destroy());
      client.pipe(upstream);
      upstream.pipe(client);
    });
  }

  /** Returns this node's local exit that the head names with a right password, and whose it is. */
  #exitOf({ proxyAuthorization }: RequestHead): { exit: ExitFact; asker: RelayAsker } | null {
    const { snapshot } = this.#options;
    const login = parseProxyAuthorization(proxyAuthorization);
    if (!("username" in login)) return null;
    const { username: id, password } = login;
    const exit = snapshot.exits.byId.get(id)?.exit ?? snapshot.unlimitedExits().get(id);
    if (exit?.how !== "local" || exit.relayed) return null;
    const asker = this.#access.askerOf(id, password);
    return asker === null ? null : { exit, asker };
  }

  /** Answers and closes; a client that does not close its end is closed soon. */
  #refuse(client: Socket, refused: Refused): void {
    if (client.destroyed) return;
    if (!this.#unauthenticated.has(client))
      this.#unauthenticated.add(client, client.remoteAddress ?? "");
    const requestId = this.#options.world.id();
    client.end(refusalResponse({ refused, requestId, close: true }));
    const late = setTimeout(() => client.destroy(), headTimeoutMs);
    client.once("close", () => clearTimeout(late));
    client.resume();
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#sockets.delete(socket));
  }
}
