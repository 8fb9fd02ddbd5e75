/** Counts gateway workers connected to this and other API processes, from their rows. */
import { countConnected } from "../../inventory/node/store.ts";
import type { Db } from "../../platform/db/database.ts";
import { cachedFor } from "../../platform/gateways.ts";
import type { HubServices, Services } from "../../platform/services.ts";

const countEveryMs = 1_000;

export function clusterGatewayCounts(
  services: Services,
  db: Db,
): Pick<HubServices, "gatewaysAnywhere" | "gatewaysElsewhere"> {
  const count = cachedFor(countEveryMs, () => countConnected(db, services.replica));
  return {
    // A connection is recorded shortly after it begins.
    gatewaysAnywhere: async () => Math.max(services.hub.gateways(), (await count()).all),
    gatewaysElsewhere: async () => (await count()).elsewhere,
  };
}
