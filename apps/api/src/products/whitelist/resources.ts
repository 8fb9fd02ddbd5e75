/** Whitelist entries in the form sent to gateways, which expire them by themselves. */
import type { WhitelistFact } from "@turnpike/contract/data-plane.ts";
import { resourcePage } from "../../platform/resource-page.ts";
import type { Services } from "../../platform/services.ts";
import { entriesAfter, entriesByIds, type EntryRow } from "./store.ts";

function resourceOf(row: EntryRow): WhitelistFact {
  return {
    kind: "whitelist",
    id: row.id,
    ip: row.ip,
    subAccountId: row.sub_account_id,
    expiresAt: row.expires_at?.getTime() ?? null,
  };
}

/** The entries among `ids` that exist. */
export async function whitelistResources(services: Services, ids: string[]) {
  return (await entriesByIds(services.db, ids)).map(resourceOf);
}

/** A page of entries ordered by id, after `lastId` (empty for the first page). */
export async function whitelistResourcesAfter(services: Services, lastId: string, limit: number) {
  return resourcePage(await entriesAfter(services.db, lastId, limit), limit, (rows) =>
    rows.map(resourceOf),
  );
}
