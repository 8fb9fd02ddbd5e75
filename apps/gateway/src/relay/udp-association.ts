/**
 * A SOCKS5 UDP association (RFC 1928 §7): relays one client's datagrams through one exit while its
 * TCP connection is open (spec/gateway#udp).
 *
 *     client ─▶ from its address and port? ─▶ target allowed? resolved? ─▶ paid for ─▶ exit ─▶ target
 *     client ◀─ paid for ◀─ was something sent there? ◀──────────────────────────────── exit ◀─ target
 */
import type { RemoteInfo, Socket } from "node:dgram";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Refused, RefusedReason } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import type { Peer } from "../engine/engine.ts";
import type { Gateway } from "../session/gateway.ts";
import { onResult } from "../lib/maybe-promise.ts";
import { DatagramQueue } from "../meter/datagram-queue.ts";
import { RateLimitedQuota } from "../meter/rate-limited-quota.ts";
import { Flow } from "../meter/rate-limiter.ts";
import { datagramHeader, readDatagram } from "../parse/socks5.ts";
import type { ConnectionHandler } from "../authorise/connections.ts";
import { holderOf } from "../authorise/grant.ts";
import { targetBar } from "../authorise/target-bar.ts";
import type { ProxySession } from "../session/proxy-session.ts";
import { UdpOwner } from "./udp-owner.ts";
import { TargetSockets } from "./udp-sockets.ts";
import { type UdpTarget, UdpTargets } from "./udp-targets.ts";

/** The most names that are resolved at one time. */
const maxResolving = 32;
/** The most refused targets that are logged in the request log. */
const maxRefusedLines = 16;
/** The TCP connection should carry nothing: a client that sends more than this is cut off. */
const maxControlBytes = 1_024;
/** How long the kernel may take for pending sends when the association ends. */
const lastSendsMs = 1_000;

export interface UdpAssociationOptions {
  gateway: Gateway;
  session: ProxySession;
  /** The TCP connection of the association. */
  control: Peer;
  /** The client's address, canonical. */
  address: string;
  /** The port from which the client said that it will send; null if it did not say. */
  declaredPort: number | null;
  exit: ExitFact;
  /** Bound to the address to which the client sends its datagrams. */
  socket: Socket;
}

type Direction = "up" | "down";

export class UdpAssociation implements ConnectionHandler {
  #options: UdpAssociationOptions;
  #client: Socket;
  #targetSockets: TargetSockets;
  #targets: UdpTargets;
  #queues: Record<Direction, DatagramQueue>;
  #flows: Record<Direction, Flow | null>;
  /** Which port at the client's address it belongs to; datagrams from others are dropped. */
  #owner: UdpOwner;
  #resolving = 0;
  #refused = new Set<string>();
  /** For which state of what is refused its targets were judged. */
  #judgedFor: unknown[] = [];
  #usedAt = performance.now();
  #ended = false;
  #closed = false;

  /** Serves the association until the TCP connection ends or the session is cut. */
  constructor(options: UdpAssociationOptions) {
    const { session, control, exit, socket } = options;
    this.#options = options;
    this.#client = socket;
    this.#owner = new UdpOwner(options.declaredPort);
    this.#targetSockets = new TargetSockets(exit, (opened) => {
      opened.on("message", (bytes, from) => this.#guard(() => this.#fromTarget(bytes, from)));
    });
    this.#targets = new UdpTargets(({ target, ...more }) => session.lines.addTarget(target, more));
    const { datagrams } = options.gateway.counters;
    this.#queues = { up: new DatagramQueue(datagrams), down: new DatagramQueue(datagrams) };
    const limiter = session.rateLimiter();
    this.#flows = {
      up: limiter && new Flow(limiter.up),
      down: limiter && new Flow(limiter.down),
    };
    socket.on("message", (bytes, from) => this.#guard(() => this.#fromClient(bytes, from)));
    control.onEnd = () => this.#end();
    control.onClose = () => this.#end();
    control.receive = () => {
      if (control.received > maxControlBytes) this.#end();
      return true;
    };
    session.connection.handler = this;
    if (session.connection.closedBecause) this.#end();
    else control.resume();
  }

  cut(_why: RefusedReason): void {
    this.#end();
  }

  sweep(now: number, short: boolean): void {
    const { idleMs, idleShortMs } = this.#options.gateway.idleTimeouts;
    if (now - this.#usedAt > (short ? Math.min(idleMs, idleShortMs) : idleMs)) {
      return this.#options.session.connection.cut("timedOut");
    }
    this.#targets.endIdle(now);
    this.#endRefused();
  }

  /** After a change: a target that is refused now may send nothing more, as tunnels to it end. */
  #endRefused(): void {
    const { auth, ownerLimits } = this.#options.gateway;
    const { grant } = this.#options.session.admitted;
    const { snapshot } = auth;
    const { blockedTargets, policies } = snapshot;
    const holder = holderOf(grant, snapshot);
    const state = [blockedTargets.changes, policies.changes, holder];
    if (state.every((part, at) => part === this.#judgedFor[at])) return;
    this.#judgedFor = state;
    this.#targets.endThose(({ target: { host, port }, peers }) => {
      const addresses = [...peers].map((peer) => peer.slice(0, peer.indexOf(" ")));
      const barred = targetBar(grant, { host, port, addresses }, auth);
      return (barred ?? ownerLimits.checkTarget(grant.holderId, host, auth.now())) !== null;
    });
  }

  /** What a datagram causes ends its association at most: thrown to Node, it would end the worker. */
  #guard(take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#options.gateway.log.error({ error: String(error) }, "a datagram failed");
      this.#end();
    }
  }

  #fromClient(bytes: Uint8Array, from: RemoteInfo): void {
    if (canonicalAddress(from.address) !== this.#options.address) return;
    const read = readDatagram(bytes);
    // Empty datagrams would be free of charge, however many came.
    if ("bad" in read || read.payload.length === 0 || this.#ended) return;
    if (!this.#owner.accepts(from.port, performance.now())) return;
    this.#resolve(read.target, read.payload);
  }

  /** Checks a datagram's target like that of a connection. */
  #resolve(target: Target, payload: Uint8Array): void {
    const { auth, ownerLimits, resolver } = this.#options.gateway;
    const { grant } = this.#options.session.admitted;
    const { accountId, holderId } = grant;
    const { host, port } = target;
    const bar = (addresses: string[]) => targetBar(grant, { host, port, addresses }, auth);
    const refuse = (refused: Refused) => this.#refuse(target, refused);
    const forbidden = bar([]) ?? ownerLimits.checkTarget(holderId, host, auth.now());
    if (forbidden !== null) return refuse(forbidden);
    if (this.#resolving >= maxResolving) return;
    const asker = { account: accountId, subAccount: holderId };
    this.#resolving += 1;
    const resolved = (addresses: string[] | Refused) => {
      this.#resolving -= 1;
      if (!Array.isArray(addresses)) return refuse(addresses);
      const barred = auth.snapshot.blockedTargets.size > 0 ? bar(addresses) : null;
      if (barred !== null) return refuse(barred);
      const address = this.#targetSockets.reachable(addresses);
      if (address === undefined) return refuse(unreachable);
      this.#toTarget(target, address, payload);
    };
    onResult(resolver.resolve(target, asker), resolved, () => {});
  }

  #toTarget(target: Target, address: string, payload: Uint8Array): void {
    const sendThrough = (socket: Socket | null) => {
      if (socket === null) return this.#refuse(target, noSocket);
      if (this.#ended) return;
      const entry = this.#targets.touch(target, () => this.#newTarget(target, address));
      if (entry === null) {
        this.#options.gateway.counters.datagrams.dropped += 1;
        return;
      }
      this.#targets.addPeer(entry, address, target.port);
      this.#queues.up.push({
        bytes: payload.length,
        quota: () => this.#quota(entry, "up"),
        send: (done) => {
          this.#usedAt = performance.now();
          socket.send(payload, target.port, address, (error) => done(error === null));
        },
      });
    };
    onResult(this.#targetSockets.socketFor(address), sendThrough, () => {});
  }

  #fromTarget(payload: Uint8Array, { address: text, port }: RemoteInfo): void {
    const address = canonicalAddress(text) ?? text;
    const entry = this.#targets.findByPeer(address, port);
    const clientPort = this.#owner.port;
    if (entry === undefined || clientPort === null || payload.length === 0 || this.#ended) return;
    entry.usedAt = performance.now();
    this.#queues.down.push({
      bytes: payload.length,
      quota: () => this.#quota(entry, "down"),
      send: (done) => {
        this.#usedAt = performance.now();
        const whole = [datagramHeader(address, port), payload];
        this.#client.send(whole, clientPort, this.#options.address, (error) =>
          done(error === null),
        );
      },
    });
  }

  #newTarget(target: Target, address: string): UdpTarget {
    const { session, gateway } = this.#options;
    return {
      target,
      address,
      recorder: session.recordTarget(target),
      at: gateway.auth.now(),
      openedAt: performance.now(),
      usedAt: 0,
      peers: new Set(),
    };
  }

  /** All targets of the association share its part of the port's rate. */
  #quota({ recorder }: UdpTarget, direction: Direction) {
    const quota = recorder.quota(direction);
    const flow = this.#flows[direction];
    return flow === null ? quota : new RateLimitedQuota(quota, flow);
  }

  /** A datagram has no reply, so the reason for dropping is logged, once per target. */
  #refuse(target: Target, refused: Refused): void {
    const { authority } = target;
    const isKnown = this.#refused.has(authority) || this.#refused.size >= maxRefusedLines;
    if (this.#ended || isKnown) return;
    this.#refused.add(authority);
    this.#options.session.lines.addRefusedTarget(target, refused);
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const { control } = this.#options;
    control.onEnd = () => {};
    control.onClose = () => {};
    control.destroy();
    const queues = Object.values(this.#queues);
    const whenSent = () => {
      if (queues.every(({ sending }) => sending === 0)) this.#close();
    };
    for (const queue of queues) {
      queue.onStopped = whenSent;
      queue.stop();
    }
    whenSent();
    if (!this.#closed) setTimeout(() => this.#closeSockets(), lastSendsMs).unref();
  }

  /** Called when everything is counted. */
  #close(): void {
    if (this.#closed) return;
    this.#closeSockets();
    this.#closed = true;
    this.#targets.endAll();
    const { session, gateway } = this.#options;
    gateway.udpLimiter.release(session.admitted.grant.accountId);
    session.close();
  }

  /** Sends that the kernel has not completed by now fail, and their bytes are given back. */
  #closeSockets(): void {
    if (this.#closed) return;
    this.#targetSockets.close();
    try {
      this.#client.close();
    } catch {
      // Already closed by the timeout.
    }
  }
}

const unreachable: Refused = {
  reason: "targetUnreachable",
  detail: "no address of the exit's kind",
};
const noSocket: Refused = { reason: "exitUnreachable", detail: "no local port" };
