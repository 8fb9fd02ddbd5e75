/** Presents whitelisted ports as calls return them. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { WhitelistedPort } from "@turnpike/contract/whitelisted-port.ts";
import type { Db } from "../../platform/db/database.ts";
import { hostOfNodes } from "../../inventory/node/fleet.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import type { Services } from "../../platform/services.ts";
import type { WhitelistedPortRow } from "./store.ts";

/** Presents rows in their order. */
export async function presentWhitelistedPorts(
  { world, env }: Services,
  db: Db,
  rows: WhitelistedPortRow[],
  lang: Lang,
): Promise<WhitelistedPort[]> {
  const now = world.now();
  const hostOf = await hostOfNodes({ env }, db);
  const countryName = countryNames(lang);
  return rows.map(({ accountId: _own, nodeId, asn, createdAt, expiresAt, ...row }) => ({
    ...row,
    host: hostOf(nodeId),
    countryName: row.country === "" ? "" : countryName(row.country),
    asn: asn ?? 0,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    remainingSeconds: Math.max(0, Math.ceil((expiresAt.getTime() - now) / 1_000)),
  }));
}
