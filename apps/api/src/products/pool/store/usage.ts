/** What opened IPs carried: counted, not billed. */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import { lockOpened } from "./opened-ips.ts";

export interface OpenedUse {
  openedIpId: string;
  upBytes: number;
  downBytes: number;
  requests: number;
}

/** So much is counted of one at most: 10 Gbps are 22 TB in five hours each way. */
const mostOfOne = 200_000_000_000_000;

/** Adds use, all of an opened IP's at once; that of unknown ones falls out. */
export async function addOpenedUse(tx: Tx, uses: OpenedUse[]): Promise<void> {
  if (uses.length === 0) return;
  await lockOpened(tx, [...new Set(uses.map(({ openedIpId }) => openedIpId))]);
  await sql`
    update opened_ip o set
      up_bytes = least(o.up_bytes + least(u.up_bytes, ${mostOfOne}), ${mostOfOne}),
      down_bytes = least(o.down_bytes + least(u.down_bytes, ${mostOfOne}), ${mostOfOne}),
      requests = least(o.requests + least(u.requests, ${mostOfOne}), ${mostOfOne})
    from (select "openedIpId" as id, sum("upBytes") as up_bytes, sum("downBytes") as down_bytes,
        sum(requests) as requests
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as given ("openedIpId" uuid,
        "upBytes" bigint, "downBytes" bigint, requests bigint) group by 1) u
    where o.id = u.id`.execute(tx);
}
