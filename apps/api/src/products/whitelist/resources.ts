/** Whitelist entries as gateways know them; each gateway ends them at their expiry itself. */
import type { WhitelistFact } from "@turnpike/contract/data-plane.ts";
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

/** Those of the named that exist. */
export async function whitelistResources(services: Services, ids: string[]) {
  return (await entriesByIds(services.db, ids)).map(resourceOf);
}

/** A page in the order of ids, after `lastId` (empty for the first). */
export async function whitelistResourcesAfter(services: Services, lastId: string, limit: number) {
  return (await entriesAfter(services.db, lastId, limit)).map(resourceOf);
}
