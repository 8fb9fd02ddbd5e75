/** Sub-accounts as gateways know them. */
import { createHash } from "node:crypto";
import type { SubAccountFact } from "@turnpike/contract/data-plane.ts";
import type { Services } from "../services.ts";
import { liveAfter, liveByIds, type SubAccountRow } from "./store.ts";

/** What a gateway compares a password with: hex SHA-256 of `name:password`, the name lower-case. */
export function verifierOf(name: string, password: string): string {
  return createHash("sha256").update(`${name.toLowerCase()}:${password}`).digest("hex");
}

function factOf(row: SubAccountRow): SubAccountFact {
  return {
    kind: "subAccount",
    id: row.id,
    accountId: row.account_id,
    name: row.name.toLowerCase(),
    verifier: row.verifier,
    enabled: row.enabled,
  };
}

/** Those of the named that stand. */
export async function subAccountFacts(services: Services, ids: string[]) {
  return (await liveByIds(services.db, ids)).map(factOf);
}

/** A page in the order of ids, after `lastId` (empty for the first). */
export async function subAccountFactsAfter(services: Services, lastId: string, limit: number) {
  return (await liveAfter(services.db, lastId, limit)).map(factOf);
}
