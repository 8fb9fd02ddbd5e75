/** What happens to upstreams by time alone: quotas come back, old rows are deleted. */
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { changeState } from "./change-state.ts";
import { deleteOldAlerts } from "./store/alerts.ts";
import { deleteOldGeo } from "./store/geo.ts";
import { deleteOldTries } from "./store/tries.ts";
import { dueQuotas } from "./store/upstreams.ts";

/** Puts upstreams back whose day or month of quota is over. */
export async function restoreQuotas({ db, world }: Services): Promise<void> {
  const at = new Date(world.now());
  for (const id of await dueQuotas(db, at))
    await transaction(db, (tx) => changeState(tx, { id, from: ["quotaGone"], to: "on", at }));
}

export async function deleteOldRows({ db, world }: Services): Promise<void> {
  const now = new Date(world.now());
  await deleteOldAlerts(db, now);
  await deleteOldTries(db, now);
  await deleteOldGeo(db, now);
}
