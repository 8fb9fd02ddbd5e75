/**
 * The targets of one UDP association: each has its own row of statistics and its own line in the request
 * log. The one that was quiet for the longest makes room for another.
 */
import type { Target } from "@turnpike/rules/destination.ts";
import type { UsageRecorder } from "../meter/usage-recorder.ts";

const mostTargets = 256;
/** A target that was quiet for this long is done with (RFC 4787 §4.3 asks for two minutes). */
const quietMs = 120_000;
/** Addresses under which one target may answer. */
const mostPeers = 4;

export interface UdpTarget {
  target: Target;
  recorder: UsageRecorder;
  /** When it began, by the product's clock. */
  at: number;
  /** `performance.now()`. */
  openedAt: number;
  usedAt: number;
  /** `address port` of what was sent there. */
  peers: Set<string>;
}

const peerKey = (address: string, port: number) => `${address} ${port}`;

export class UdpTargets {
  /** By authority; the one that was used the longest ago comes first. */
  #targets = new Map<string, UdpTarget>();
  #byPeer = new Map<string, UdpTarget>();
  #ended: (target: UdpTarget) => void;

  /** `ended` is called once for each. */
  constructor(ended: (target: UdpTarget) => void) {
    this.#ended = ended;
  }

  /** The target, used now; made where it is new. */
  use(target: Target, make: () => UdpTarget): UdpTarget {
    const { authority } = target;
    let entry = this.#targets.get(authority);
    if (entry === undefined) {
      const [oldest] = this.#targets.keys();
      if (this.#targets.size >= mostTargets && oldest !== undefined) this.#end(oldest);
      entry = make();
    } else this.#targets.delete(authority);
    this.#targets.set(authority, entry);
    entry.usedAt = performance.now();
    return entry;
  }

  /** From now on what this address and port send is the target's answer. */
  answersFrom(entry: UdpTarget, address: string, port: number): void {
    const key = peerKey(address, port);
    if (this.#byPeer.get(key) === entry) return;
    if (entry.peers.size >= mostPeers) {
      const [oldest = ""] = entry.peers;
      this.#forget(entry, oldest);
    }
    this.#byPeer.get(key)?.peers.delete(key);
    this.#byPeer.set(key, entry);
    entry.peers.add(key);
  }

  /** Whose answer a datagram is; undefined where nothing was sent there. */
  ofPeer(address: string, port: number): UdpTarget | undefined {
    return this.#byPeer.get(peerKey(address, port));
  }

  endQuiet(now: number): void {
    for (const [authority, { usedAt }] of this.#targets) {
      if (now - usedAt > quietMs) this.#end(authority);
    }
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
