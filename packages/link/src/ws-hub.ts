/**
 * The hub's end of the link between machines: WebSocket upgrades of `/link` on the API's own HTTP
 * server (spec/nodes#link).
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { type PeerSocket, type Received, servePeer } from "./hub-peer.ts";
import type { NodeRates } from "./node-rates.ts";
import type { HubOptions } from "./ipc.ts";
import type { HubLink, Identity, Peer } from "./link.ts";
import {
  type Challenge,
  maxReceivedBytes,
  type Ping,
  type Pong,
  protocol,
  readQuestion,
  type Welcome,
} from "./messages.ts";
import { authenticate, type Authority, type LinkRefusal } from "./ws-authenticate.ts";
import { deadAfterMs, pingEveryMs, SilenceTimeout } from "./silence-timeout.ts";
import { type OnChunk, measureChunks } from "./ws-chunks.ts";
import { closeMs, endSocket, peerSocket } from "./ws-peer-socket.ts";
import { type Charge, WsPeers } from "./ws-peers.ts";
import { isLink, limitBytes, refuseUpgrade } from "./ws-upgrade.ts";

/** What takes a gateway's messages, and what is told of all that arrives. */
interface Welcomed {
  receive: Received;
  charge: Charge;
}

/** Emitted on the server with the socket of each gateway that has authenticated. */
export const upgradedEvent = "turnpike-upgraded";
const authenticateMs = 5_000;
/** The most bytes that a gateway may send before it has authenticated. */
const maxProofBytes = 16 * 1024;
/** An answer to no question, which every gateway ignores. */
const keepAlive = '{"id":0,"answer":{}}';
/** The most bytes without the end of a message: the largest one, in any frames. */
const maxPartBytes = maxReceivedBytes + 512 * 1024;
/** Our gateways send whole messages; a proxy in between may split them. Each part is an object. */
const maxFragments = 1_024;
/** The most unauthenticated sockets of one address. */
const maxUnauthenticated = 20;
/** Beyond its share of connections, a machine's proofs count like wrong ones: each costs a reading of its key. */
const tooOften: LinkRefusal = { code: 1013, reason: "the machine connects too often" };
/** Anybody can be refused, as often as they like: that must not push out the log. */
const logRefusedEveryMs = 1_000;

export interface WsHubOptions extends Omit<HubOptions, "localNodeId">, Authority {
  /** The id of this API process. */
  replica: string;
  /** Records the connection, or refuses it: a newer run of the worker is connected, for example. */
  admit: (identity: Identity) => Promise<LinkRefusal | null>;
  /** The client's address, behind trusted proxies. */
  addressOf?: (request: IncomingMessage) => string;
  /** How often sockets of a network may fail to authenticate, and a node's workers connect. */
  tries?: Buckets;
  arrivals?: Buckets;
  /** Without it, nodes may send any number of questions. */
  rates?: NodeRates;
  /** The most bytes queued for a node; by default 128 MiB. */
  maxQueuedOfNode?: number;
  log: { warn: (fields: object, message: string) => void };
}

/** Shares by key that fill up again, as `TokenBuckets` of the API has them. */
interface Buckets {
  takeAll: (key: string, wanted: number) => boolean;
  giveBack: (key: string, taken: number) => void;
}

/** A socket that wants to be a link. */
interface Arrival {
  host: string;
  address: string;
  welcomed: () => void;
  measure: (onChunk: OnChunk) => void;
}

/** Serves gateways on `server`; its other requests are not affected. */
export function attachWs(server: Server, end: WsHubOptions): HubLink {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxReceivedBytes,
    maxFragments,
  });
  const hub = new WsHub(end);
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const address = networkOf(end.addressOf?.(request) ?? request.socket.remoteAddress ?? "");
    if (!isLink(request)) return refuseUpgrade(socket, "404 Not Found");
    if (!hub.mayTry(address)) return refuseUpgrade(socket, "429 Too Many Requests");
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      const removeLimit = limitBytes(socket, maxProofBytes);
      const welcomed = () => {
        removeLimit();
        server.emit(upgradedEvent, socket);
      };
      const host = request.headers.host ?? "";
      const measure = (onChunk: OnChunk) => measureChunks(socket, onChunk);
      hub.serve(accepted, { host, address, welcomed, measure });
    });
  };
  // Requests for any other upgrade (such as HTTP/2) are served without one.
  Object.assign(server, { shouldUpgradeCallback: isLink });
  server.on("upgrade", upgrade);
  return {
    peers: () => hub.peers(),
    stop: async () => {
      server.off("upgrade", upgrade);
      for (const client of sockets.clients) client.close(1012, "the API ends");
      const late = setTimeout(() => {
        for (const client of sockets.clients) client.terminate();
      }, closeMs);
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
      clearTimeout(late);
    },
  };
}

class WsHub {
  #end: WsHubOptions;
  #peers: WsPeers;
  /** Unauthenticated sockets by address. */
  #trying = new Map<string, number>();
  #lastId = 1_000_000;
  /** When a refused gateway was logged last, and how many were refused since. */
  #refused = { loggedAt: Number.NEGATIVE_INFINITY, unlogged: 0 };

  constructor(end: WsHubOptions) {
    this.#end = end;
    this.#peers = new WsPeers(end);
  }

  peers(): Peer[] {
    return this.#peers.all();
  }

  /** Whether another socket of this address may try to authenticate. It counts until its proof is right. */
  mayTry(address: string): boolean {
    if ((this.#trying.get(address) ?? 0) >= maxUnauthenticated) return false;
    return this.#end.tries?.takeAll(address, 1) ?? true;
  }

  serve(socket: WebSocket, { host, address, welcomed: onWelcome, measure }: Arrival): void {
    const nonce = randomBytes(24).toString("base64url");
    const releaseTry = this.#countTry(address);
    const silence = new SilenceTimeout(
      () => socket.terminate(),
      () => socket.isPaused,
    );
    const late = setTimeout(() => socket.terminate(), authenticateMs);
    let charge: Charge = () => {};
    let whole = { messages: 0, bytes: 0 };
    let partBytes = 0;
    let heardAt = performance.now();
    let receive: Received = (message) => {
      receive = () => {
        throw new SyntaxError("Not welcome yet");
      };
      void this.#welcome(socket, message, { nonce, host, address }).then((welcomed) => {
        clearTimeout(late);
        releaseTry();
        if (welcomed === null) return;
        onWelcome();
        // A gateway whose pings wait in its unread socket must not take this end for dead.
        silence.start(deadAfterMs, () => {
          if (performance.now() - heardAt > pingEveryMs) socket.send(keepAlive);
        });
        ({ receive, charge } = welcomed);
      });
    };
    socket.on("message", (data: RawData) => {
      // A peer that was told to go is not heard any more, even if it does not close its end.
      if (socket.readyState !== WebSocket.OPEN) return;
      heardAt = performance.now();
      const { length } = data as Buffer;
      whole = { messages: whole.messages + 1, bytes: whole.bytes + length };
      try {
        receive(readQuestion(data as Buffer), length);
      } catch {
        socket.terminate();
      }
    });
    measure((read, ms) => {
      silence.reset();
      const { messages, bytes } = whole;
      whole = { messages: 0, bytes: 0 };
      // Frames without a message, or parts of one that never ends, stay in memory.
      partBytes = messages > 0 ? 0 : partBytes + read;
      if (partBytes > maxPartBytes) socket.terminate();
      charge(bytes, { ms, messages });
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(late);
      silence.stop();
      releaseTry();
      this.#peers.remove(socket);
    });
    const { replica } = this.#end;
    const challengeMessage: Challenge = {
      challenge: { protocol: [protocol.oldest, protocol.newest], nonce, replica },
    };
    socket.send(JSON.stringify(challengeMessage));
  }

  #countTry(address: string): () => void {
    this.#trying.set(address, (this.#trying.get(address) ?? 0) + 1);
    let counted = true;
    return () => {
      if (!counted) return;
      counted = false;
      const left = (this.#trying.get(address) ?? 1) - 1;
      if (left > 0) this.#trying.set(address, left);
      else this.#trying.delete(address);
    };
  }

  /** Checks the proof; returns what reads the gateway's messages, or null if it was refused. */
  async #welcome(
    socket: WebSocket,
    message: object,
    { nonce, host, address }: { nonce: string; host: string; address: string },
  ): Promise<Welcomed | null> {
    const { welcome, onPeer, log, tries } = this.#end;
    let counts = false;
    try {
      const verdict = await authenticate(message, { hubNonce: nonce, host }, this.#end);
      const refused = "code" in verdict ? verdict : await this.#admit(verdict);
      counts = "code" in verdict || refused === tooOften;
      if (refused !== null) {
        this.#logRefused(refused);
        endSocket(socket, refused);
        return null;
      }
      if ("code" in verdict || socket.readyState !== WebSocket.OPEN) return null;
      const wire = peerSocket(socket, () => this.#peers.isFull(verdict));
      this.#lastId += 1;
      const served = servePeer(wire, { id: this.#lastId, identity: verdict }, this.#end);
      const charge = this.#peers.add(served, socket);
      onPeer?.(served.peer);
      const { offsetMs = 0, floor = 0 } = welcome?.() ?? {};
      const now = Date.now();
      const welcomeMessage: Welcome = { welcome: { now, offsetMs, node: verdict.nodeName, floor } };
      wire.send(JSON.stringify(welcomeMessage));
      return { charge, receive: reader(wire, served, this.#end.position) };
    } catch (error) {
      log.warn({ error: String(error) }, "a gateway could not be welcomed");
      endSocket(socket, { code: 1011, reason: "try again" });
      return null;
    } finally {
      if (!counts) tries?.giveBack(address, 1);
    }
  }

  /** Records the connection, which costs a transaction: of one node not too often. */
  async #admit(identity: Identity): Promise<LinkRefusal | null> {
    const { admit, arrivals } = this.#end;
    if (!(arrivals?.takeAll(identity.nodeId, 1) ?? true)) return tooOften;
    try {
      return await admit(identity);
    } catch (error) {
      arrivals?.giveBack(identity.nodeId, 1);
      throw error;
    }
  }

  #logRefused(refused: LinkRefusal): void {
    const { loggedAt, unlogged } = this.#refused;
    const [now, count] = [performance.now(), unlogged + 1];
    const isDue = now - loggedAt >= logRefusedEveryMs;
    this.#refused = isDue ? { loggedAt: now, unlogged: 0 } : { loggedAt, unlogged: count };
    if (isDue) this.#end.log.warn({ ...refused, count }, "a gateway was refused");
  }
}

/** Answers pings and passes on all other messages. */
function reader(
  wire: PeerSocket,
  { peer, receive }: Pick<ReturnType<typeof servePeer>, "peer" | "receive">,
  position: () => number = () => 0,
): Received {
  return (message, bytes) => {
    if (!("ping" in message)) return receive(message, bytes);
    const { ping, skewMs } = message as Ping;
    if (Number.isSafeInteger(skewMs)) peer.skewMs = skewMs;
    const pong: Pong = { pong: Number(ping), now: Date.now(), position: position() };
    wire.send(JSON.stringify(pong));
  };
}
