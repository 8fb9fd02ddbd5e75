/**
 * HalfSipHash-2-4 with 64 bits (Aumasson, Bernstein) of domain names: words of 32 bits, which this
 * language computes with fast. It is keyed, so that nobody can make up a name that meets another one
 * in a list whose key he does not know.
 */

export type HashKey = readonly [number, number];

export class NameHash {
  /** The halves of the last hash. */
  low = 0;
  high = 0;
  #key: HashKey;

  constructor(key: HashKey) {
    this.#key = key;
  }

  /** Hashes the ASCII characters of `text` from `from` on, into `low` and `high`. */
  take(text: string, from: number): void {
    const [k0, k1] = this.#key;
    let [a, b, c, d] = [k0 | 0, k1 ^ 0xee, k0 ^ 0x6c796765, k1 ^ 0x74656462];
    const length = text.length - from;
    // Two rounds for each four characters and for the rest of them, then four for each half.
    const mixing = (length >> 2) * 2 + 2;
    let word = 0;
    for (let round = 0; round < mixing + 8; round += 1) {
      if (round === mixing) c ^= 0xee;
      else if (round === mixing + 4) {
        this.low = (b ^ d) >>> 0;
        b ^= 0xdd;
      } else if (round < mixing && (round & 1) === 0) {
        word = wordAt(text, from + round * 2);
        // The last word's highest byte is the length.
        if (round === mixing - 2) word |= length << 24;
        d ^= word;
      }
      a = (a + b) | 0;
      b = ((b << 5) | (b >>> 27)) ^ a;
      a = (a << 16) | (a >>> 16);
      c = (c + d) | 0;
      d = ((d << 8) | (d >>> 24)) ^ c;
      a = (a + d) | 0;
      d = ((d << 7) | (d >>> 25)) ^ a;
      c = (c + b) | 0;
      b = ((b << 13) | (b >>> 19)) ^ c;
      c = (c << 16) | (c >>> 16);
      if (round < mixing && (round & 1) === 1) a ^= word;
    }
    this.high = (b ^ d) >>> 0;
  }
}

/** Four characters as a word, the first one lowest; beyond the end there are zeros. */
function wordAt(text: string, at: number): number {
  if (at + 3 < text.length)
    return (
      text.charCodeAt(at) |
      (text.charCodeAt(at + 1) << 8) |
      (text.charCodeAt(at + 2) << 16) |
      (text.charCodeAt(at + 3) << 24)
    );
  let word = 0;
  for (let i = at; i < text.length; i += 1) word |= text.charCodeAt(i) << ((i - at) * 8);
  return word;
}
