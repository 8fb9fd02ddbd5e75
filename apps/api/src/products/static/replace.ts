/**
 * A static IP that cannot be reached gets another address: the same id, end, credentials,
 * whitelist and remark (spec/static#replacement `change`).
 *
 *     account ─▶ its row ─▶ old exit back, to rest ─▶ a free one of the city, else of the country
 */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { dayMs } from "@turnpike/rules/static-ip.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import { healthOf } from "../../inventory/exit/store/health.ts";
import {
  giveBackExits,
  type TakenExit,
  takeExits,
} from "../../inventory/exit/store/static-stock.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { recordEvents } from "./store/events.ts";
import { changeStatics, lockStatics, type StaticRow } from "./store/static-ips.ts";

/**
 * Replaces one; answers its row as it is then.
 * @throws Refusal staticNotFound, staticExpired, reachable, insufficientStock
 */
export async function replaceStatic(
  services: Services,
  tx: Tx,
  { accountId, term, id }: { accountId: string; term: StaticTerm; id: string },
): Promise<StaticRow> {
  const now = services.world.now();
  await lockOpenAccount(tx, accountId);
  // Of two clicks at once the second one waits here, and finds the new exit.
  const [row] = await lockStatics(tx, { accountId, term, ids: [id] });
  if (row === undefined) throw new Refusal("staticNotFound", { field: "id" });
  if (row.released_at !== null || row.expires_at.getTime() <= now)
    throw new Refusal("staticExpired", { field: "id" });
  const health = await healthOf(tx, [row.exit_id]);
  if (health.get(row.exit_id)?.reachable ?? true) throw new Refusal("reachable", { field: "id" });
  // The old one first: an exit is found again by whom it serves. It is not taken again, it rests.
  const restsUntil = new Date(now + services.env.STATIC_REST_DAYS * dayMs);
  await giveBackExits(tx, [row.id], restsUntil);
  const { ip, ...place } = await another(tx, row, new Date(now));
  const replacements = row.replacements + 1;
  await changeStatics(tx, [row.id], { ip, ...place, replacements });
  const detail = `${row.ip} → ${ip}`;
  await recordEvents(services, tx, [row], { action: "replaced", days: 0, detail });
  await recordChanges(tx, [{ kind: "staticIp", id: row.id }]);
  return { ...row, ip, ...place, replacements };
}

/**
 * A free exit in the same city, else in the same country: who has bought a country's address must
 * not be left without one because a small city is sold out.
 * @throws Refusal insufficientStock
 */
async function another(tx: Tx, row: StaticRow, now: Date): Promise<TakenExit> {
  const { id, term, country, city } = row;
  const request = { term, country, now, takers: [id] };
  const found = (await takeExits(tx, { ...request, city })) ?? (await takeExits(tx, request));
  if (!found?.[0]) throw new Refusal("insufficientStock", { short: "stock" });
  return found[0];
}
