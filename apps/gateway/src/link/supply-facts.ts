/** Upstreams, their spellings of places, and the pool's share of own exits. */
import type { Fact, FactKind } from "@turnpike/contract/data-plane.ts";
import type {
  OwnExitsFact,
  SupplyFact,
  UpstreamFact,
  UpstreamPlaceFact,
  UpstreamPlaceRow,
} from "@turnpike/contract/upstream-facts.ts";

type SupplyKind = SupplyFact["kind"];

/** The member `own` unless the operator set it. */
const ownByDefault: OwnExitsFact = { kind: "ownExits", id: "own", priority: 1, weight: 100 };

export function isSupply(kind: FactKind): kind is SupplyKind {
  return kind === "upstream" || kind === "upstreamPlaces" || kind === "ownExits";
}
export function isSupplyFact(fact: Fact): fact is SupplyFact {
  return isSupply(fact.kind);
}

export class SupplyFacts {
  #upstreams = new Map<string, UpstreamFact>();
  #places = new Map<string, UpstreamPlaceFact>();
  #own = ownByDefault;
  /** Incremented by each change. */
  changes = 0;
  /** Incremented by each change of an upstream's places. */
  #placeChanges = new Map<string, number>();

  /** The number of upstreams: 0 for an installation that sells own exits only. */
  get size(): number {
    return this.#upstreams.size;
  }

  get own(): OwnExitsFact {
    return this.#own;
  }

  upstream(id: string): UpstreamFact | null {
    return this.#upstreams.get(id) ?? null;
  }

  upstreams(): Iterable<UpstreamFact> {
    return this.#upstreams.values();
  }

  /** All rows of places of an upstream, in the order of their pages. */
  placesOf(upstreamId: string): UpstreamPlaceRow[] {
    const pages = [...this.#places.values()].filter((page) => page.upstreamId === upstreamId);
    pages.sort((one, other) => one.id.localeCompare(other.id, "en", { numeric: true }));
    return pages.flatMap(({ rows }) => rows);
  }

  set(fact: SupplyFact): void {
    this.changes += 1;
    if (fact.kind === "upstream") this.#upstreams.set(fact.id, fact);
    else if (fact.kind === "upstreamPlaces") this.#setPlaces(fact.id, fact);
    else this.#own = fact;
  }

  delete(kind: SupplyKind, id: string): void {
    this.changes += 1;
    if (kind === "upstream") this.#upstreams.delete(id);
    else if (kind === "upstreamPlaces") this.#setPlaces(id, null);
    else this.#own = ownByDefault;
  }

  /** Differs after each change of an upstream's places. */
  placesVersion(upstreamId: string): number {
    return this.#placeChanges.get(upstreamId) ?? 0;
  }

  #setPlaces(id: string, page: UpstreamPlaceFact | null): void {
    const { upstreamId } = page ?? this.#places.get(id) ?? {};
    if (page === null) this.#places.delete(id);
    else this.#places.set(id, page);
    if (upstreamId !== undefined)
      this.#placeChanges.set(upstreamId, this.placesVersion(upstreamId) + 1);
  }

  clear(): void {
    for (const id of this.#upstreams.keys()) this.#placeChanges.set(id, this.placesVersion(id) + 1);
    this.changes += 1;
    this.#upstreams.clear();
    this.#places.clear();
    this.#own = ownByDefault;
  }
}
