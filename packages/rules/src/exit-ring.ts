/**
 * A hash ring of exits, ordered by a hash of their ids. Gateways with the same exits have the same
 * ring, and adding or removing an exit moves no other.
 */

export interface Entry<E> {
  exit: E;
  /** Position on the ring: a hash of the exit's id. */
  spot: number;
  /** The exit's places in folded form, in the order of the index's fields. */
  places: readonly string[];
}
/** Entries ordered by (spot, id). */
export type Ring<E> = Entry<E>[];
interface Named {
  id: string;
}

/** Returns the first entry from `start` on, wrapping around, that is not in `avoid`. */
export function firstFrom<E extends Named>(
  ring: Ring<E>,
  start: number,
  avoid: ReadonlySet<string> | undefined,
): Entry<E> | null {
  for (let step = 0; step < ring.length; step += 1) {
    const entry = ring[(start + step) % ring.length];
    if (entry !== undefined && !avoid?.has(entry.exit.id)) return entry;
  }
  return null;
}

/** Comparator that sorts a ring. */
export function compareOnRing<E extends Named>(one: Entry<E>, other: Entry<E>): number {
  if (one.spot !== other.spot) return one.spot - other.spot;
  return one.exit.id < other.exit.id ? -1 : 1;
}

/** Returns the index of the first entry at or after a position. */
export function lowerBound<E extends Named>(
  ring: Ring<E>,
  at: { spot: number; id: string },
): number {
  let low = 0;
  let high = ring.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = ring[middle];
    if (entry === undefined) break;
    const before = entry.spot !== at.spot ? entry.spot < at.spot : entry.exit.id < at.id;
    if (before) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Inserts an entry at its position. */
export function insertIntoRing<E extends Named>(ring: Ring<E>, entry: Entry<E>): void {
  ring.splice(lowerBound(ring, { spot: entry.spot, id: entry.exit.id }), 0, entry);
}

/** Removes an entry; does nothing if it is not on the ring. */
export function removeFromRing<E extends Named>(ring: Ring<E>, entry: Entry<E>): void {
  const at = lowerBound(ring, { spot: entry.spot, id: entry.exit.id });
  if (ring[at] === entry) ring.splice(at, 1);
}

/** A well-mixed 32-bit hash of a text (FNV-1a with MurmurHash3's finalizer). */
export function hashText(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
