/** How many gateway workers are connected to this and to other API processes, from rows. */
import { countConnected } from "../../inventory/node/store.ts";
import type { Db } from "../../platform/db/database.ts";
import { atMostEvery } from "../../platform/gateways.ts";
import type { Services } from "../../platform/services.ts";

const countEveryMs = 1_000;

export function gatewaysOfAll(
  services: Services,
  db: Db,
): Required<Pick<Services, "gatewaysAnywhere" | "gatewaysElsewhere">> {
  const count = atMostEvery(countEveryMs, () => countConnected(db, services.replica ?? ""));
  return {
    // A connection is recorded a moment after it began.
    gatewaysAnywhere: async () => Math.max(services.gateways?.() ?? 0, (await count()).all),
    gatewaysElsewhere: async () => (await count()).elsewhere,
  };
}
