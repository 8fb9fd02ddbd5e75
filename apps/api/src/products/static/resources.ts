/** Static IPs in the form sent to gateways, which end them at their expiry by themselves. */
import type { StaticIpFact } from "@turnpike/contract/data-plane.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import { accountStatusesOf } from "../../identity/account/account-status.ts";
import { ownersOfExits } from "../../inventory/exit/store/owners.ts";
import { resourcePage } from "../../platform/resource-page.ts";
import type { Services } from "../../platform/services.ts";
import { liveStatics, liveStaticsAfter, type StaticRow } from "./store/static-ips.ts";

async function resourcesOf({ db }: Services, rows: StaticRow[]): Promise<Owned<StaticIpFact>[]> {
  const standingOf = await accountStatusesOf(
    db,
    rows.map((row) => row.account_id),
  );
  const owners = await ownersOfExits(
    db,
    rows.map((row) => row.exit_id),
  );
  return rows.map((row) => ({
    kind: "staticIp",
    ...owners.get(row.exit_id),
    id: row.id,
    accountId: row.account_id,
    exitId: row.exit_id,
    product: row.term,
    name: row.name.toLowerCase(),
    verifier: row.verifier,
    whitelist: row.whitelist,
    ...standingOf(row.account_id),
    expiresAt: row.expires_at.getTime(),
  }));
}

/** The live static IPs among `ids`. */
export async function staticResources(services: Services, ids: string[]) {
  return resourcesOf(services, await liveStatics(services.db, ids));
}

/** A page of live static IPs ordered by id, after `lastId` (empty for the first page). */
export async function staticResourcesAfter(services: Services, lastId: string, limit: number) {
  return resourcePage(await liveStaticsAfter(services.db, lastId, limit), limit, (rows) =>
    resourcesOf(services, rows),
  );
}
