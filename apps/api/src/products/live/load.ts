/**
 * Current load, kept in this process's memory: bytes from usage reports as they are applied, and
 * open connections as gateways count them. Load of other processes' gateways arrives while a client
 * watches (`exchange.ts`). Nothing here is billed or stored.
 */
import type { OpenCount } from "@turnpike/contract/data-plane.ts";
import { inMemory } from "../../platform/in-memory.ts";

/** Seconds over which bytes per second are averaged; gateways report four times a second. */
const meanSeconds = 2;
/** Connections of a gateway that has been silent for longer are not counted. */
const silentMs = 5_000;
/** Other processes send every second; older values are ignored. */
const remoteTtlMs = 2_500;
const sameSecondMs = 300;
/** Sub-accounts that one gateway may report, in all parts; it has no more connections than that. */
const maxCounts = 50_000;

export interface Load {
  bytesPerSecond: number;
  connections: number;
}
/** A number per sub-account id. */
type BySubAccount = Map<string, number>;

export class LiveLoad {
  #now: () => number;
  /** Bytes by second and account. */
  #seconds = new Map<number, Map<string, BySubAccount>>();
  /** The latest values from other processes, by account and process. */
  #elsewhere = new Map<string, Map<string, { at: number; loads: Map<string, Load> }>>();
  /** The latest census of each connected gateway, by account. */
  #gateways = new Map<number, { at: number; open: Map<string, BySubAccount> }>();
  /** Parts of a census whose last part has not arrived, by gateway. */
  #parts = new Map<number, OpenCount[]>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts bytes of usage reports that were just applied. */
  addBytes(rows: { accountId: string; subAccountId: string; bytes: number }[]): void {
    const second = Math.floor(this.#now() / 1_000);
    let sums = this.#seconds.get(second);
    if (sums === undefined) {
      sums = new Map();
      this.#seconds.set(second, sums);
      for (const old of this.#seconds.keys()) {
        if (old < second - meanSeconds) this.#seconds.delete(old);
      }
    }
    for (const row of rows) add(sums, row.accountId, row.subAccountId, row.bytes);
  }

  /**
   * Stores a gateway's census, keyed by its connection, in place of its previous one. A long one
   * arrives in parts, numbered from 0; with `more` another one follows.
   */
  recordCensus(
    peer: number,
    { open: given, part = 0, more = false }: { open: OpenCount[]; part?: number; more?: boolean },
  ): void {
    const before = part === 0 ? [] : (this.#parts.get(peer) ?? []);
    // Parts stay until the last one comes, if ever: with nothing that a machine may have added.
    const own = given.map(({ accountId, subAccountId, connections }) => {
      return { accountId, subAccountId, connections };
    });
    const counts = [...before, ...own].slice(0, maxCounts);
    if (more) return void this.#parts.set(peer, counts);
    this.#parts.delete(peer);
    const open = new Map<string, BySubAccount>();
    for (const { accountId, subAccountId, connections } of counts)
      if (Number.isSafeInteger(connections) && connections > 0)
        add(open, accountId, subAccountId, connections);
    this.#gateways.set(peer, { at: this.#now(), open });
  }

  /** Removes a gateway whose connection has closed. */
  removeGateway(peer: number): void {
    this.#gateways.delete(peer);
    this.#parts.delete(peer);
  }

  /** The current whole second. */
  second(): number {
    return Math.floor(this.#now() / 1_000);
  }

  /** Milliseconds until the current second ends, plus a margin for timers that fire early. */
  untilNext(): number {
    return 1_020 - (this.#now() % 1_000);
  }

  /** Stores another process's loads of an account; messages of the same second are merged. */
  setRemoteLoads(from: string, accountId: string, loads: Map<string, Load>): void {
    const at = this.#now();
    const all =
      this.#elsewhere.get(accountId) ?? new Map<string, { at: number; loads: typeof loads }>();
    const before = all.get(from);
    // The rows of one second may arrive in several messages.
    const isSameSecond = before !== undefined && at - before.at < sameSecondMs;
    all.set(from, { at, loads: isSameSecond ? new Map([...before.loads, ...loads]) : loads });
    this.#elsewhere.set(accountId, all);
  }

  /** The load of an account's sub-accounts, without idle ones. */
  of(accountId: string): Map<string, Load> {
    const loads = this.localLoadsOf(accountId);
    const elsewhere = this.#elsewhere.get(accountId);
    if (elsewhere === undefined) return loads;
    for (const [from, { at, loads: more }] of elsewhere) {
      if (this.#now() - at > remoteTtlMs) {
        elsewhere.delete(from);
        continue;
      }
      for (const [id, load] of more) {
        const own = loads.get(id) ?? { bytesPerSecond: 0, connections: 0 };
        own.bytesPerSecond += load.bytesPerSecond;
        own.connections += load.connections;
        loads.set(id, own);
      }
    }
    if (elsewhere.size === 0) this.#elsewhere.delete(accountId);
    return loads;
  }

  /** As `of`, for gateways connected to this process only. */
  localLoadsOf(accountId: string): Map<string, Load> {
    const now = this.#now();
    const loads = new Map<string, Load>();
    const loadOf = (id: string) => {
      const load = loads.get(id) ?? { bytesPerSecond: 0, connections: 0 };
      loads.set(id, load);
      return load;
    };
    const second = Math.floor(now / 1_000);
    for (let back = 1; back <= meanSeconds; back += 1) {
      for (const [id, bytes] of this.#seconds.get(second - back)?.get(accountId) ?? [])
        loadOf(id).bytesPerSecond += bytes;
    }
    for (const load of loads.values())
      load.bytesPerSecond = Math.round(load.bytesPerSecond / meanSeconds);
    for (const { at, open } of this.#gateways.values()) {
      if (now - at > silentMs) continue;
      for (const [id, count] of open.get(accountId) ?? []) loadOf(id).connections += count;
    }
    return loads;
  }
}

function add(
  to: Map<string, BySubAccount>,
  accountId: string,
  subAccountId: string,
  more: number,
): void {
  let own = to.get(accountId);
  if (own === undefined) {
    own = new Map();
    to.set(accountId, own);
  }
  own.set(subAccountId, (own.get(subAccountId) ?? 0) + more);
}

/** The current load, from this process's gateways and the latest messages of other processes. */
export const liveLoad = inMemory(() => new LiveLoad());
