/**
 * The targets of one UDP association: each has its own row of statistics and its own line in the
 * request log. If there are too many, the one that was idle longest is ended; too many new ones
 * are refused.
 */
import type { Target } from "@turnpike/rules/destination.ts";
import type { UsageRecorder } from "../meter/usage-recorder.ts";

const maxTargets = 256;
/** A target without traffic for this long is ended (RFC 4787 §4.3 asks for two minutes). */
const quietMs = 120_000;
/**
 * Each target is a line of the trace, however little it was sent: with more new ones than this, a
 * second and at once, datagrams to further ones are dropped. None leaves without a line.
 */
const newPerSecond = 32;
const newAtOnce = 2 * maxTargets;
/** The most addresses from which one target may reply. */
const maxPeers = 4;

export interface UdpTarget {
  target: Target;
  /** The address that it was dialled at first. */
  address: string;
  recorder: UsageRecorder;
  /** When it began, by the product's clock. */
  at: number;
  /** `performance.now()`. */
  openedAt: number;
  usedAt: number;
  /** The `address port` keys to which its datagrams were sent. */
  peers: Set<string>;
}

const peerKey = (address: string, port: number) => `${address} ${port}`;

export class UdpTargets {
  /** By authority, least recently used first. */
  #targets = new Map<string, UdpTarget>();
  #byPeer = new Map<string, UdpTarget>();
  #ended: (target: UdpTarget) => void;
  /** How many new targets may come now, and when that was so. */
  #room = newAtOnce;
  #roomAt = performance.now();

  /** `ended` is called once for each target. */
  constructor(ended: (target: UdpTarget) => void) {
    this.#ended = ended;
  }

  /** Returns the target and marks it as used; creates it if it is new. Null: too many are new. */
  touch(target: Target, make: () => UdpTarget): UdpTarget | null {
    const { authority } = target;
    let entry = this.#targets.get(authority);
    if (entry === undefined) {
      if (!this.#hasRoom()) return null;
      const [oldest] = this.#targets.keys();
      if (this.#targets.size >= maxTargets && oldest !== undefined) this.#end(oldest);
      entry = make();
    } else this.#targets.delete(authority);
    this.#targets.set(authority, entry);
    entry.usedAt = performance.now();
    return entry;
  }

  #hasRoom(): boolean {
    const now = performance.now();
    const more = ((now - this.#roomAt) / 1_000) * newPerSecond;
    this.#room = Math.min(newAtOnce, this.#room + more);
    this.#roomAt = now;
    if (this.#room < 1) return false;
    this.#room -= 1;
    return true;
  }

  /** From now on, datagrams from this address and port count as this target's replies. */
  addPeer(entry: UdpTarget, address: string, port: number): void {
    const key = peerKey(address, port);
    if (this.#byPeer.get(key) === entry) return;
    if (entry.peers.size >= maxPeers) {
      const [oldest = ""] = entry.peers;
      this.#forget(entry, oldest);
    }
    this.#byPeer.get(key)?.peers.delete(key);
    this.#byPeer.set(key, entry);
    entry.peers.add(key);
  }

  /** The target that a reply belongs to; undefined if nothing was sent to that address. */
  findByPeer(address: string, port: number): UdpTarget | undefined {
    return this.#byPeer.get(peerKey(address, port));
  }

  endIdle(now: number): void {
    for (const [authority, { usedAt }] of this.#targets) {
      if (now - usedAt > quietMs) this.#end(authority);
    }
  }

  /** Ends those that may not be reached any more: nothing comes from them from now on. */
  endThose(isRefused: (target: UdpTarget) => boolean): void {
    for (const [authority, target] of this.#targets) if (isRefused(target)) this.#end(authority);
  }

  endAll(): void {
    for (const authority of this.#targets.keys()) this.#end(authority);
  }

  #end(authority: string): void {
    const entry = this.#targets.get(authority);
    if (entry === undefined) return;
    this.#targets.delete(authority);
    for (const key of entry.peers) this.#forget(entry, key);
    this.#ended(entry);
  }

  #forget(entry: UdpTarget, key: string): void {
    entry.peers.delete(key);
    if (this.#byPeer.get(key) === entry) this.#byPeer.delete(key);
  }
}
