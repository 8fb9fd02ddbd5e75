/** Presents unlimited plans and their ports as calls return them. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { UnlimitedPlan, UnlimitedPort } from "@turnpike/contract/unlimited.ts";
import { regionName } from "@turnpike/locales/shop.ts";
import { nextTurnAt } from "@turnpike/rules/rotation.ts";
import { remainingHours } from "@turnpike/rules/static-ip.ts";
import { portCloseDelayMs, mbpsOfPort, planMbps, portsOf } from "@turnpike/rules/unlimited.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Db } from "../../platform/db/database.ts";
import { hostOfNodes } from "../../inventory/node/fleet.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { rotateTokenOf } from "../../platform/rotate-token.ts";
import type { Services } from "../../platform/services.ts";
import { openPortsOf } from "./store/lists.ts";
import { firstNodes, type PlanRow, type PortRow, rotationOf } from "./store/plans.ts";
import { usedBytesOfPlans, usedBytesOfPorts } from "./store/usage.ts";

/** The address of a node's ports for clients: its host, and the region's domain if configured. */
export function placeOf(env: Environment, region: UnlimitedRegion, host: string) {
  return { host, domain: env.UNLIMITED_DOMAIN?.replaceAll("{region}", region) ?? host };
}

/**
 * Presents plans with their open ports and usage, in the order of `rows`. `known`: bytes by plan,
 * if the caller has already read them.
 */
export async function presentPlans(
  { world, env }: Services,
  db: Db,
  rows: PlanRow[],
  lang: Lang,
  known?: Map<string, number>,
): Promise<UnlimitedPlan[]> {
  const now = world.now();
  const ids = rows.map(({ id }) => id);
  const open = await openPortsOf(db, ids);
  const nodes = await firstNodes(db, ids);
  const hostOf = await hostOfNodes({ env }, db);
  const used = known ?? (await usedBytesOfPlans(db, ids, now));
  return rows.map((row) => {
    const expiresAt = row.expires_at.getTime();
    return {
      id: row.id,
      orderNo: row.order_no,
      kind: row.kind,
      region: row.region,
      regionName: regionName(lang, row.region),
      quantity: row.quantity,
      mbps: planMbps(row),
      days: row.days,
      startedAt: row.started_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      remainingHours: remainingHours(expiresAt, now),
      status: expiresAt > now ? "active" : "expired",
      closesAt: new Date(expiresAt + portCloseDelayMs).toISOString(),
      ...placeOf(env, row.region, hostOf(nodes.get(row.id) ?? "")),
      ports: portsOf(row),
      open: open.get(row.id) ?? 0,
      whitelist: row.whitelist,
      usedBytes: used.get(row.id) ?? 0,
    };
  });
}

/** Presents one plan. */
export async function presentPlan(
  services: Services,
  db: Db,
  row: PlanRow,
  lang: Lang,
): Promise<UnlimitedPlan> {
  const [plan] = await presentPlans(services, db, [row], lang);
  return plan as UnlimitedPlan;
}

/** Presents ports in their order; `plans` are the plans they belong to. */
export async function presentPorts(
  services: Services,
  db: Db,
  { plans, ports }: { plans: PlanRow[]; ports: PortRow[] },
  lang: Lang,
): Promise<UnlimitedPort[]> {
  const { world, seal, env } = services;
  const now = world.now();
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const countryName = countryNames(lang);
  const portIds = ports.map(({ id }) => id);
  const used = await usedBytesOfPorts(db, portIds, now);
  const hostOf = await hostOfNodes({ env }, db);
  return ports.flatMap((row): UnlimitedPort[] => {
    const plan = byId.get(row.plan_id);
    if (plan === undefined) return [];
    const over = plan.expires_at.getTime() <= now;
    return [
      {
        id: row.id,
        planId: row.plan_id,
        ...placeOf(env, plan.region, hostOf(row.node_id)),
        port: row.port,
        rotationMinutes: row.rotation_minutes,
        nextRotationAt: over ? null : new Date(nextTurnAt(rotationOf(row), now)).toISOString(),
        format: row.format,
        country: row.country ?? "",
        countryName: row.country === null ? "" : countryName(row.country),
        remark: row.remark,
        expiresAt: plan.expires_at.toISOString(),
        account: row.name,
        // Released ports have no password any more.
        password: row.sealed_password === "" ? "" : seal.open(row.sealed_password),
        rotateToken: over || row.released_at !== null ? null : rotateTokenOf(services, row),
        mbps: mbpsOfPort(plan),
        open: row.open && row.released_at === null,
        usedBytes: used.get(row.id)?.bytes ?? 0,
        dayUsedBytes: used.get(row.id)?.dayBytes ?? 0,
      },
    ];
  });
}
