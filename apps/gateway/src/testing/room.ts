/** Room for so many clients, without shares: for tests of engines alone. */
import type { Peer, Room } from "../engine/engine.ts";

export class TestRoom implements Room {
  readonly clients = new Set<Peer>();
  #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  came(client: Peer): boolean {
    if (this.clients.size >= this.#most) return false;
    this.clients.add(client);
    return true;
  }

  left(client: Peer): void {
    this.clients.delete(client);
  }

  spare(): boolean {
    return false;
  }
}
