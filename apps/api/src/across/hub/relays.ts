/** Relays of nodes: who may use them, and what changes with the release of a node's gateways. */
import type { RelayAnswer, RelayAsker } from "@turnpike/contract/gateway-states.ts";
import type { Peer } from "@turnpike/link/link.ts";
import { recordRelayedExits } from "../../inventory/exit/store/owners.ts";
import { relayOf } from "../../inventory/node/relay.ts";
import { nodesById, type NodeRow } from "../../inventory/node/store.ts";
import { nodesInForce, setRelayPerAsker } from "../../inventory/node/store/workers.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";

/** Records what a node's gateway knows of relays, and returns the node's own one, or null. */
export async function relayAnswer(
  services: Services,
  nodeId: string,
  perAsker: boolean,
): Promise<RelayAnswer | null> {
  const { db, seal } = services;
  const [before] = await nodesById(db, [nodeId]);
  if (before === undefined) return null;
  if (before.relay_per_asker !== perAsker)
    await transaction(db, async (tx) => {
      await setRelayPerAsker(tx, nodeId, perAsker);
      await recordRelayedExits(tx, nodeId);
    });
  const relay = relayOf(seal, before);
  if (relay === null) return null;
  if (!perAsker) return { port: relay.port, secret: relay.secret };
  return { port: relay.port, key: relay.key, askers: await nodesInForce(db) };
}

/** Tells relays who may use them, within a second of a change. */
export class RelayAskers {
  #services: Services;
  #send: (peer: Peer, askers: RelayAsker[]) => void;
  /** What was last sent to each peer. */
  #sent = new WeakMap<Peer, string>();

  constructor(services: Services, send: (peer: Peer, askers: RelayAsker[]) => void) {
    this.#services = services;
    this.#send = send;
  }

  /** Sends the list at the next look: the answer to a question may have carried an older one. */
  again(peer: Peer): void {
    this.#sent.delete(peer);
  }

  /** Reads which nodes may use relays, and tells those relays that have another list. */
  async look(rows: NodeRow[], peers: readonly Peer[]): Promise<void> {
    const relays = new Set(
      rows.filter((row) => row.relay !== null && row.relay_per_asker).map(({ id }) => id),
    );
    const told = peers.filter(({ identity }) => relays.has(identity.nodeId));
    if (told.length === 0) return;
    const askers = await nodesInForce(this.#services.db);
    const text = JSON.stringify(askers);
    for (const peer of told) {
      if (this.#sent.get(peer) === text) continue;
      this.#sent.set(peer, text);
      this.#send(peer, askers);
    }
  }
}
