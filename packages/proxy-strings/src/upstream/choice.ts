/**
 * Which member of a pool serves a request: those that can serve it whole, the highest priority
 * first, among equals by weight. With a session all gateways agree without asking each other.
 */
import { hashText } from "@turnpike/rules/exit-ring.ts";

/** A member of a pool: own exits, or an upstream. */
export interface Member {
  name: string;
  /** 1 goes before 2. */
  priority: number;
  /** Shares among members of one priority; 0: only if no other can. */
  weight: number;
}

/** A pool's members, prepared once: those of one priority together, the first priority first. */
export type Ranking<M extends Member> = readonly (readonly M[])[];
/** Draws a number from 0 to 1 for the member of that name. */
export type Draw = (name: string) => number;

/** Prepares the members of a pool. */
export function rankMembers<M extends Member>(members: readonly M[]): Ranking<M> {
  const byPriority = new Map<number, M[]>();
  const ordered = members.toSorted(
    (one, other) => one.priority - other.priority || (one.name < other.name ? -1 : 1),
  );
  for (const member of ordered) {
    const equals = byPriority.get(member.priority);
    if (equals === undefined) byPriority.set(member.priority, [member]);
    else equals.push(member);
  }
  return [...byPriority.values()];
}

/** Draws the same for a holder's session at every gateway. */
export function drawOfSession(holder: string, sessionKey: string): Draw {
  const seed = hashText(JSON.stringify([holder, sessionKey]), 0);
  // 32 bits and a half, so that it is never 0.
  return (name) => (hashText(name, seed) + 0.5) / 2 ** 32;
}

/**
 * Returns the member that serves a request; null if none does. Members are asked whether they do
 * only as far as needed.
 */
export function chooseMember<M extends Member>(
  ranking: Ranking<M>,
  draw: Draw,
  serves: (member: M) => boolean,
): M | null {
  for (const equals of ranking) {
    const found = equals.length === 1 ? onlyOf(equals, serves) : bestOf(equals, draw, serves);
    if (found !== null) return found;
  }
  return null;
}

function onlyOf<M>([one]: readonly M[], serves: (member: M) => boolean): M | null {
  return one !== undefined && serves(one) ? one : null;
}

/** Weighted rendezvous hashing: of those that serve, the one with the largest score. */
function bestOf<M extends Member>(
  equals: readonly M[],
  draw: Draw,
  serves: (member: M) => boolean,
): M | null {
  let best: M | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const member of equals) {
    const score = scoreOf(member, draw(member.name));
    if ((best !== null && score <= most) || !serves(member)) continue;
    best = member;
    most = score;
  }
  return best;
}

/**
 * The larger the better: a share of requests in proportion to the weight has the largest. Adding
 * or removing a member moves no request between the others.
 */
function scoreOf({ weight }: Member, uniform: number): number {
  return weight <= 0 ? Number.NEGATIVE_INFINITY : weight / -Math.log(uniform);
}

/** What a request needs of an upstream besides its place, which `render` answers. */
export interface Needs {
  /** Upper case; undefined: anywhere. */
  country: string | undefined;
  /** Undefined: no session. */
  minutes: number | undefined;
  product: string;
}
export interface Offer {
  /** Undefined: all. */
  countries: readonly string[] | undefined;
  products: readonly string[];
  /** Null: no limit. */
  maxMinutes: number | null;
}

/** Returns whether an upstream offers what a request needs, whole: never less, never shorter. */
export function offers(offer: Offer, needs: Needs): boolean {
  if (!offer.products.includes(needs.product)) return false;
  if (offer.maxMinutes !== null && (needs.minutes ?? 0) > offer.maxMinutes) return false;
  const { countries } = offer;
  return (
    countries === undefined || needs.country === undefined || countries.includes(needs.country)
  );
}

/** The longest session that any of these offers for a place and product; null: no limit. */
export function longestMinutes(
  all: readonly Offer[],
  needs: Omit<Needs, "minutes">,
): number | null | undefined {
  const found = all.filter((offer) => offers(offer, { ...needs, minutes: undefined }));
  if (found.length === 0) return undefined;
  if (found.some(({ maxMinutes }) => maxMinutes === null)) return null;
  return Math.max(...found.map(({ maxMinutes }) => maxMinutes ?? 0));
}
