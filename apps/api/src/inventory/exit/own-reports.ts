/**
 * Filters what a node reports of exits. Its own exits always count. For exits shared by every node,
 * one node's bad report does not override what another node can reach (spec/nodes#ownership).
 */
import type { ListenerHealth, ExitLatency } from "@turnpike/contract/gateway-states.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { servingNodesNow } from "../node/fleet.ts";
import { clearFailures, noteFailures } from "./store/failures.ts";
import { reportersOf } from "./store/health.ts";
import { ownersOfExits } from "./store/owners.ts";

/** The reports that count, and how many were about another node's exits. */
export interface OwnReports<R> {
  reports: R[];
  foreign: number;
}
interface NodeReports<R> {
  nodeId: string;
  reports: R[];
}

/** Splits reports into those of the node's own exits, of shared exits and of other nodes' exits. */
async function sortReports<R extends { exitId: string }>(
  { db }: Services,
  { nodeId, reports }: NodeReports<R>,
): Promise<{ own: R[]; shared: R[]; foreign: number }> {
  if (!Array.isArray(reports)) return { own: [], shared: [], foreign: 0 };
  const named = reports.filter((one) => typeof one?.exitId === "string" && isUuid(one.exitId));
  const ids = [...new Set(named.map(({ exitId }) => exitId.toLowerCase()))];
  const owners = await ownersOfExits(db, ids);
  const ownerOf = ({ exitId }: R) => owners.get(exitId.toLowerCase());
  const known = named.filter((one) => ownerOf(one) !== undefined);
  const own = known.filter((one) => ownerOf(one)?.owner === nodeId);
  const shared = known.filter((one) => ownerOf(one)?.owner === undefined);
  return { own, shared, foreign: known.length - own.length - shared.length };
}

/** Filters latencies: a shared exit's failure counts once every serving node has failed. */
export async function ownLatencies(
  services: Services,
  given: NodeReports<ExitLatency>,
): Promise<OwnReports<ExitLatency>> {
  const { own, shared, foreign } = await sortReports(services, given);
  return { reports: [...own, ...(await agreedLatencies(services, given.nodeId, shared))], foreign };
}

async function agreedLatencies(
  services: Services,
  nodeId: string,
  measures: ExitLatency[],
): Promise<ExitLatency[]> {
  const nodeIds = (await servingNodesNow(services, services.db)).map(({ id }) => id);
  if (measures.length === 0 || nodeIds.length <= 1) return measures;
  const [failed, reached] = [true, false].map((failure) =>
    measures.filter(({ ms }) => (ms === null) === failure),
  ) as [ExitLatency[], ExitLatency[]];
  const idsOf = (some: ExitLatency[]) => some.map(({ exitId }) => exitId.toLowerCase());
  const agreed = await transaction(services.db, async (tx) => {
    await clearFailures(tx, idsOf(reached));
    return new Set(await noteFailures(tx, { nodeId, exitIds: idsOf(failed), nodeIds }));
  });
  return [...reached, ...failed.filter(({ exitId }) => agreed.has(exitId.toLowerCase()))];
}

/** Filters health: a shared exit's report is dropped if it is worse than another serving node's. */
export async function ownListenerHealth(
  services: Services,
  given: NodeReports<ListenerHealth>,
): Promise<OwnReports<ListenerHealth>> {
  const { own, shared, foreign } = await sortReports(services, given);
  return { reports: [...own, ...(await bestHealth(services, given.nodeId, shared))], foreign };
}

async function bestHealth(
  services: Services,
  nodeId: string,
  reports: ListenerHealth[],
): Promise<ListenerHealth[]> {
  if (reports.length === 0) return reports;
  const serving = new Set((await servingNodesNow(services, services.db)).map(({ id }) => id));
  if (serving.size <= 1) return reports;
  const ids = reports.map(({ exitId }) => exitId.toLowerCase());
  const before = await reportersOf(services.db, ids);
  return reports.filter(({ exitId, reachable, ports }) => {
    const known = before.get(exitId.toLowerCase());
    if (known === undefined || known.nodeId === nodeId || !serving.has(known.nodeId)) return true;
    return reachable && (!known.reachable || ports.length > known.ports);
  });
}
