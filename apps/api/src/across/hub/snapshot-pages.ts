/**
 * Pages of the snapshot, read once for all gateways that ask between two changes, and encoded once for
 * all of a node, or for all where the page has nothing that belongs to nodes: after an API was lost, all
 * of its gateways ask another one at once (spec/nodes#resume).
 */
import type { Fact } from "@turnpike/contract/data-plane.ts";
import { Encoded } from "@turnpike/link/link.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import type { Services } from "../../platform/services.ts";
import { resourcesFor } from "./project.ts";
import { snapshotPage } from "./resources.ts";

/** Resources depend slightly on the time, so pages expire. */
const keptMs = 5_000;
/** Pages of nodes that are kept at once: of those that differ by node. */
const maxOfNodes = 256;

interface Page {
  facts: Owned<Fact>[];
  cursor: string | null;
  /** By node; under the empty text where every node has all of it. */
  encoded: Map<string, Encoded>;
}

export class SnapshotPages {
  #services: Services;
  #version: () => number;
  #pages = new Map<string | null, Page>();
  #of = 0;
  #ofNodes = 0;
  #forget: NodeJS.Timeout | undefined;

  /** `version` grows with each change that is sent to gateways. */
  constructor(services: Services, version: () => number) {
    this.#services = services;
    this.#version = version;
  }

  /** The page at a cursor, as a node receives it. Run it in turn with the sending of changes. */
  async read(cursor: string | null, nodeId: string): Promise<Encoded> {
    if (this.#of !== this.#version()) this.#clear();
    const page = this.#pages.get(cursor) ?? (await this.#load(cursor));
    const isShared = page.facts.every(({ owner }) => owner === undefined);
    const key = isShared ? "" : nodeId;
    const known = page.encoded.get(key);
    if (known !== undefined) return known;
    const facts = resourcesFor(nodeId, page.facts);
    const encoded = new Encoded(JSON.stringify({ facts, cursor: page.cursor }));
    if (isShared || this.#ofNodes < maxOfNodes) page.encoded.set(key, encoded);
    if (!isShared) this.#ofNodes += 1;
    return encoded;
  }

  async #load(cursor: string | null): Promise<Page> {
    const page = { ...(await snapshotPage(this.#services, cursor)), encoded: new Map() };
    this.#of = this.#version();
    this.#pages.set(cursor, page);
    this.#forget ??= setTimeout(() => this.#clear(), keptMs).unref();
    return page;
  }

  #clear(): void {
    this.#pages.clear();
    this.#ofNodes = 0;
    clearTimeout(this.#forget);
    this.#forget = undefined;
  }
}
