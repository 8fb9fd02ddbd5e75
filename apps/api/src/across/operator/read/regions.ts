/** Regions of unlimited plans: limits, sold and free capacity. */
import type { Services } from "../../../platform/services.ts";
import { stockByRegion } from "../../../products/unlimited/capacity.ts";
import { regionRows } from "../../../products/unlimited/store/regions.ts";

/** Returns each region's limits, sold capacity, capacity that can be ordered now, and exits. */
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
