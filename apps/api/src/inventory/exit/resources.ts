/** Exits as gateways know them. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { needsOwner, type Owned } from "@turnpike/rules/ownership.ts";
import type { Services } from "../../platform/services.ts";
import { type ExitRow, exitRows, exitRowsAfter } from "./store/exits.ts";

function resourceOf(
  { seal }: Services,
  { node_id, username, sealed_password, ...row }: ExitRow,
): Owned<ExitFact> {
  const password = sealed_password === "" ? "" : seal.open(sealed_password);
  const owner = node_id !== null || needsOwner(row) ? { owner: node_id } : {};
  return { kind: "exit", ...row, user: username, password, ...owner };
}

/** Those of the named that are not retired. */
export async function exitResources(services: Services, ids: string[]): Promise<Owned<ExitFact>[]> {
  return (await exitRows(services.db, ids)).map((row) => resourceOf(services, row));
}

/** A page in the order of ids, after `lastId` (empty for the first). */
export async function exitResourcesAfter(services: Services, lastId: string, limit: number) {
  const rows = await exitRowsAfter(services.db, lastId, limit);
  return rows.map((row) => resourceOf(services, row));
}
