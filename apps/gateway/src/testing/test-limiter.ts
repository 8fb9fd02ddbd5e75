/** Admits up to a number of clients, without shares; for tests of engines alone. */
import type { Peer, ConnectionLimiter } from "../engine/engine.ts";

export class TestLimiter implements ConnectionLimiter {
  readonly clients = new Set<Peer>();
  #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  accepted(client: Peer): boolean {
    if (this.clients.size >= this.#most) return false;
    this.clients.add(client);
    return true;
  }

  closed(client: Peer): void {
    this.clients.delete(client);
  }

  shed(): boolean {
    return false;
  }
}
