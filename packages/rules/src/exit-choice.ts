/**
 * Which exit a connection takes (spec/gateway#sessions): one that fits every given filter, fresh or
 * the one that a session's key points to. Works on 100,000 exits in microseconds: every place has
 * its list, lists of combinations are made when first asked for and kept up to date.
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

/** What is needed to know of an exit; `ExitFact` of the data plane has it all. */
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
/** Lists of combinations that are kept, and exits in all of them together. */
const COMBINATIONS_MAX = 4096;
const COMBINED_EXITS_MAX = 2_000_000;
/** A session's exit is the best of so many neighbours on the ring: evens out what each gets. */
const RING_WINDOW = 8;
/** So many wrong values are remembered with their nearest match. */
const NEAREST_MAX = 256;

export interface ExitIndex<E extends PlacedExit> {
  byId: Map<string, Entry<E>>;
  all: Ring<E>;
  /** For each field its values' rings. */
  single: Map<string, Ring<E>>[];
  combined: Map<string, Ring<E>>;
  /** Which sets of fields are combined, a bit for each field. */
  combinedMasks: Set<number>;
  combinedExits: number;
  /** Nearest matches of wrong values, forgotten with each change. */
  nearest: Map<string, string | null>;
}

export type ExitChoice<E> =
  | { exit: E }
  /** A value that no exit has: the user name is malformed (400). */
  | { none: "unknownValue"; field: PlaceField; value: string; nearest: string | null }
  /** Every value exists, together they fit no exit now (503). */
  | { none: "noMatch" };

/** Builds the index of a snapshot's exits; a repeated id counts once, the last one stands. */
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

/** Adds an exit, in place of the one with the same id. */
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

/** Removes an exit; false where there was none. */
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

/** A fresh exit. `random` is a number from 0 up to, not with, 1; exits in `avoid` are left out. */
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
 * The exit that a session's key points to: the same on every gateway, and the same again while it
 * lives, whatever other exits come and go (but for those few that take its place on the ring).
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

/** How many exits fit a filter now. */
export function countExits<E extends PlacedExit>(index: ExitIndex<E>, filter: PlaceFilter): number {
  const found = ringFor(index, filter);
  return Array.isArray(found) ? found.length : 0;
}

/** True where an exit has every place of the filter. */
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

/** The exits that fit, never an empty list; or why there is none. */
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

/** The kept combinations that an exit belongs to. */
function combinationsOf<E extends PlacedExit>(index: ExitIndex<E>, entry: Entry<E>): Ring<E>[] {
  const rings: Ring<E>[] = [];
  for (const mask of index.combinedMasks) {
    const key = entry.places.map((place, at) => ((mask >> at) & 1 ? place : "")).join("|");
    const ring = index.combined.get(key);
    // An empty place makes two sets of fields one key: its list is taken once.
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
