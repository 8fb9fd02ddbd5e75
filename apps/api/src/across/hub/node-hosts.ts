/** Tells gateways the hosts of all nodes and relays: no target leads there (spec/gateway#targets). */
import type { Peer } from "@turnpike/link/link.ts";
import { nodeHosts } from "../../inventory/node/store/workers.ts";
import type { Services } from "../../platform/services.ts";

export class NodeHosts {
  #services: Services;
  #send: (peer: Peer, hosts: string[]) => void;
  /** What was last sent to each peer. */
  #sent = new WeakMap<Peer, string>();

  constructor(services: Services, send: (peer: Peer, hosts: string[]) => void) {
    this.#services = services;
    this.#send = send;
  }

  /** Reads the hosts, and sends them to those peers that have others. */
  async look(peers: readonly Peer[]): Promise<void> {
    const hosts = await nodeHosts(this.#services.db);
    const text = JSON.stringify(hosts);
    for (const peer of peers) {
      if (this.#sent.get(peer) === text) continue;
      this.#sent.set(peer, text);
      this.#send(peer, hosts);
    }
  }
}
