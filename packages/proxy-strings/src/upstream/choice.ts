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

/** Candidates that one request may try (spec: three, one deadline). */
export const mostCandidates = 3;

/**
 * Returns the members that serve a request, the one to try first at the start: weighted rendezvous
 * hashing by (holder, key). `key` is the customer's session, or random text without one.
 */
export function orderMembers<M extends Member>(
  members: readonly M[],
  by: { holder: string; key: string },
  serves: (member: M) => boolean,
): M[] {
  const text = JSON.stringify([by.holder, by.key]);
  return members
    .filter(serves)
    .map((member) => ({ member, score: scoreOf(member, text) }))
    .toSorted(
      (one, other) =>
        one.member.priority - other.member.priority ||
        other.score - one.score ||
        (one.member.name < other.member.name ? -1 : 1),
    )
    .slice(0, mostCandidates)
    .map(({ member }) => member);
}

/**
 * The larger the better: a share of requests in proportion to the weight has the largest. Adding
 * or removing a member moves no request between the others.
 */
function scoreOf({ name, weight }: Member, text: string): number {
  if (weight <= 0) return Number.NEGATIVE_INFINITY;
  const seed = hashText(name, 0);
  // 32 bits and a half, so that it is never 0.
  const uniform = (hashText(text, seed) + 0.5) / 2 ** 32;
  return weight / -Math.log(uniform);
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
