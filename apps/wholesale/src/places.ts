/** Where the emulated wholesaler has exits, and which of them a request means. */
import type { Preset } from "@turnpike/proxy-strings/upstream/presets.ts";
import type { Asked } from "./read-user.ts";

export interface WholesalePlace {
  /** Upper case. */
  country: string;
  countryName: string;
  state: string;
  /** Of a US state; else empty. */
  stateCode: string;
  city: string;
  isp: string;
  asn: number;
  /** Ids for wholesalers that have some. */
  ids?: { state?: string; isp?: string };
  /** Exit addresses there. */
  exits: readonly string[];
}

const folded = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
const same = (asked: string | undefined, ...names: (string | undefined)[]) =>
  asked === undefined || names.some((name) => name !== undefined && folded(name) === folded(asked));

/** Returns the places that a request means; empty: none of ours. */
export function placesFor(
  asked: Asked,
  all: readonly WholesalePlace[],
  map: Preset["map"],
): WholesalePlace[] {
  for (const reading of readings(asked)) {
    const found = all.filter((place) => isAt(reading, place, map?.country?.[place.country]));
    if (found.length > 0) return found;
  }
  return [];
}

/** A state and a city in one, as in `new_york_new_rochelle`, may be divided at any `_`. */
function readings(asked: Asked): Asked[] {
  const { state, city } = asked;
  if (state === undefined || city === undefined) return [asked];
  const words = `${state}_${city}`.split("_");
  const divided = words.slice(1).map((_, at) => ({
    ...asked,
    state: words.slice(0, at + 1).join("_"),
    city: words.slice(at + 1).join("_"),
  }));
  return [asked, ...divided];
}

function isAt(asked: Asked, place: WholesalePlace, ownCode: string | undefined): boolean {
  const { country, countryName, state, stateCode, ids } = place;
  return (
    same(asked.country, ownCode ?? country, countryName) &&
    same(
      asked.state,
      state,
      country === "US" ? `us_${state}` : state,
      stateCode || state,
      ids?.state,
    ) &&
    same(asked.city, place.city) &&
    same(asked.isp, place.isp, ids?.isp) &&
    (asked.asn === undefined || Number(asked.asn) === place.asn)
  );
}

/** Without a time, a session lives as long as most wholesalers say. */
const USUAL_MINUTES = 10;
const MOST_SESSIONS = 10_000;

interface Held {
  exit: string;
  until: number;
}

/** Which exit a request gets: that of its session while it lives, else the next one. */
export class Exits {
  #held = new Map<string, Held>();
  #turn = 0;

  /** Chooses an exit; null: none is there. */
  choose(asked: Asked, places: readonly WholesalePlace[], now: number): string | null {
    const exits = places.flatMap((place) => place.exits);
    if (exits.length === 0) return null;
    const { session, minutes = USUAL_MINUTES, ...place } = asked;
    const key = session === undefined ? null : JSON.stringify([session, Object.entries(place)]);
    const held = key === null ? undefined : this.#held.get(key);
    if (held !== undefined && held.until > now) return held.exit;
    const exit = exits[this.#turn % exits.length] ?? null;
    this.#turn += 1;
    if (key !== null && exit !== null) this.#hold(key, { exit, until: now + minutes * 60_000 });
    return exit;
  }

  /** Forgets all sessions, as when their devices went offline. */
  forget(): void {
    this.#held.clear();
  }

  #hold(key: string, held: Held): void {
    this.#held.set(key, held);
    if (this.#held.size <= MOST_SESSIONS) return;
    const [oldest] = this.#held.keys();
    if (oldest !== undefined) this.#held.delete(oldest);
  }
}
