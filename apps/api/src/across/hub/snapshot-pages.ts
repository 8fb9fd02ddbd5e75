/**
 * Pages of the snapshot, read and encoded once for all gateways that ask between two changes: after an
 * API was lost, all of its gateways ask another one at once (spec/nodes#resume).
 */
import { Encoded } from "@turnpike/link/link.ts";
import type { Services } from "../../platform/services.ts";
import { snapshotPage } from "./resources.ts";

/** What a resource is depends a little on the time. */
const keptMs = 5_000;

export class SnapshotPages {
  #services: Services;
  #version: () => number;
  #pages = new Map<string | null, Encoded>();
  #of = 0;
  #forget: NodeJS.Timeout | undefined;

  /** `version` grows with each change that is sent to gateways. */
  constructor(services: Services, version: () => number) {
    this.#services = services;
    this.#version = version;
  }

  /** The page at a cursor. Run it in turn with the sending of changes. */
  async read(cursor: string | null): Promise<Encoded> {
    if (this.#of !== this.#version()) this.#clear();
    const known = this.#pages.get(cursor);
    if (known !== undefined) return known;
    const page = new Encoded(await snapshotPage(this.#services, cursor));
    this.#of = this.#version();
    this.#pages.set(cursor, page);
    this.#forget ??= setTimeout(() => this.#clear(), keptMs).unref();
    return page;
  }

  #clear(): void {
    this.#pages.clear();
    clearTimeout(this.#forget);
    this.#forget = undefined;
  }
}
