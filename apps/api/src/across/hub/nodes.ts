/**
 * Records in the database which workers are connected to this hub, and applies the operator's
 * commands to them: drained nodes are notified, retired ones disconnected (spec/nodes).
 */
import type { RelayAsker } from "@turnpike/contract/gateway-states.ts";
import { closeCodes, replacedKeyReason, retiredReason } from "@turnpike/contract/node.ts";
import type { Identity, Peer } from "@turnpike/link/link.ts";
import type { LinkRefusal, NodeKey } from "@turnpike/link/ws-authenticate.ts";
import { everySecond } from "@turnpike/net/every-second.ts";
import { gatewayName, localNode, maxSkewMs, heartbeatMs } from "@turnpike/rules/node.ts";
import { nodeByName, type NodeRow, nodesById } from "../../inventory/node/store.ts";
import {
  recordRefusedHost,
  recordWorkerConnected,
  recordWorkerDisconnected,
  recordWorkersSeen,
  workersOf,
} from "../../inventory/node/store/workers.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { NodeHosts } from "./node-hosts.ts";
import { RelayAskers } from "./relays.ts";
import { settleNode } from "../../products/lease/settle-node.ts";

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
  /** Sends a node's relay who may use it. */
  sendAskers: (peer: Peer, askers: RelayAsker[]) => void;
  /** Sends a peer the hosts of all nodes and relays. */
  sendHosts: (peer: Peer, hosts: string[]) => void;
}

export class Nodes {
  #options: NodesOptions;
  #askers: RelayAskers;
  #hosts: NodeHosts;
  /** How many workers each peer's machine has, as it said. */
  #workers = new WeakMap<Peer, number>();
  #draining = new Set<string>();
  #leaseSeconds = new Map<string, number>();
  #skewWarnedAt = new Map<string, number>();
  #seenAt = Number.NEGATIVE_INFINITY;
  #endPoll: () => void;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: NodesOptions) {
    this.#options = options;
    this.#askers = new RelayAskers(options.services, options.sendAskers);
    this.#hosts = new NodeHosts(options.services, options.sendHosts);
    this.#endPoll = everySecond(() => {
      this.#looking = this.#looking.then(() => this.#look());
    });
  }

  /** Finds a node by id, to verify its key. */
  async keyOf(id: string): Promise<NodeKey | null> {
    const [row] = await nodesById(this.#options.services.db, [id]);
    if (row === undefined) return null;
    return {
      id: row.id,
      name: row.name,
      publicKey: row.public_key,
      generation: row.generation,
      retired: row.retired_at !== null,
    };
  }

  /** Records a connection, or returns why the worker is refused. */
  async connected(identity: Identity): Promise<LinkRefusal | null> {
    const { services, replica } = this.#options;
    const { version, nodeName } = identity;
    const generation = nodeName === localNode ? null : identity.generation;
    const connected = await transaction(services.db, (tx) =>
      recordWorkerConnected(tx, identity, { replica, version, generation }),
    );
    const [row] = await nodesById(services.db, [identity.nodeId]);
    this.#note(row ? [row] : []);
    if (connected === "recorded" || nodeName === localNode) return null;
    if (connected === "superseded") return superseded;
    return (
      (row && endOf(row, identity)) ?? { code: closeCodes.refused, reason: "the proof is wrong" }
    );
  }

  /** Records for `doctor` that a node was refused because of the host that it dialled. */
  refusedHost({ id, name }: NodeKey, host: string): void {
    const { db, log } = this.#options.services;
    log.warn({ node: name, host }, "a node dialled a host that is not in LINK_HOSTS");
    recordRefusedHost(db, id, host).catch((error: unknown) => {
      log.debug({ err: error }, "a refused host was not recorded");
    });
  }

  /** Records the end of a connection. */
  disconnected({ identity }: Peer): void {
    const { services, replica } = this.#options;
    recordWorkerDisconnected(services.db, identity, replica).catch((error: unknown) => {
      services.log.debug({ err: error }, "the end of a connection was not recorded");
    });
  }

  /**
   * Records how many workers a gateway says its machine has; those of earlier versions do not say.
   * Returns false, and ends the connection, for a worker beyond the most that was announced.
   */
  announced(peer: Peer, workers: number | undefined): boolean {
    if (workers !== undefined) this.#workers.set(peer, workers);
    const { nodeId, worker, nodeName } = peer.identity;
    const ofNode = this.#options.peers().filter(({ identity }) => identity.nodeId === nodeId);
    const said = [...new Set([...ofNode, peer])].flatMap((each) => this.#workers.get(each) ?? []);
    if (nodeName === localNode || said.length === 0 || worker <= Math.max(...said)) return true;
    peer.close(superseded.code, "the node announced fewer workers");
    return false;
  }

  /** Whether the operator has drained the node. */
  isDraining(nodeId: string): boolean {
    return this.#draining.has(nodeId);
  }

  /** How long its gateways can carry traffic without a hub; undefined until that was read. */
  leaseSeconds(nodeId: string): number | undefined {
    return this.#leaseSeconds.get(nodeId);
  }

  /** Sends a node's relay again who may use it. */
  sendAskersAgain(peer: Peer): void {
    this.#askers.again(peer);
  }

  async stop(): Promise<void> {
    this.#endPoll();
    await this.#looking;
  }

  /** Every second: notices nodes drained, retired or with a new key, and workers now connected elsewhere. */
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
      await this.#endRevoked(rows, connectedPeers);
      this.#note(rows);
      await this.#askers.look(rows, peers());
      await this.#hosts.look(peers());
      if (!isDue) return;
      this.#seenAt = performance.now();
      await this.#recordSeen(connectedPeers, ids);
    } catch (error) {
      services.log.debug({ err: error }, "nodes could not be read");
    }
  }

  /** Ends connections of nodes that are retired or have another key, at this and any other API. */
  async #endRevoked(rows: NodeRow[], peers: Peer[]): Promise<void> {
    for (const row of rows) {
      for (const peer of peers) {
        const end = peer.identity.nodeId === row.id ? endOf(row, peer.identity) : null;
        if (end !== null) peer.close(end.code, end.reason);
      }
      // Settle leases taken after the operator's command settled all the others.
      if (row.retired_at !== null) await settleNode(this.#options.services, row.name);
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
      // Connections are recorded before they are served, so another run's is the newer one.
      if (row !== undefined && row.epoch !== epoch && nodeName !== localNode)
        peer.close(superseded.code, superseded.reason);
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

const superseded = {
  code: closeCodes.superseded,
  reason: "a newer run of this worker is connected",
};

/** Why a connection ends: its key was revoked. Null: it is still the node's. */
function endOf(row: NodeRow, { generation, nodeName }: Identity): LinkRefusal | null {
  if (nodeName === localNode) return null;
  if (row.retired_at !== null) return { code: closeCodes.refused, reason: retiredReason };
  if (row.generation === generation) return null;
  // A database that was restored from an older copy has earlier generations: not this node's fault.
  if (row.generation < generation) return { code: 1012, reason: "the node's key is unknown" };
  return { code: closeCodes.refused, reason: replacedKeyReason };
}

/** Returns the id of the node `local`. @throws Error if the database has none */
export async function localNodeId({ db }: Services): Promise<string> {
  const row = await nodeByName(db, localNode);
  if (row === null) throw new Error("the database has no node named local");
  return row.id;
}
