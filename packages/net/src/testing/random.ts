/** A seeded random generator for tests: the same seed yields the same numbers (mulberry32). */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next: () => number;
  /** An integer from `least` to `most`, both inclusive. */
  integer: (least: number, most: number) => number;
  pick: <T>(from: readonly T[]) => T;
  /** A shuffled copy of an array. */
  shuffled: <T>(from: readonly T[]) => T[];
}

/** Returns a reproducible generator: print the seed when a test fails. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    integer,
    pick: (from) => {
      if (from.length === 0) throw new RangeError("There is nothing to pick from");
      return from[integer(0, from.length - 1)] as (typeof from)[number];
    },
    shuffled: (from) => {
      const rest = [...from];
      for (let at = rest.length - 1; at > 0; at -= 1) {
        const other = integer(0, at);
        [rest[at], rest[other]] = [rest[other] as never, rest[at] as never];
      }
      return rest;
    },
  };
}
