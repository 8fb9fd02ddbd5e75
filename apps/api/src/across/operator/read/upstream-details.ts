/** Upstreams as the console lists them: with success, time to connect, cost, margin and balance. */
import { bucketMs } from "../../../inventory/upstream/states.ts";
import { balances, costedDays } from "../../../inventory/upstream/store/days.ts";
import { type GeoCount, geoDays } from "../../../inventory/upstream/store/geo.ts";
import { type Quality, qualitySince } from "../../../inventory/upstream/store/tries.ts";
import { allUpstreams } from "../../../inventory/upstream/store/upstreams.ts";
import type { Services } from "../../../platform/services.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { marginOf } from "./margin.ts";
import { geoShare } from "./upstream-geo.ts";
import { balanceDays, costMicrosOf, dayText, listUpstreams } from "./upstreams.ts";

/** All upstreams with what they cost and brought this UTC month, and how their tries ended. */
export async function upstreamsInDetail(services: Services) {
  const { db, world } = services;
  const now = new Date(world.now());
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const end = new Date(Math.floor(now.getTime() / dayMs) * dayMs + dayMs);
  const span = { from: dayText(month), to: dayText(end) };
  const [listed, rows, left, quality, costs, margin, geo] = await Promise.all([
    listUpstreams(services),
    allUpstreams(db),
    balances(db, now),
    qualitySince(db, new Date(now.getTime() - dayMs)),
    costedDays(db, span),
    marginOf(db, { from: month, to: end, by: "upstream" }),
    geoDays(db, span),
  ]);
  return listed.map((upstream) => {
    const { name } = upstream;
    const id = rows.find((row) => row.name === name)?.id;
    const own = costs.filter((day) => day.upstream === name);
    return {
      ...upstream,
      costMicros: own.reduce((sum, day) => sum + (costMicrosOf(day) ?? 0), 0),
      marginCents: margin.items.find(({ group }) => group === name)?.marginCents ?? 0,
      balanceDays: balanceDays(left.get(name)),
      ...geoOf(geo.filter((day) => day.upstream === name)),
      ...qualityOf(quality.filter(({ upstreamId }) => upstreamId === id)),
    };
  });
}

function geoOf(days: GeoCount[]): { geoOtherPercent: number | null } {
  const { connections, otherPercent } = geoShare(days);
  return { geoOtherPercent: connections === 0 ? null : otherPercent };
}

/** Failures that are the target's or the customer's own are none of the upstream's. */
const notItsOwn = new Set(["target", "targetRefused"]);

function qualityOf(counts: Quality[]): { successPercent: number | null; p95Ms: number | null } {
  const own = counts.filter(({ class: why }) => !notItsOwn.has(why));
  const sum = (of: Quality[]) => of.reduce((total, { tries }) => total + tries, 0);
  const good = own.filter(({ class: why }) => why === "").toSorted((a, b) => a.bucket - b.bucket);
  const [all, ok] = [sum(own), sum(good)];
  if (all === 0) return { successPercent: null, p95Ms: null };
  let seen = 0;
  const at = good.find(({ tries }) => (seen += tries) >= ok * 0.95);
  return {
    successPercent: Math.round((ok / all) * 1_000) / 10,
    p95Ms: at === undefined ? null : bucketMs(at.bucket),
  };
}
