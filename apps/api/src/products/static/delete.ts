/** Deletes static IPs: their addresses are released and must rest (spec/static#deleting). */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { cooldownEndsAt } from "@turnpike/rules/static-take.ts";
import type { Tx } from "../../platform/db/database.ts";
import { releaseExitsEach } from "../../inventory/exit/store/static-stock.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { withLockedStatics } from "./edit.ts";
import { recordEvents } from "./store/events.ts";
import { setDeleted, type StaticRow } from "./store/static-ips.ts";

/**
 * Deletes static IPs; those that have not expired only if `confirmed`. Returns how many.
 * @throws Refusal staticNotFound, mustConfirm
 */
export function deleteStatics(
  services: Services,
  caller: Caller,
  of: { term: StaticTerm; ids: string[] },
  confirmed: boolean,
): Promise<number> {
  return withLockedStatics(services, caller, of, async (tx, rows) => {
    const now = services.world.now();
    const running = rows.some((row) => row.expires_at.getTime() > now);
    if (running && !confirmed) throw new Refusal("mustConfirm", { field: "confirm" });
    await recordEvents(services, tx, rows, { action: "deleted" });
    await releaseAndHideStatics(services, tx, rows, { erase: false });
    return rows.length;
  });
}

/** Releases and hides locked rows for good. `erase` also erases their names and remarks. */
export async function releaseAndHideStatics(
  { world, env }: Services,
  tx: Tx,
  rows: StaticRow[],
  { erase }: { erase: boolean },
): Promise<void> {
  const now = world.now();
  const live = rows.filter((row) => row.released_at === null);
  await releaseExitsEach(
    tx,
    live.map(({ id, expires_at }) => {
      const rest = { expiresAt: expires_at.getTime(), now, restDays: env.STATIC_REST_DAYS };
      return { staticId: id, restsUntil: new Date(cooldownEndsAt(rest)) };
    }),
  );
  const ids = rows.map(({ id }) => id);
  await setDeleted(tx, ids, { now: new Date(now), erase });
  await recordChanges(
    tx,
    live.map(({ id }) => ({ kind: "staticIp", id })),
  );
}
