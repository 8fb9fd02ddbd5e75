/** Counters of an attack. */

/** Number of events by name; `open` counts currently open connections. */
export type Counts = Record<string, number>;

/** Passed to every kind of attack: its counters, and whether it continues. */
export interface Working {
  counts: Counts;
  on: () => boolean;
}

export const count = (counts: Counts, name: string, by = 1) => {
  counts[name] = (counts[name] ?? 0) + by;
};
