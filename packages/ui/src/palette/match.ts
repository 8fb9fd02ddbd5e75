/** Fuzzy matching of typed text: words in any order, ignoring case and accents. */

/** Letters that Unicode does not decompose into a base letter and a mark. */
const plain: Record<string, string> = { đ: "d", ł: "l", ø: "o", ß: "ss", æ: "ae", œ: "oe", ı: "i" };

/** Returns a text without case and accents, and the original position of each character. */
function fold(text: string): { folded: string; from: number[] } {
  let folded = "";
  const from: number[] = [];
  let at = 0;
  for (const sign of text) {
    const base = sign.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    for (const letter of base) {
      const letters = plain[letter] ?? letter;
      folded += letters;
      for (let i = 0; i < letters.length; i++) from.push(at);
    }
    at += sign.length;
  }
  return { folded, from };
}

/** Splits typed text into folded words. */
export const wordsOf = (typed: string): string[] => fold(typed).folded.split(/\s+/).filter(Boolean);

/** Rates where a word occurs: at the start of the text or a word, or within; lower is better. */
function placeOf(folded: string, word: string): number {
  const at = folded.indexOf(word);
  if (at === 0) return 0;
  if (at < 0) return Number.POSITIVE_INFINITY;
  const before = folded.split(/[^\p{L}\p{N}]+/u);
  return before.some((each) => each.startsWith(word)) ? 1 : 2;
}

/** Penalty for a word that is only found in the aliases. */
const ALIAS_COST = 4;
/**
 * Shorter words occur within some word of any text; in Chinese script a single character is enough.
 */
const WITHIN = 4;
const isLongEnough = (word: string) => word.length >= WITHIN || /\p{Script=Han}/u.test(word);

function aliasCost(folded: string, word: string): number {
  const place = Math.max(1, placeOf(folded, word));
  return place === 2 && !isLongEnough(word) ? Number.POSITIVE_INFINITY : ALIAS_COST + place;
}

/**
 * Rates how well all words match, lower is better; null if one occurs in neither text. `aliases`
 * contains alternative names.
 */
export function scoreOf(words: readonly string[], label: string, aliases = ""): number | null {
  const folded = fold(label).folded;
  const others = fold(aliases).folded;
  let sum = 0;
  for (const word of words) {
    const cost = Math.min(placeOf(folded, word), aliasCost(others, word));
    if (!Number.isFinite(cost)) return null;
    sum += cost;
  }
  return sum;
}

export interface Piece {
  text: string;
  hit: boolean;
}
/** Splits a label into pieces and marks those that match. */
export function piecesOf(label: string, words: readonly string[]): Piece[] {
  const { folded, from } = fold(label);
  const hit = new Set<number>();
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      for (let i = at; i < at + word.length; i++) hit.add(from[i] ?? -1);
    }
  }
  const pieces: Piece[] = [];
  let at = 0;
  for (const sign of label) {
    const last = pieces.at(-1);
    // A combining mark belongs to the preceding letter.
    const hits = hit.has(at) || (/\p{M}/u.test(sign) && last?.hit === true);
    if (last?.hit === hits) last.text += sign;
    else pieces.push({ text: sign, hit: hits });
    at += sign.length;
  }
  return pieces;
}
