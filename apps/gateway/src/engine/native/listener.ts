/** A listening socket of the native engine. */
import { backlog, type ConnectionLimiter, type Peer } from "../engine.ts";
import { readAddress } from "./address.ts";
import { nonBlocking } from "./kernel.ts";
import { once, readable, type Watched } from "./loop.ts";
import { NativePeer } from "./peer.ts";
import type { Shared } from "./scratch.ts";

/** How many connections are accepted before other descriptors get their turn. */
const acceptedAtOnce = 64;
/** How many such rounds before the listener closes: enough for its whole accept queue. */
const acceptRounds = backlog / acceptedAtOnce;
/** ENFILE and EMFILE: no file descriptor is left. */
const noFiles = new Set([23, 24]);
/** Delay before the next accept if no client could be closed to free a descriptor. */
const fullMs = 100;

export interface ListenerOptions {
  limiter: ConnectionLimiter;
  /** The most bytes per read of accepted connections (`Buffers`). */
  read: number | undefined;
  onClient: (client: Peer) => void;
}

export class Listener implements Watched {
  fd: number;
  slot = -1;
  #shared: Shared;
  #options: ListenerOptions;
  #address = new Uint8Array(28);
  #bytes = new Int32Array(1);
  #freed = (peer: Peer) => this.#options.limiter.closed(peer);

  constructor(shared: Shared, fd: number, options: ListenerOptions) {
    this.fd = fd;
    this.#shared = shared;
    this.#options = options;
    shared.loop.watch(this, readable);
  }

  ready(): boolean {
    this.#acceptSome();
    return true;
  }

  /** Returns how many connections were accepted, at most `acceptedAtOnce`. */
  #acceptSome(): number {
    let accepted = 0;
    for (; accepted < acceptedAtOnce && this.fd >= 0; accepted += 1) {
      this.#bytes[0] = this.#address.length;
      const { kernel } = this.#shared;
      const fd = kernel.accept(this.fd, this.#address, this.#bytes, nonBlocking);
      if (fd < 0) {
        const errno = kernel.errno();
        if (noFiles.has(errno) && this.#options.limiter.shed()) continue;
        this.#notAccepted(errno);
        break;
      }
      this.#accepted(fd);
    }
    return accepted;
  }

  /** Accepting one connection failed; the listener goes on with the next. */
  onReadyError(): void {}

  /** First accepts the clients in the queue, which the kernel would otherwise reset. */
  stop(): void {
    if (this.fd < 0) return;
    for (let round = 0; round < acceptRounds && this.#acceptSome() === acceptedAtOnce; round += 1);
    if (this.fd < 0) return;
    this.#shared.loop.forget(this);
    this.#shared.kernel.close(this.fd);
    this.fd = -1;
  }

  #accepted(fd: number): void {
    const { limiter, read } = this.#options;
    const peer = new NativePeer(this.#shared, fd, readAddress(this.#address).address, read);
    if (!limiter.accepted(peer)) return peer.destroy();
    peer.onFreed = this.#freed;
    if (!peer.closed) this.#options.onClient(peer);
  }

  #notAccepted(errno: number): void {
    if (!noFiles.has(errno)) return;
    this.#shared.loop.change(this, once);
    setTimeout(() => {
      if (this.fd >= 0) this.#shared.loop.change(this, readable);
    }, fullMs);
  }
}
