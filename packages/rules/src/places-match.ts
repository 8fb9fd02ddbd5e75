/** Compares a customer's words with known ones, and finds the nearest one for refusals. */
import { placeToken } from "./places.ts";

const PLAIN = /^[a-z0-9]*$/;
/** Words are cut to this length before they are compared: no place or token is longer. */
const COMPARED_LENGTH = 40;
/** Maximum number of words to compare, so that a refusal stays cheap. */
const CANDIDATES_MAX = 10_000;
/** With at most this many, the nearest one is suggested however far it is. */
const FEW_CANDIDATES = 500;

/** Returns a text's comparable form: ASCII letters and digits, lower case (spec/pool#places). */
export function foldPlace(text: string): string {
  const lower = text.toLowerCase();
  return PLAIN.test(lower) ? lower : placeToken(text);
}

/**
 * Returns the candidate with the fewest typing mistakes from `word`: letters missing, added, wrong
 * or swapped with their neighbour. Among few candidates any with something in common qualifies;
 * among many, only those close enough to be a typo.
 */
export function nearestMatch(word: string, candidates: Iterable<string>): string | null {
  const wanted = foldPlace(word).slice(0, COMPARED_LENGTH);
  const words: string[] = [];
  for (const candidate of candidates) {
    if (words.length >= CANDIDATES_MAX) break;
    if (candidate.length <= COMPARED_LENGTH) words.push(candidate);
  }
  const near = nearestWithin(wanted, words, hintDistance(wanted));
  if (near !== null || words.length > FEW_CANDIDATES) return near;
  return nearestWithin(wanted, words, COMPARED_LENGTH);
}

/** Returns the nearest word at most `farthest` typing mistakes away, or null; does not fold. */
export function nearestWithin(
  wanted: string,
  words: readonly string[],
  farthest: number,
): string | null {
  const letters = letterSet(wanted);
  let bound = farthest;
  let best: { candidate: string; distance: number; prefix: number } | null = null;
  for (const candidate of words) {
    if (Math.abs(candidate.length - wanted.length) > bound) continue;
    if (lettersApart(letters, letterSet(candidate)) > bound) continue;
    const distance = typingDistance(wanted, candidate, bound);
    if (distance > bound || distance >= Math.max(wanted.length, candidate.length)) continue;
    const prefix = sharedPrefix(wanted, candidate);
    const nearer = best === null || distance < best.distance;
    if (!nearer && !isBetterTie({ candidate, prefix }, best)) continue;
    best = { candidate, distance, prefix };
    bound = distance;
  }
  return best === null ? null : best.candidate;
}

/** Maximum number of mistakes in a typo: 2, or 3 in words of 6 and more letters. */
function hintDistance(word: string): number {
  return word.length < 6 ? 2 : 3;
}

interface Tie {
  candidate: string;
  prefix: number;
}

/** Breaks ties between equally near words: longer common prefix first, then alphabetically. */
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

/** Returns the set of letters and digits in a word as bits; digits share bits with letters. */
function letterSet(word: string): number {
  let set = 0;
  for (let at = 0; at < word.length; at += 1) set |= 1 << (word.charCodeAt(at) & 31);
  return set;
}

/** A lower bound: every letter that only one of the words has is a mistake of its own. */
function lettersApart(one: number, other: number): number {
  return Math.max(bitCount(one & ~other), bitCount(other & ~one));
}

function bitCount(set: number): number {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count += 1;
  return count;
}

const rows = [0, 1, 2].map(() => new Uint8Array(COMPARED_LENGTH + 1));

/** Optimal string alignment distance; returns `bound + 1` as soon as it must be larger. */
function typingDistance(one: string, other: string, bound: number): number {
  const width = other.length;
  for (let column = 0; column <= width; column += 1) setCell(0, column, column);
  for (let row = 1; row <= one.length; row += 1) {
    const code = one.charCodeAt(row - 1);
    let lowest = row;
    setCell(row, 0, row);
    for (let column = 1; column <= width; column += 1) {
      const same = code === other.charCodeAt(column - 1);
      let least = cell(row - 1, column - 1) + (same ? 0 : 1);
      least = Math.min(least, cell(row - 1, column) + 1, cell(row, column - 1) + 1);
      const swaps = row > 1 && column > 1 && code === other.charCodeAt(column - 2);
      if (swaps && one.charCodeAt(row - 2) === other.charCodeAt(column - 1)) {
        least = Math.min(least, cell(row - 2, column - 2) + 1);
      }
      setCell(row, column, least);
      if (least < lowest) lowest = least;
    }
    if (lowest > bound) return bound + 1;
  }
  return cell(one.length, width);
}

function cell(row: number, column: number): number {
  return rows[row % 3]?.[column] ?? 0;
}

function setCell(row: number, column: number, value: number): void {
  const cells = rows[row % 3];
  if (cells !== undefined) cells[column] = value;
}
