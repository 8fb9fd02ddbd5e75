/** How many exits that a wholesaler named are in another country than asked (spec/supply#geo-check). */
import { type GeoCount, geoDays } from "../../../inventory/upstream/store/geo.ts";
import type { Db } from "../../../platform/db/database.ts";

/** Connections of one upstream and UTC day whose exit is known. */
export interface GeoLine {
  upstream: string;
  day: string;
  connections: number;
  /** Those that left from another country than asked. */
  other: number;
  otherPercent: number;
  /** Of those, what was asked and where the exit is, the most frequent first. */
  elsewhere: { asked: string; found: string; connections: number }[];
}

/** Lines by day and upstream, from `from` to before `to` (days such as `2026-03-01`). */
export async function geoLines(db: Db, span: { from: string; to: string }): Promise<GeoLine[]> {
  const counts = await geoDays(db, span);
  return [...Map.groupBy(counts, ({ upstream, day }) => `${day} ${upstream}`).values()].map(
    (own) => {
      const { upstream = "", day = "" } = own[0] ?? {};
      return { upstream, day, ...geoShare(own) };
    },
  );
}

/** The share of connections that left from another country. */
export function geoShare(counts: readonly GeoCount[]): Omit<GeoLine, "upstream" | "day"> {
  const sum = (of: readonly GeoCount[]) => of.reduce((all, one) => all + one.connections, 0);
  const elsewhere = counts.filter(({ asked, found }) => asked !== found);
  const [connections, other] = [sum(counts), sum(elsewhere)];
  const otherPercent = connections === 0 ? 0 : Math.round((other / connections) * 1_000) / 10;
  return {
    connections,
    other,
    otherPercent,
    elsewhere: elsewhere.map(({ asked, found, connections: each }) => {
      return { asked, found, connections: each };
    }),
  };
}
