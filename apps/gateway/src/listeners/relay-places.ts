/**
 * The places of a relay, divided between the machines that ask: one that holds all of them would keep
 * every other machine's customers from this node's exits.
 */

/** One relayed connection. */
interface Place {
  end: () => void;
}

export class RelayPlaces {
  #most: number;
  #size = 0;
  /** By machine; of each the oldest first. */
  #byAsker = new Map<string, Set<Place>>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Takes a place for a machine, and returns what frees it. When all are taken, the oldest connection of
   * the machine with the most ends (by `end`); null if that machine has hardly more than this one.
   */
  take(askerId: string, end: () => void): (() => void) | null {
    if (this.#size >= this.#most && !this.#makeRoom(askerId)) return null;
    const own = this.#byAsker.get(askerId) ?? new Set();
    this.#byAsker.set(askerId, own);
    const place = { end };
    own.add(place);
    this.#size += 1;
    return () => this.#free(askerId, place);
  }

  #makeRoom(askerId: string): boolean {
    const held = this.#byAsker.get(askerId)?.size ?? 0;
    let most: [id: string, places: Set<Place>] | null = null;
    for (const entry of this.#byAsker) if (entry[1].size > (most?.[1].size ?? 0)) most = entry;
    const [id, places] = most ?? ["", new Set<Place>()];
    const [oldest] = places;
    if (oldest === undefined || places.size <= held + 1) return false;
    this.#free(id, oldest);
    oldest.end();
    return true;
  }

  #free(askerId: string, place: Place): void {
    const places = this.#byAsker.get(askerId);
    if (!places?.delete(place)) return;
    this.#size -= 1;
    if (places.size === 0) this.#byAsker.delete(askerId);
  }
}
