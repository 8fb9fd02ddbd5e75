/** Presents static IPs as calls return them. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { StaticIp } from "@turnpike/contract/static.ts";
import { remainingHours, renewableUntil, swapsLeft } from "@turnpike/rules/static-ip.ts";
import type { Db } from "../../platform/db/database.ts";
import { healthOf } from "../../inventory/exit/store/health.ts";
import { type ModemState, modemStates } from "../../inventory/exit/store/rotations.ts";
import { nodesOfShared } from "../../inventory/exit/store/shared-ports.ts";
import { hostOfNodes } from "../../inventory/node/fleet.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { rotateTokenOf } from "../../platform/rotate-token.ts";
import type { Services } from "../../platform/services.ts";
import type { StaticRow } from "./store/static-ips.ts";
import { usedBytesOf } from "./store/usage.ts";

/** Returns a lookup of the node's host at which customers reach a shared exit; null for others. */
async function hostsOfShared(services: Services, db: Db, exitIds: string[]) {
  const nodes = await nodesOfShared(db, exitIds);
  if (nodes.size === 0) return () => null;
  const hostOf = await hostOfNodes(services, db);
  return (exitId: string) => {
    const nodeId = nodes.get(exitId);
    return nodeId === undefined ? null : hostOf(nodeId);
  };
}

function termOf({ started_at: startedAt, expires_at: end }: StaticRow, now: number) {
  const expiresAt = end.getTime();
  return {
    startedAt: startedAt.toISOString(),
    expiresAt: end.toISOString(),
    remainingHours: remainingHours(expiresAt, now),
    expired: expiresAt <= now,
    renewableUntil: new Date(renewableUntil(expiresAt)).toISOString(),
  };
}

function rotationOf(services: Services, row: StaticRow, modem: ModemState | undefined) {
  if (modem === undefined) return { rotateToken: null, rotateRetryAfter: null, rotating: false };
  const { retryAfter: rotateRetryAfter, changing: rotating } = modem;
  return { rotateToken: rotateTokenOf(services, row), rotateRetryAfter, rotating };
}

/** Presents rows with their ports, health and usage, in the order of `rows`. */
export async function presentStatics(
  services: Services,
  db: Db,
  rows: StaticRow[],
  lang: Lang,
): Promise<StaticIp[]> {
  const { world, seal } = services;
  const now = world.now();
  const exitIds = rows.map((row) => row.exit_id);
  const health = await healthOf(db, exitIds);
  const hostOf = await hostsOfShared(services, db, exitIds);
  const modems = await modemStates(db, exitIds, now);
  const countryName = countryNames(lang);
  const used = await usedBytesOf(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map((row) => {
    // After release, the exit is free or serves another holder.
    const own = row.released_at === null;
    const known = own ? health.get(row.exit_id) : undefined;
    const ports = known?.ports ?? [];
    const expiresAt = row.expires_at.getTime();
    return {
      id: row.id,
      host: (own ? hostOf(row.exit_id) : null) ?? row.ip,
      exitIp: row.ip,
      port: ports[0] ?? 0,
      ports,
      country: row.country,
      countryName: countryName(row.country),
      city: row.city,
      cityName: row.city_name,
      isp: row.isp_name,
      asn: row.asn,
      validDays: row.days,
      ...termOf(row, now),
      autoRenew: row.auto_renew,
      autoRenewFailed: row.renew_failed_for?.getTime() === expiresAt,
      account: row.name,
      password: seal.open(row.sealed_password),
      whitelist: row.whitelist,
      remark: row.remark,
      reachable: own && (known?.reachable ?? true),
      replacements: row.replacements,
      swapsLeft: swapsLeft({
        ...row,
        perPeriod: services.env.SWAPS_PER_PERIOD,
        expired: !own || expiresAt <= now,
      }),
      stateSince: known?.since?.toISOString() ?? null,
      usedBytes: used.get(row.id)?.bytes ?? 0,
      dayUsedBytes: used.get(row.id)?.dayBytes ?? 0,
      ...rotationOf(services, row, own ? modems.get(row.exit_id) : undefined),
    };
  });
}
