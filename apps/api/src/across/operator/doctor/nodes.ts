/** Requirements for gateways: they are running, connect to a known host, and their clocks agree. */
import { isWorkerUp, localNode, maxSkewMs, nodeState } from "@turnpike/rules/node.ts";
import { allNodes, factsOf, type NodeWithWorkers } from "../../../inventory/node/store.ts";
import { recentRefusals } from "../../../inventory/node/store/refusals.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type Check, missing, ok, wrong } from "./check.ts";

/** How long after its last refusal a node that dials an unknown host is reported. */
const refusedHostMs = 3_600_000;

/** A check of each node that is not retired; of the local one only if it has gateways. */
export async function nodeChecks(db: Db, nowMs: number): Promise<Check[]> {
  const nodes = (await allNodes(db)).filter(
    ({ node, workers }) =>
      node.retired_at === null && (node.name !== localNode || workers.length > 0),
  );
  if (nodes.length === 0)
    return [missing("gateways", "none was ever connected", "npm start, or operator node add")];
  return [...nodes.map((each) => nodeCheck(each, nowMs)), ...(await refusedChecks(db, nodes))];
}

/** More refusals than this in a day are no accident, such as an exit that moved meanwhile. */
const maxRefusals = 10;

/** Names the machines of which the API had to refuse something repeatedly. */
async function refusedChecks(db: Db, nodes: NodeWithWorkers[]): Promise<Check[]> {
  const recent = await recentRefusals(db);
  return nodes.flatMap(({ node: { id, name } }) => {
    const own = recent.filter(({ nodeId }) => nodeId === id);
    if (own.reduce((sum, { count }) => sum + count, 0) <= maxRefusals) return [];
    const what = own.map((each) => `${each.what} ${each.count} times`).join(", ");
    const cure = `its log and the API's; if another has control of it: operator node retire ${name}`;
    return [wrong(`node ${name} refused`, `in the last day: ${what}`, cure)];
  });
}

function nodeCheck({ node, workers }: NodeWithWorkers, nowMs: number): Check {
  const name = `node ${node.name}`;
  const facts = factsOf({ node, workers });
  const state = nodeState(facts, nowMs);
  const up = workers.filter((_, at) => facts.workers[at] && isWorkerUp(facts.workers[at], nowMs));
  const skewMs = Math.max(0, ...up.map(({ skew_ms: skew }) => Math.abs(skew)));
  const { refused_host: host, refused_host_at: refusedAt } = node;
  if (host !== null && refusedAt !== null && nowMs - refusedAt.getTime() < refusedHostMs)
    return wrong(
      name,
      `was refused: it dials ${host}, which is neither PUBLIC_URL's host nor one of LINK_HOSTS`,
      `LINK_HOSTS=${host} at every API if that is yours; else correct its API_URLS`,
    );
  if (up.length === 0)
    return wrong(name, `is ${state}`, "start it, look at its log; or operator node retire");
  if (skewMs > maxSkewMs)
    return wrong(name, `its clock is ${skewMs} ms off`, "NTP (chrony, systemd-timesyncd)");
  return ok(name, `is ${state}, ${up.length} workers`);
}
