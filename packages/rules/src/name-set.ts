/**
 * A set of domain names that never changes, for lists of millions: 6 bytes a name, one block of
 * memory that is the file and the message too (spec/operator#target-policy).
 *
 *     6 words: magic, index bits, names, most labels, key (2) │ index │ low words │ high halves
 *
 * Names are hashed with a key of the list. The hash's first bits choose a bucket of some 76 names,
 * 48 further bits are kept and compared: a name that is not in the set is found in it once in
 * 2^48 / 76, some 3.7 million million times.
 */
import { type HashKey, NameHash } from "./name-hash.ts";

/** "NAM1" */
const magic = 0x314d414e;
const headWords = 6;
/** The most names of one list, which bounds what a gateway keeps in memory. */
export const maxNames = 10_000_000;
const maxIndexBits = 16;
/** A bucket has between this and twice as many names, until the index has all its bits. */
const bucketBits = 5;

const sizeOf = (indexBits: number, names: number) =>
  (headWords + 2 ** indexBits + 1) * 4 + names * 6;

/** The largest a set can be, in bytes. */
export const maxSetBytes = sizeOf(maxIndexBits, maxNames);

/** Collects names and makes their set. */
export class NameSetBuilder {
  #key: HashKey;
  #hash: NameHash;
  /** Pairs of low and high halves: 64-bit numbers on every machine that Node runs on. */
  #halves = new Uint32Array(2_048);
  #count = 0;
  #labels = 1;

  constructor(key: HashKey) {
    this.#key = key;
    this.#hash = new NameHash(key);
  }

  /** How many were added, repeated ones included. */
  get count(): number {
    return this.#count;
  }

  /** Adds a name in the spelling of targets: lower case, punycode. */
  add(name: string): void {
    if (this.#count * 2 === this.#halves.length) {
      const more = new Uint32Array(this.#halves.length * 2);
      more.set(this.#halves);
      this.#halves = more;
    }
    this.#hash.take(name, 0);
    this.#halves[this.#count * 2] = this.#hash.low;
    this.#halves[this.#count * 2 + 1] = this.#hash.high;
    this.#count += 1;
    this.#labels = Math.max(this.#labels, labelsOf(name));
  }

  /** Makes the set; names that were added twice are in it once. */
  build(): { bytes: Uint8Array; names: number } {
    const halves = this.#halves.subarray(0, this.#count * 2);
    const grows = Math.ceil(Math.log2(Math.max(this.#count, 1))) - bucketBits - 1;
    const indexBits = Math.min(maxIndexBits, Math.max(0, grows));
    // Only what is kept may count, or two names that look alike in the set would stay two.
    const kept = (indexBits === 0 ? 0 : -1 << (32 - indexBits)) | 0xffff;
    for (let at = 1; at < halves.length; at += 2) halves[at] = (halves[at] ?? 0) & kept;
    new BigUint64Array(halves.buffer, 0, this.#count).sort();
    const names = dropRepeated(halves);
    const bytes = new Uint8Array(sizeOf(indexBits, names));
    const parts = partsOf(bytes, { indexBits, names });
    new Uint32Array(bytes.buffer, 0, headWords).set([
      magic,
      indexBits,
      names,
      this.#labels,
      ...this.#key,
    ]);
    for (let at = 0; at < names; at += 1) {
      const high = halves[at * 2 + 1] ?? 0;
      const bucket = indexBits === 0 ? 0 : high >>> (32 - indexBits);
      parts.index[bucket + 1] = at + 1;
      parts.low[at] = halves[at * 2] ?? 0;
      parts.high[at] = high & 0xffff;
    }
    // Empty buckets begin where the one before ended.
    for (let at = 1; at < parts.index.length; at += 1)
      parts.index[at] = Math.max(parts.index[at] ?? 0, parts.index[at - 1] ?? 0);
    return { bytes, names };
  }
}

/** Moves the different ones of sorted pairs to the front; returns their number. */
function dropRepeated(halves: Uint32Array): number {
  let names = 0;
  for (let at = 0; at < halves.length; at += 2) {
    const isKnown =
      names > 0 && halves[at] === halves[names * 2 - 2] && halves[at + 1] === halves[names * 2 - 1];
    if (isKnown) continue;
    halves[names * 2] = halves[at] ?? 0;
    halves[names * 2 + 1] = halves[at + 1] ?? 0;
    names += 1;
  }
  return names;
}

function partsOf(bytes: Uint8Array, { indexBits, names }: { indexBits: number; names: number }) {
  const lowAt = bytes.byteOffset + (headWords + 2 ** indexBits + 1) * 4;
  return {
    index: new Uint32Array(bytes.buffer, bytes.byteOffset + headWords * 4, 2 ** indexBits + 1),
    low: new Uint32Array(bytes.buffer, lowAt, names),
    high: new Uint16Array(bytes.buffer, lowAt + names * 4, names),
  };
}

/** A set as `NameSetBuilder` made it. It keeps the bytes that it is given. */
export class NameSet {
  readonly names: number;
  #hash: NameHash;
  #labels: number;
  #shift: number;
  #index: Uint32Array;
  #low: Uint32Array;
  #high: Uint16Array;

  private constructor(head: Uint32Array, bytes: Uint8Array) {
    const [, indexBits = 0, names = 0, labels = 0, k0 = 0, k1 = 0] = head;
    this.names = names;
    this.#labels = labels;
    this.#shift = 32 - indexBits;
    this.#hash = new NameHash([k0, k1]);
    ({
      index: this.#index,
      low: this.#low,
      high: this.#high,
    } = partsOf(bytes, {
      indexBits,
      names,
    }));
  }

  /** Reads a set; null if these bytes are none. They must begin at a multiple of four. */
  static read(bytes: Uint8Array): NameSet | null {
    if (bytes.byteOffset % 4 !== 0 || bytes.length < headWords * 4) return null;
    const head = new Uint32Array(bytes.buffer, bytes.byteOffset, headWords);
    const [is, indexBits = 0, names = 0] = head;
    if (is !== magic || indexBits > maxIndexBits || names > maxNames) return null;
    return sizeOf(indexBits, names) === bytes.length ? new NameSet(head, bytes) : null;
  }

  /** Whether the set has a host, or a domain that the host is in. */
  covers(host: string): boolean {
    let from = 0;
    // Longer names than the set has need no look-up, however many labels a customer writes.
    for (let spare = labelsOf(host) - this.#labels; spare > 0; spare -= 1)
      from = host.indexOf(".", from) + 1;
    for (;;) {
      this.#hash.take(host, from);
      if (this.#has(this.#hash.low, this.#hash.high)) return true;
      const dot = host.indexOf(".", from);
      if (dot < 0) return false;
      from = dot + 1;
    }
  }

  #has(low: number, whole: number): boolean {
    const bucket = this.#shift === 32 ? 0 : whole >>> this.#shift;
    const high = whole & 0xffff;
    let [first, end] = [this.#index[bucket] ?? 0, this.#index[bucket + 1] ?? 0];
    while (first < end) {
      const middle = (first + end) >>> 1;
      const difference = (this.#high[middle] ?? 0) - high || (this.#low[middle] ?? 0) - low;
      if (difference === 0) return true;
      if (difference < 0) first = middle + 1;
      else end = middle;
    }
    return false;
  }
}

function labelsOf(name: string): number {
  let labels = 1;
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) labels += 1;
  return labels;
}
