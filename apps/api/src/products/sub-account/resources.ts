/** Sub-accounts in the form sent to gateways. */
import { createHash } from "node:crypto";
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import { spentLimit } from "@turnpike/rules/sub-account-limits.ts";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { accountStatusesOf } from "../../identity/account/account-status.ts";
import { resourcePage } from "../../platform/resource-page.ts";
import type { Services } from "../../platform/services.ts";
import { nothingUsed, usedInPeriods } from "./store/days.ts";
import { limitsOf } from "./limits.ts";
import { budgetResources } from "./target-budgets.ts";
import { usedByTarget } from "./store/target-days.ts";
import { liveAfter, liveByIds, type SubAccountRow } from "./store/sub-accounts.ts";

/** What gateways check a password against: hex SHA-256 of `name:password`, name in lower case. */
export function verifierOf(name: string, password: string): string {
  return createHash("sha256").update(`${name.toLowerCase()}:${password}`).digest("hex");
}

async function resourcesOf(
  { db, world }: Services,
  rows: SubAccountRow[],
): Promise<SubAccountFact[]> {
  const now = world.now();
  const limited = rows.filter((row) => row.day_limit_bytes ?? row.month_limit_bytes);
  const limitedIds = limited.map((row) => row.id);
  const used = await usedInPeriods(db, limitedIds, now);
  const budgeted = rows.filter((row) => row.target_budgets.length > 0).map(({ id }) => id);
  const byTarget = await usedByTarget(db, budgeted, now);
  const standingOf = await accountStatusesOf(
    db,
    rows.map((row) => row.account_id),
  );
  return rows.map((row) => ({
    ...standingOf(row.account_id),
    kind: "subAccount",
    id: row.id,
    accountId: row.account_id,
    name: row.name.toLowerCase(),
    verifier: row.verifier,
    ...(row.pool !== firstPool && { pool: row.pool }),
    ...(row.session_rotations > 0 && { rotations: row.session_rotations }),
    enabled: row.enabled && standingOf(row.account_id).enabled,
    limits: {
      maxConnections: row.max_connections,
      allowDomains: row.allow_domains,
      denyDomains: row.deny_domains,
      spent: spentLimit(limitsOf(row), used.get(row.id) ?? nothingUsed, now),
      ...(row.target_budgets.length > 0
        ? { targetBudgets: budgetResources(row, byTarget.get(row.id), now) }
        : {}),
    },
  }));
}

/** The live sub-accounts among `ids`. */
export async function subAccountResources(services: Services, ids: string[]) {
  return resourcesOf(services, await liveByIds(services.db, ids));
}

/** A page of live sub-accounts ordered by id, after `lastId` (empty for the first page). */
export async function subAccountResourcesAfter(services: Services, lastId: string, limit: number) {
  return resourcePage(await liveAfter(services.db, lastId, limit), limit, (rows) =>
    resourcesOf(services, rows),
  );
}
