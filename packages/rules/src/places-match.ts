/** Comparing what a customer wrote with the words there are; the nearest one for a refusal. */
import { placeToken } from "./places.ts";

const PLAIN = /^[a-z0-9]*$/;
/** Longer words are cut before they are compared: no place or token is longer. */
const COMPARED_LENGTH = 40;
/** So many words are looked at for the nearest one, so that a refusal stays cheap. */
const CANDIDATES_MAX = 20_000;

/** A text as it is compared: ASCII letters and digits, lower case (contract §16 Places). */
export function foldPlace(text: string): string {
  const lower = text.toLowerCase();
  return PLAIN.test(lower) ? lower : placeToken(text);
}

/**
 * The candidate that takes the fewest typing mistakes to become `word`: letters missing, added,
 * wrong or swapped with their neighbour. Null where none shares enough with it to be a hint.
 */
export function nearestMatch(word: string, candidates: Iterable<string>): string | null {
  const wanted = foldPlace(word).slice(0, COMPARED_LENGTH);
  let best: { candidate: string; distance: number; prefix: number } | null = null;
  let looked = 0;
  for (const candidate of candidates) {
    looked += 1;
    if (looked > CANDIDATES_MAX) break;
    const bound = best === null ? COMPARED_LENGTH : best.distance;
    if (Math.abs(candidate.length - wanted.length) > bound) continue;
    const distance = typingDistance(wanted, candidate.slice(0, COMPARED_LENGTH), bound);
    if (distance > bound || distance >= Math.max(wanted.length, candidate.length)) continue;
    const prefix = sharedPrefix(wanted, candidate);
    const nearer = best === null || distance < best.distance;
    if (nearer || isBetterTie({ candidate, prefix }, best)) best = { candidate, distance, prefix };
  }
  return best === null ? null : best.candidate;
}

interface Tie {
  candidate: string;
  prefix: number;
}

/** Of two equally near words: the longer shared beginning, then the alphabet. */
function isBetterTie(one: Tie, other: Tie | null): boolean {
  if (other === null) return true;
  if (one.prefix !== other.prefix) return one.prefix > other.prefix;
  return one.candidate < other.candidate;
}

function sharedPrefix(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}

/** Optimal string alignment distance; gives up with `bound + 1` as soon as it must be above. */
function typingDistance(one: string, other: string, bound: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    let lowest = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      const distance = Math.min(
        cell(last, column) + 1,
        cell(line, column - 1) + 1,
        cell(last, column - 1) + (same ? 0 : 1),
        swapped ? cell(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      line.push(distance);
      if (distance < lowest) lowest = distance;
    }
    if (lowest > bound) return bound + 1;
    beforeLast = last;
    last = line;
  }
  return cell(last, other.length);
}

function cell(line: number[], column: number): number {
  return line[column] ?? Number.POSITIVE_INFINITY;
}
