/** How much of unlimited plans the operator sells in each region. */
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** Sets the given maximums; false if the region is unknown. Existing plans are not affected. */
export async function setRegionCapacity(
  db: Db,
  region: string,
  { ports, mbps }: { ports: number | null; mbps: number | null },
): Promise<boolean> {
  const set = await sql`
    update unlimited_region set most_ports = coalesce(${ports}::int, most_ports),
      most_mbps = coalesce(${mbps}::int, most_mbps)
    where region = ${region}`.execute(db);
  return set.numAffectedRows === 1n;
}

/** The maximum the operator sells in a region, and what is sold. */
export interface RegionRow {
  region: UnlimitedRegion;
  mostPorts: number;
  mostMbps: number;
  soldPorts: number;
  soldMbps: number;
}

/** Regions in display order. A plan counts as sold until its ports are released. */
export async function regionRows(db: Db): Promise<RegionRow[]> {
  const { rows } = await sql<RegionRow>`
    select r.region, r.most_ports as "mostPorts", r.most_mbps as "mostMbps",
      coalesce(sum(p.quantity) filter (where p.kind = 'port'), 0)::int as "soldPorts",
      coalesce(sum(p.quantity) filter (where p.kind = 'bandwidth'), 0)::int as "soldMbps"
    from unlimited_region r
    left join unlimited_plan p on p.region = r.region and p.released_at is null
    group by r.region order by r.position`.execute(db);
  return rows;
}
