/**
 * Caches snapshot pages between two changes. Each is read once for all gateways, and encoded once
 * per node, or once for all if nothing on it belongs to a node: after an API process fails, all of
 * its gateways ask another one at the same time (spec/nodes#resume).
 */
import { Encoded } from "@turnpike/link/link.ts";
import type { Services } from "../../platform/services.ts";
import type { WithSlowForm } from "../../products/proxy-password/slow-verifiers.ts";
import { type Receiver, resourcesFor } from "./project.ts";
import { snapshotPage } from "./resources.ts";

/** Pages expire, as resources depend slightly on the time. */
const cacheMs = 5_000;
/** The most pages kept; a gateway may ask for any place to begin at. */
const maxPages = 128;
/** The most pages kept in versions for single nodes. */
const maxPerNodeEntries = 256;

interface Page {
  facts: WithSlowForm[];
  cursor: string | null;
  /** Encoded page by receiver, or by the form of passwords if it is the same for every node. */
  encoded: Map<string, Encoded>;
}

export class SnapshotPages {
  #services: Services;
  #version: () => number;
  #pages = new Map<string | null, Page>();
  #of = 0;
  #ofNodes = 0;
  #clearTimer: NodeJS.Timeout | undefined;

  /** `version` increases with each change that is sent to gateways. */
  constructor(services: Services, version: () => number) {
    this.#services = services;
    this.#version = version;
  }

  /** Returns a page as a gateway receives it. Run it in turn with the sending of changes. */
  async read(cursor: string | null, receiver: Receiver): Promise<Encoded> {
    if (this.#of !== this.#version()) this.#clear();
    const page = this.#pages.get(cursor) ?? (await this.#load(cursor));
    const isShared = page.facts.every(({ owner }) => owner === undefined);
    const key = isShared ? String(receiver.slow) : receiver.key;
    const known = page.encoded.get(key);
    if (known !== undefined) return known;
    const facts = resourcesFor(receiver, page.facts);
    const encoded = new Encoded(JSON.stringify({ facts, cursor: page.cursor }));
    if (isShared || this.#ofNodes < maxPerNodeEntries) page.encoded.set(key, encoded);
    if (!isShared) this.#ofNodes += 1;
    return encoded;
  }

  async #load(cursor: string | null): Promise<Page> {
    const page = { ...(await snapshotPage(this.#services, cursor)), encoded: new Map() };
    if (this.#pages.size >= maxPages) this.#clear();
    this.#of = this.#version();
    this.#pages.set(cursor, page);
    this.#clearTimer ??= setTimeout(() => this.#clear(), cacheMs).unref();
    return page;
  }

  #clear(): void {
    this.#pages.clear();
    this.#ofNodes = 0;
    clearTimeout(this.#clearTimer);
    this.#clearTimer = undefined;
  }
}
