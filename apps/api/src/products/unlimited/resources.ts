/** Ports of unlimited plans in the form sent to gateways, which end them at expiry themselves. */
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { mbpsOfPort } from "@turnpike/rules/unlimited.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import { accountStatusesOf } from "../../identity/account/account-status.ts";
import { resourcePage } from "../../platform/resource-page.ts";
import type { Services } from "../../platform/services.ts";
import { type LivePort, livePorts, livePortsAfter, rotationOf } from "./store/plans.ts";

async function resourcesOf(
  { db }: Services,
  rows: LivePort[],
): Promise<Owned<UnlimitedPortFact>[]> {
  const standingOf = await accountStatusesOf(
    db,
    rows.map((row) => row.account_id),
  );
  return rows.map((row) => ({
    kind: "unlimitedPort",
    owner: row.node_id,
    id: row.id,
    accountId: row.account_id,
    planId: row.plan_id,
    product: row.kind,
    port: row.port,
    name: row.name.toLowerCase(),
    verifier: row.verifier,
    whitelist: row.whitelist,
    ...standingOf(row.account_id),
    expiresAt: row.expires_at.getTime(),
    mbps: mbpsOfPort(row),
    region: row.region,
    country: row.country,
    rotation: rotationOf(row),
  }));
}

/** The live ports among `ids`. */
export async function unlimitedResources(services: Services, ids: string[]) {
  return resourcesOf(services, await livePorts(services.db, ids));
}

/** A page of live ports ordered by id, after `lastId` (empty for the first page). */
export async function unlimitedResourcesAfter(services: Services, lastId: string, limit: number) {
  return resourcePage(await livePortsAfter(services.db, lastId, limit), limit, (rows) =>
    resourcesOf(services, rows),
  );
}
