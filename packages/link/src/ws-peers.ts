/** The gateways that are connected to a hub by WebSocket, and what their nodes may send and leave unread. */
import { closeCodes } from "@turnpike/contract/node.ts";
import type { WebSocket } from "ws";
import type { servePeer } from "./hub-peer.ts";
import type { Identity, Peer } from "./link.ts";
import type { NodeRates } from "./node-rates.ts";
import { endSocket, maxQueuedOfNode, queuedBytes } from "./ws-peer-socket.ts";

type Served = Pick<ReturnType<typeof servePeer>, "peer" | "pauseFor">;

/** Counts messages of a worker with their bytes, and the CPU time that all it sent took. */
export type Charge = (bytes: number, cost: { ms: number; messages: number }) => void;

interface PeersOptions {
  rates?: NodeRates;
  maxQueuedOfNode?: number;
  onDisconnected?: (peer: Peer) => void;
}

export class WsPeers {
  #options: PeersOptions;
  #peers = new Map<Peer, { socket: WebSocket; pauseFor: Served["pauseFor"] }>();

  constructor(options: PeersOptions) {
    this.#options = options;
  }

  all(): Peer[] {
    return [...this.#peers.keys()];
  }

  /** Adds a worker in place of its previous connection; returns what is told of all that arrives. */
  add({ peer, pauseFor }: Served, socket: WebSocket): Charge {
    this.#endPrevious(peer.identity);
    this.#peers.set(peer, { socket, pauseFor });
    const { rates } = this.#options;
    // A machine cannot connect again to be read at once.
    const pausedMs = rates?.allPausedMs(peer.identity) ?? 0;
    if (pausedMs > 0) pauseFor(pausedMs);
    return (bytes, cost) => {
      const pauseMs = rates?.take(peer.identity, bytes, cost) ?? 0;
      if (pauseMs <= 0) return;
      pauseFor(pauseMs);
      const allMs = rates?.allPausedMs(peer.identity) ?? 0;
      if (allMs > 0) this.#pauseOthers(peer, allMs);
    };
  }

  remove(socket: WebSocket): void {
    for (const [peer, of] of this.#peers) {
      if (of.socket !== socket) continue;
      this.#peers.delete(peer);
      this.#options.onDisconnected?.(peer);
    }
  }

  /** Whether too much is queued for a node's workers together. */
  isFull({ nodeId }: Identity): boolean {
    let bytes = 0;
    for (const [{ identity }, { socket }] of this.#peers)
      if (identity.nodeId === nodeId) bytes += queuedBytes(socket);
    return bytes > (this.#options.maxQueuedOfNode ?? maxQueuedOfNode);
  }

  /**
   * Leaves the other sockets of a worker's node unread too: each may have a full buffer ready, and
   * together they would stop the thread. Afterwards they take turns.
   */
  #pauseOthers(peer: Peer, pauseMs: number): void {
    const own = this.#peers.get(peer);
    if (own !== undefined) {
      this.#peers.delete(peer);
      this.#peers.set(peer, own);
    }
    for (const [other, { pauseFor }] of this.#peers)
      if (other !== peer && other.identity.nodeId === peer.identity.nodeId) pauseFor(pauseMs);
  }

  /** Closes a worker's previous connection: it is dead, or of an older run. */
  #endPrevious({ nodeId, worker }: Identity): void {
    for (const [{ identity }, { socket }] of this.#peers) {
      if (identity.nodeId !== nodeId || identity.worker !== worker) continue;
      const reason = "a newer connection of this worker";
      endSocket(socket, { code: closeCodes.superseded, reason });
      this.remove(socket);
    }
  }
}
