/** Blocked targets as resources for gateways. */
import type { BlockedTargetFact } from "@turnpike/contract/target-facts.ts";
import { resourcePage } from "../../platform/resource-page.ts";
import type { Services } from "../../platform/services.ts";
import { blockedAfter, blockedByIds, type BlockedTargetRow } from "./store.ts";

const resourceOf = ({ id, pattern, account_id }: BlockedTargetRow): BlockedTargetFact => ({
  kind: "blockedTarget",
  id,
  accountId: account_id,
  pattern,
});

export async function blockedTargetResources({ db }: Services, ids: string[]) {
  return (await blockedByIds(db, ids)).map(resourceOf);
}

export async function blockedTargetResourcesAfter({ db }: Services, lastId: string, limit: number) {
  return resourcePage(await blockedAfter(db, lastId, limit), limit, (rows) => rows.map(resourceOf));
}
