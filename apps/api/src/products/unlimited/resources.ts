/** Ports of unlimited plans as gateways know them; each gateway ends them at their expiry itself. */
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { mbpsOfPort } from "@turnpike/rules/unlimited.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import { standingsOf } from "../../identity/account/standing.ts";
import type { Services } from "../../platform/services.ts";
import { type LivePort, livePorts, livePortsAfter, rotationOf } from "./store/plans.ts";

async function resourcesOf(
  { db }: Services,
  rows: LivePort[],
): Promise<Owned<UnlimitedPortFact>[]> {
  const standingOf = await standingsOf(
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

/** Those of the named that are live. */
export async function unlimitedResources(services: Services, ids: string[]) {
  return resourcesOf(services, await livePorts(services.db, ids));
}

/** A page in the order of ids, after `lastId` (empty for the first). */
export async function unlimitedResourcesAfter(services: Services, lastId: string, limit: number) {
  return resourcesOf(services, await livePortsAfter(services.db, lastId, limit));
}
