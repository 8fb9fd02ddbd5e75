/** The last minutes of live traffic, as far as they were watched. Bounded, however long that is. */
import type { LiveEvent } from "../../lib/live.ts";
import type { PlotSeries } from "@turnpike/ui/TimePlot.tsx";
import type { Columns } from "@turnpike/ui/time-plot-shape.ts";

export const WINDOW_MS = 5 * 60_000;
/** One per second, plus a margin for an uneven clock. */
export const MAX_POINTS = 330;
/** The busiest sub-accounts, kept per point; the others count only in its totals. */
export const MAX_ACCOUNTS = 20;
/** How many sub-accounts have a colour of their own; the rest share the last one. */
export const COLOURED = 3;

type Load = LiveEvent["byAccount"][number];
export interface Moment {
  /** Milliseconds since 1970. */
  at: number;
  bytesPerSecond: number;
  connections: number;
  /** Busiest first, at most MAX_ACCOUNTS of `accounts`. */
  byAccount: readonly Load[];
  accounts: number;
}

const busier = (one: Load, other: Load) =>
  other.bytesPerSecond - one.bytesPerSecond ||
  other.connections - one.connections ||
  (one.account < other.account ? -1 : 1);

/** Adds an event; drops points that left the window or, after a clock was set back, are newer. */
export function withEvent(history: readonly Moment[], event: LiveEvent): Moment[] {
  const at = Date.parse(event.at);
  const moment: Moment = {
    at,
    bytesPerSecond: event.bytesPerSecond,
    connections: event.connections,
    byAccount: event.byAccount.toSorted(busier).slice(0, MAX_ACCOUNTS),
    accounts: event.byAccount.length,
  };
  const before = history.filter((one) => one.at < at && one.at >= at - WINDOW_MS - 2_000);
  return [...before, moment].slice(-MAX_POINTS);
}

/**
 * The sub-accounts that have a colour, by colour index; null if an index is free. Those still among
 * the busiest of the window keep their index from `before`, so that colours do not jump.
 */
export function colouredAccounts(
  history: readonly Moment[],
  before: readonly (string | null)[],
): (string | null)[] {
  const weights = new Map<string, number>();
  for (const { byAccount } of history) {
    for (const { account, bytesPerSecond, connections } of byAccount) {
      // Idle connections count too, with little weight.
      const weight = bytesPerSecond + connections;
      weights.set(account, (weights.get(account) ?? 0) + weight);
    }
  }
  const busiest = [...weights]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, COLOURED)
    .map(([account]) => account);
  const places = Array.from({ length: COLOURED }, (_, place) => {
    const account = before[place] ?? null;
    return account !== null && busiest.includes(account) ? account : null;
  });
  for (const account of busiest) {
    if (!places.includes(account)) places[places.indexOf(null)] = account;
  }
  return places;
}

/** The history as layers: one per coloured sub-account, the last, `others`, if it has anything. */
export function layersOf(
  history: readonly Moment[],
  { places, others }: { places: readonly (string | null)[]; others: string },
  what: "bytesPerSecond" | "connections",
): { series: PlotSeries[]; columns: Columns } {
  const coloured = places.flatMap((name, colour) =>
    name === null ? [] : [{ name, colour, area: true }],
  );
  const own = coloured.map(({ name }) =>
    Float64Array.from(
      history,
      ({ byAccount }) => byAccount.find(({ account }) => account === name)?.[what] ?? 0,
    ),
  );
  const rest = Float64Array.from(history, (moment, index) =>
    Math.max(0, moment[what] - own.reduce((sum, column) => sum + (column[index] ?? 0), 0)),
  );
  const times = Float64Array.from(history, ({ at }) => at);
  if (own.length > 0 && !rest.some((value) => value > 0))
    return { series: coloured, columns: [times, ...own] };
  const last = { name: others, colour: COLOURED, area: true };
  return { series: [...coloured, last], columns: [times, ...own, rest] };
}

/** The bytes carried while watching, and the highest rate of any second. */
export function totalsOf(history: readonly Moment[]): {
  bytes: number;
  peakBytesPerSecond: number;
} {
  let bytes = 0;
  let peakBytesPerSecond = 0;
  history.forEach(({ at, bytesPerSecond }, index) => {
    const seconds = Math.min(2_000, at - (history[index - 1]?.at ?? at - 1_000)) / 1_000;
    bytes += bytesPerSecond * seconds;
    peakBytesPerSecond = Math.max(peakBytesPerSecond, bytesPerSecond);
  });
  return { bytes: Math.round(bytes), peakBytesPerSecond };
}
