/**
 * Gives a static IP another address because it is unreachable or its owner wants a swap. Id, end,
 * credentials, whitelist and remark stay the same (spec/static#replacement `change`).
 *
 *     account ─▶ its row ─▶ old exit back, to rest ─▶ a free one of the city (unreachable: else of
 *                                                     the country)
 */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { dayMs, swapsLeft } from "@turnpike/rules/static-ip.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import { healthOf } from "../../inventory/exit/store/health.ts";
import {
  releaseExits,
  type TakenExit,
  takeExits,
} from "../../inventory/exit/store/static-stock.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { recordEvents } from "./store/events.ts";
import { changeStatics, lockStatics, type StaticRow } from "./store/static-ips.ts";

/**
 * Replaces an unreachable IP; with `atWill` also a reachable one, at most SWAPS_PER_PERIOD times
 * per period. Returns the changed row.
 * @throws Refusal staticNotFound, staticExpired, reachable, swapsUsedUp, insufficientStock
 */
export async function replaceStatic(
  services: Services,
  tx: Tx,
  what: { accountId: string; term: StaticTerm; id: string; atWill: boolean },
): Promise<StaticRow> {
  const { accountId, term, id, atWill } = what;
  const now = services.world.now();
  await lockOpenAccount(tx, accountId);
  // A second concurrent call waits here and then sees the new exit and the counted swap.
  const [row] = await lockStatics(tx, { accountId, term, ids: [id] });
  if (row === undefined) throw new Refusal("staticNotFound", { field: "id" });
  if (row.released_at !== null || row.expires_at.getTime() <= now)
    throw new Refusal("staticExpired", { field: "id" });
  const health = await healthOf(tx, [row.exit_id]);
  const isSwap = health.get(row.exit_id)?.reachable ?? true;
  if (isSwap) refuseSwap(row, atWill, services.env.SWAPS_PER_PERIOD);
  // The old one first: an exit is found by the IP it serves. It rests, so it is not taken again.
  const restsUntil = new Date(now + services.env.STATIC_REST_DAYS * dayMs);
  await releaseExits(tx, [row.id], restsUntil);
  const { ip, ...place } = await takeReplacementExit(tx, row, {
    now: new Date(now),
    sameCity: isSwap,
  });
  const counts = {
    replacements: row.replacements + 1,
    swaps: row.swaps + (isSwap ? 1 : 0),
  };
  await changeStatics(tx, [row.id], { ip, ...place, ...counts });
  const detail = `${row.ip} → ${ip}`;
  const action = isSwap ? "swapped" : "replaced";
  await recordEvents(services, tx, [row], { action, days: 0, detail });
  await recordChanges(tx, [{ kind: "staticIp", id: row.id }]);
  return { ...row, ip, ...place, ...counts };
}

/** @throws Refusal reachable, swapsUsedUp */
function refuseSwap(row: StaticRow, atWill: boolean, perPeriod: number): void {
  if (!atWill) throw new Refusal("reachable", { field: "id" });
  if (swapsLeft({ ...row, perPeriod, expired: false }) === 0)
    throw new Refusal("swapsUsedUp", { field: "id" });
}

/**
 * Takes a free exit in the same city. For an unreachable IP, any city of the country will do, so
 * that the customer is not left without an address because a small city is sold out.
 * @throws Refusal insufficientStock
 */
async function takeReplacementExit(
  tx: Tx,
  row: StaticRow,
  { now, sameCity }: { now: Date; sameCity: boolean },
): Promise<TakenExit> {
  const { id, term, country, city } = row;
  const request = { term, country, now, takers: [id] };
  const found =
    (await takeExits(tx, { ...request, city })) ?? (sameCity ? null : await takeExits(tx, request));
  if (!found?.[0]) throw new Refusal("insufficientStock", { short: "stock" });
  return found[0];
}
