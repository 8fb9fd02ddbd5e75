/** What an attack counts. */

/** How often what happened; `open` are connections that are open now. */
export type Counts = Record<string, number>;

/** What every kind of attack is given: its counts, and whether it goes on. */
export interface Working {
  counts: Counts;
  on: () => boolean;
}

export const count = (counts: Counts, name: string, by = 1) => {
  counts[name] = (counts[name] ?? 0) + by;
};
