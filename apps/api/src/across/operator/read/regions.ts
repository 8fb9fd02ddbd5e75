/** Regions of unlimited plans: limits, what is sold, what is left. */
import type { Services } from "../../../platform/services.ts";
import { stockByRegion } from "../../../products/unlimited/capacity.ts";
import { regionRows } from "../../../products/unlimited/store/regions.ts";

/** The limits of each region, what is sold, what can be ordered now, and the exits behind it. */
export async function listRegions(services: Services) {
  const { db } = services;
  const [ports, mbps, rows] = await Promise.all([
    stockByRegion(services, db, "port"),
    stockByRegion(services, db, "bandwidth"),
    regionRows(db),
  ]);
  return rows.map((row) => {
    const free = ports.find(({ region }) => region === row.region);
    return {
      ...row,
      freePorts: free?.stock ?? 0,
      freeMbps: mbps.find(({ region }) => region === row.region)?.stock ?? 0,
      exits: (free?.countries ?? []).reduce((sum, { exits }) => sum + exits, 0),
    };
  });
}
