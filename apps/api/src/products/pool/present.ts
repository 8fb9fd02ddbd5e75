/** Presents opened IPs as calls return them. */
import type { OpenedIp } from "@turnpike/contract/pool.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Db } from "../../platform/db/database.ts";
import { placesOfExits } from "../../inventory/exit/store/pool.ts";
import { hostOfNodes } from "../../inventory/node/fleet.ts";
import type { Services } from "../../platform/services.ts";
import { type Login, loginOf } from "./store/login.ts";
import type { OpenedRow } from "./store/opened-ips.ts";

/** Whether an opened IP is active at `now`. */
export const isActive = (row: Pick<OpenedRow, "deleted_at" | "expires_at">, now: number) =>
  row.deleted_at === null && row.expires_at.getTime() > now;

function statusOf(row: OpenedRow, now: number): OpenedIp["status"] {
  if (row.deleted_at !== null) return "deleted";
  return isActive(row, now) ? "active" : "expired";
}

/** Presents an account's rows with their places, in the order of `rows`. */
export async function presentIps(
  services: Services,
  db: Db,
  { accountId, lang }: { accountId: string; lang: Lang },
  rows: OpenedRow[],
): Promise<OpenedIp[]> {
  const { env, world } = services;
  const now = world.now();
  const hostOf = await hostOfNodes({ env }, db);
  const exitIds = rows.map((row) => row.exit_id);
  const places = await placesOfExits(db, exitIds, lang);
  const needsLogin = rows.some(({ auth }) => auth === "user");
  const login: Partial<Login> = (needsLogin && (await loginOf(services, db, accountId))) || {};
  return rows.flatMap((row): OpenedIp[] => {
    const exit = places.get(row.exit_id);
    if (exit === undefined) return [];
    const { id: exitId, measuredAt, ...place } = exit;
    const active = isActive(row, now);
    return [
      {
        ...place,
        id: row.id,
        exitId,
        host: hostOf(row.node_id),
        port: row.port,
        auth: row.auth,
        ...(row.auth === "user" ? login : {}),
        openedAt: row.opened_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        remainingSeconds: active ? Math.ceil((row.expires_at.getTime() - now) / 1_000) : 0,
        status: statusOf(row, now),
        open: active && row.open,
        measuredAt: measuredAt?.toISOString() ?? null,
        by: row.by,
        upBytes: row.up_bytes,
        downBytes: row.down_bytes,
      },
    ];
  });
}
