/**
 * Records in the database which workers are connected to this hub, and applies the operator's
 * commands to them: drained nodes are notified, retired ones disconnected (spec/nodes).
 */
import { closeCodes, retiredReason } from "@turnpike/contract/node.ts";
import type { Identity, Peer } from "@turnpike/link/link.ts";
import type { NodeKey } from "@turnpike/link/ws-hub.ts";
import { gatewayName, localNode, maxSkewMs, heartbeatMs } from "@turnpike/rules/node.ts";
import {
  nodeByName,
  type NodeRow,
  nodesById,
  recordWorkerConnected,
  recordWorkerDisconnected,
  workersOf,
  recordWorkersSeen,
} from "../../inventory/node/store.ts";
import type { Services } from "../../platform/services.ts";
import { settleNode } from "../../products/lease/settle-node.ts";

const pollMs = 1_000;
const skewWarnedEveryMs = 60_000;
/** The largest value that fits the database column. */
const skewBoundMs = 2_000_000_000;

export interface NodesOptions {
  services: Services;
  /** Id of this API process. */
  replica: string;
  peers: () => Peer[];
  /** Sends a peer whether its node is drained. */
  sendDraining: (peer: Peer, draining: boolean) => void;
}

export class Nodes {
  #options: NodesOptions;
  #draining = new Set<string>();
  #leaseSeconds = new Map<string, number>();
  #skewWarnedAt = new Map<string, number>();
  #seenAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: NodesOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#look());
    }, pollMs);
  }

  /** Finds a node by id, to verify its key. */
  async keyOf(id: string): Promise<NodeKey | null> {
    const [row] = await nodesById(this.#options.services.db, [id]);
    if (row === undefined) return null;
    return {
      id: row.id,
      name: row.name,
      publicKey: row.public_key,
      retired: row.retired_at !== null,
    };
  }

  /** Records a connection. Returns false if a newer run of the worker is connected to any API. */
  async connected(identity: Identity): Promise<boolean> {
    const { services, replica } = this.#options;
    const { version } = identity;
    const admitted = await recordWorkerConnected(services.db, identity, { replica, version });
    const [row] = await nodesById(services.db, [identity.nodeId]);
    this.#note(row ? [row] : []);
    return admitted || identity.nodeName === localNode;
  }

  /** Records the end of a connection. */
  disconnected({ identity }: Peer): void {
    const { services, replica } = this.#options;
    recordWorkerDisconnected(services.db, identity, replica).catch((error: unknown) => {
      services.log.debug({ err: error }, "the end of a connection was not recorded");
    });
  }

  /** Whether the operator has drained the node. */
  isDraining(nodeId: string): boolean {
    return this.#draining.has(nodeId);
  }

  /** How long its gateways can carry traffic without a hub; undefined until that was read. */
  leaseSeconds(nodeId: string): number | undefined {
    return this.#leaseSeconds.get(nodeId);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Every second: notices nodes drained or retired, and workers now connected elsewhere. */
  async #look(): Promise<void> {
    const { services, peers } = this.#options;
    const connectedPeers = peers();
    if (connectedPeers.length === 0) return;
    const isDue = performance.now() - this.#seenAt >= heartbeatMs;
    // The API's own machine cannot be retired, and may be notified of draining some seconds late.
    if (!isDue && connectedPeers.every(({ identity }) => identity.nodeName === localNode)) return;
    try {
      const ids = [...new Set(connectedPeers.map(({ identity }) => identity.nodeId))];
      const rows = await nodesById(services.db, ids);
      await this.#endRetired(rows, connectedPeers);
      this.#note(rows);
      if (!isDue) return;
      this.#seenAt = performance.now();
      await this.#recordSeen(connectedPeers, ids);
    } catch (error) {
      services.log.debug({ err: error }, "nodes could not be read");
    }
  }

  async #endRetired(rows: NodeRow[], peers: Peer[]): Promise<void> {
    for (const { id, name } of rows.filter((row) => row.retired_at !== null)) {
      for (const peer of peers)
        if (peer.identity.nodeId === id) peer.close(closeCodes.refused, retiredReason);
      // Settle leases taken after the operator's command settled all the others.
      await settleNode(this.#options.services, name);
    }
  }

  #note(rows: NodeRow[]): void {
    for (const { id, draining, lease_seconds: seconds } of rows) {
      this.#leaseSeconds.set(id, seconds);
      if (draining === this.#draining.has(id)) continue;
      if (draining) this.#draining.add(id);
      else this.#draining.delete(id);
      for (const peer of this.#options.peers()) {
        if (peer.identity.nodeId === id) this.#options.sendDraining(peer, draining);
      }
    }
  }

  async #recordSeen(peers: Peer[], nodeIds: string[]): Promise<void> {
    const { services, replica } = this.#options;
    for (const peer of peers) this.#warnOfSkew(peer);
    const seen = peers.map(({ identity, skewMs }) => {
      const { nodeId, worker, epoch } = identity;
      const bounded = Math.max(-skewBoundMs, Math.min(skewBoundMs, Math.round(skewMs)));
      return { nodeId, worker, epoch, skewMs: bounded };
    });
    await recordWorkersSeen(services.db, replica, seen);
    const rows = await workersOf(services.db, nodeIds);
    for (const peer of peers) {
      const { nodeId, worker, epoch, nodeName } = peer.identity;
      const row = rows.find((one) => one.node_id === nodeId && one.worker === worker);
      if (row !== undefined && row.epoch > epoch && nodeName !== localNode)
        peer.close(closeCodes.superseded, "a newer run of this worker is connected");
    }
  }

  #warnOfSkew({ identity, skewMs }: Peer): void {
    if (Math.abs(skewMs) <= maxSkewMs) return;
    const gateway = gatewayName(identity.nodeName, identity.worker);
    const last = this.#skewWarnedAt.get(gateway) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - last < skewWarnedEveryMs) return;
    this.#skewWarnedAt.set(gateway, performance.now());
    this.#options.services.log.warn({ gateway, skewMs }, "the clock of a gateway is wrong");
  }
}

/** Returns the id of the node `local`. @throws Error if the database has none */
export async function localNodeId({ db }: Services): Promise<string> {
  const row = await nodeByName(db, localNode);
  if (row === null) throw new Error("the database has no node named local");
  return row.id;
}
