/**
 * Chooses a connection's exit (spec/gateway#sessions) among those that match every given filter: a
 * fresh one, or the one that a session's key maps to. Takes microseconds with 100,000 exits: each
 * place has its list; lists of combinations are built on first use and kept up to date.
 */
import {
  compareOnRing,
  type Entry,
  firstFrom,
  hashText,
  insertIntoRing,
  lowerBound,
  type Ring,
  removeFromRing,
} from "./exit-ring.ts";
import { foldPlace, nearestMatch } from "./places-match.ts";
import type { PlaceField, PlaceFilter } from "./username.ts";

/** The properties of an exit that matter here; `ExitFact` of the data plane has them all. */
export interface PlacedExit {
  id: string;
  country: string;
  state: string;
  city: string;
  postal: string;
  isp: string;
  asn: number;
}
const fields = ["country", "state", "city", "postal", "isp", "asn"] as const;
/** Maximum number of combination lists to keep, and of exits in all of them together. */
const COMBINATIONS_MAX = 4096;
const COMBINED_EXITS_MAX = 2_000_000;
/** A session gets the best of this many neighbours on the ring, which evens out the load. */
const RING_WINDOW = 8;
/** Maximum number of wrong values to remember with their nearest match. */
const NEAREST_MAX = 256;

export interface ExitIndex<E extends PlacedExit> {
  byId: Map<string, Entry<E>>;
  all: Ring<E>;
  /** For each field, the rings by value. */
  single: Map<string, Ring<E>>[];
  combined: Map<string, Ring<E>>;
  /** The sets of fields that are combined, as bit masks. */
  combinedMasks: Set<number>;
  combinedExits: number;
  /** Nearest matches of wrong values; cleared on every change. */
  nearest: Map<string, string | null>;
}

export type ExitChoice<E> =
  | { exit: E }
  /** No exit has this value: the user name is malformed (400). */
  | { none: "unknownValue"; field: PlaceField; value: string; nearest: string | null }
  /** Every value exists, but no exit currently matches all of them (503). */
  | { none: "noMatch" };

/** Builds the index for a snapshot's exits; of exits with the same id, the last one counts. */
export function buildExitIndex<E extends PlacedExit>(exits: Iterable<E>): ExitIndex<E> {
  const index: ExitIndex<E> = {
    byId: new Map(),
    all: [],
    single: fields.map(() => new Map()),
    combined: new Map(),
    combinedMasks: new Set(),
    combinedExits: 0,
    nearest: new Map(),
  };
  for (const exit of exits) index.byId.set(exit.id, entryOf(exit));
  index.all = [...index.byId.values()].toSorted(compareOnRing);
  for (const entry of index.all) {
    for (const [at, value] of entry.places.entries()) ringOf(index.single[at], value).push(entry);
  }
  return index;
}

/** Adds an exit, replacing one with the same id. */
export function addExit<E extends PlacedExit>(index: ExitIndex<E>, exit: E): void {
  removeExit(index, exit.id);
  const entry = entryOf(exit);
  index.byId.set(exit.id, entry);
  insertIntoRing(index.all, entry);
  for (const [at, value] of entry.places.entries())
    insertIntoRing(ringOf(index.single[at], value), entry);
  for (const ring of combinationsOf(index, entry)) {
    insertIntoRing(ring, entry);
    index.combinedExits += 1;
  }
}

/** Removes an exit; returns false if there was none. */
export function removeExit<E extends PlacedExit>(index: ExitIndex<E>, id: string): boolean {
  index.nearest.clear();
  const entry = index.byId.get(id);
  if (entry === undefined) return false;
  index.byId.delete(id);
  removeFromRing(index.all, entry);
  for (const [at, value] of entry.places.entries()) {
    const ring = ringOf(index.single[at], value);
    removeFromRing(ring, entry);
    if (ring.length === 0) index.single[at]?.delete(value);
  }
  for (const ring of combinationsOf(index, entry)) {
    removeFromRing(ring, entry);
    index.combinedExits -= 1;
  }
  return true;
}

/** Chooses a fresh exit. `random` is in [0, 1); exits in `avoid` are skipped. */
export function chooseExit<E extends PlacedExit>(
  index: ExitIndex<E>,
  filter: PlaceFilter,
  asked: { random: number; avoid?: ReadonlySet<string> },
): ExitChoice<E> {
  const found = ringFor(index, filter);
  if (!Array.isArray(found)) return found;
  const start = Math.min(Math.floor(asked.random * found.length), found.length - 1);
  const first = firstFrom(found, start, asked.avoid);
  return first === null ? { none: "noMatch" } : { exit: first.exit };
}

/**
 * Returns the exit that a session's key maps to: the same on every gateway, and stable while it
 * exists, whatever other exits come and go (except the few that take its place on the ring).
 */
export function rendezvous<E extends PlacedExit>(
  index: ExitIndex<E>,
  filter: PlaceFilter,
  asked: { key: string; avoid?: ReadonlySet<string> },
): ExitChoice<E> {
  const found = ringFor(index, filter);
  if (!Array.isArray(found)) return found;
  const start = lowerBound(found, { spot: hashText(asked.key, 0), id: "" });
  let best: { entry: Entry<E>; weight: number } | null = null;
  for (let step = 0; step < Math.min(RING_WINDOW, found.length); step += 1) {
    const entry = found[(start + step) % found.length];
    if (entry === undefined || asked.avoid?.has(entry.exit.id)) continue;
    const weight = hashText(asked.key, entry.spot);
    if (best === null || weight > best.weight) best = { entry, weight };
  }
  const chosen = best === null ? firstFrom(found, start, asked.avoid) : best.entry;
  return chosen === null ? { none: "noMatch" } : { exit: chosen.exit };
}

/** Returns how many exits currently match a filter. */
export function countExits<E extends PlacedExit>(index: ExitIndex<E>, filter: PlaceFilter): number {
  const found = ringFor(index, filter);
  return Array.isArray(found) ? found.length : 0;
}

/** Returns whether an exit matches every field of the filter. */
export function matchesFilter(exit: PlacedExit, filter: PlaceFilter): boolean {
  return fields.every(
    (field) => filter[field] === undefined || fold(filter[field]) === fold(exit[field]),
  );
}

function fold(value: string | number): string {
  return foldPlace(String(value));
}

function entryOf<E extends PlacedExit>(exit: E): Entry<E> {
  return { exit, spot: hashText(exit.id, 0), places: fields.map((field) => fold(exit[field])) };
}

/** Returns the matching exits, never an empty list, or why there are none. */
function ringFor<E extends PlacedExit>(
  index: ExitIndex<E>,
  filter: PlaceFilter,
): Ring<E> | Exclude<ExitChoice<E>, { exit: E }> {
  if (index.all.length === 0) return { none: "noMatch" };
  if (fields.every((field) => filter[field] === undefined)) return index.all;
  const wanted: (string | null)[] = [];
  let smallest = index.all;
  let given = 0;
  for (const [at, field] of fields.entries()) {
    const value = filter[field];
    wanted.push(value === undefined ? null : fold(value));
    if (value === undefined) continue;
    given += 1;
    const ring = index.single[at]?.get(fold(value));
    if (ring === undefined) return unknownValue(index, { at, field, value: String(value) });
    if (ring.length < smallest.length) smallest = ring;
  }
  if (given < 2) return smallest;
  const ring = combination(index, wanted, smallest);
  return ring.length === 0 ? { none: "noMatch" } : ring;
}

function combination<E extends PlacedExit>(
  index: ExitIndex<E>,
  wanted: readonly (string | null)[],
  smallest: Ring<E>,
): Ring<E> {
  const key = wanted.join("|");
  const known = index.combined.get(key);
  if (known !== undefined) return known;
  const ring = smallest.filter((entry) => fits(entry, wanted));
  if (
    index.combinedExits + ring.length > COMBINED_EXITS_MAX ||
    index.combined.size >= COMBINATIONS_MAX
  ) {
    index.combined.clear();
    index.combinedMasks.clear();
    index.combinedExits = 0;
  }
  index.combined.set(key, ring);
  index.combinedMasks.add(maskOf(wanted));
  index.combinedExits += ring.length;
  return ring;
}

function maskOf(wanted: readonly (string | null)[]): number {
  return wanted.reduce((mask, value, at) => (value === null ? mask : mask | (1 << at)), 0);
}

function fits<E>(entry: Entry<E>, wanted: readonly (string | null)[]): boolean {
  for (let at = 0; at < wanted.length; at += 1) {
    if (wanted[at] !== null && wanted[at] !== entry.places[at]) return false;
  }
  return true;
}

/** Returns the cached combinations that contain an exit. */
function combinationsOf<E extends PlacedExit>(index: ExitIndex<E>, entry: Entry<E>): Ring<E>[] {
  const rings: Ring<E>[] = [];
  for (const mask of index.combinedMasks) {
    const key = entry.places.map((place, at) => ((mask >> at) & 1 ? place : "")).join("|");
    const ring = index.combined.get(key);
    // With an empty place, two sets of fields share one key: add its list only once.
    if (ring !== undefined && !rings.includes(ring)) rings.push(ring);
  }
  return rings;
}

function unknownValue<E extends PlacedExit>(
  index: ExitIndex<E>,
  wrong: { at: number; field: PlaceField; value: string },
): Exclude<ExitChoice<E>, { exit: E }> {
  const { field, value } = wrong;
  const key = `${field}|${value}`;
  let nearest = index.nearest.get(key);
  if (nearest === undefined) {
    nearest = nearestMatch(value, index.single[wrong.at]?.keys() ?? []);
    if (index.nearest.size >= NEAREST_MAX) index.nearest.clear();
    index.nearest.set(key, nearest);
  }
  return { none: "unknownValue", field, value, nearest };
}

function ringOf<E>(rings: Map<string, Ring<E>> | undefined, value: string): Ring<E> {
  let ring = rings?.get(value);
  if (ring === undefined) {
    ring = [];
    rings?.set(value, ring);
  }
  return ring;
}
