/** Gateway machines with their state. */
import { isWorkerUp, nodeState } from "@turnpike/rules/node.ts";
import { allNodes, factsOf, type NodeWithWorkers } from "../../../inventory/node/store.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** A node as `node list` shows it. */
function lineOf({ node, workers }: NodeWithWorkers, now: number) {
  const facts = factsOf({ node, workers });
  const up = workers.filter((_, at) => facts.workers[at] && isWorkerUp(facts.workers[at], now));
  const shown = up.length > 0 ? up : workers;
  const skews = up.map((one) => one.skew_ms).sort((a, b) => Math.abs(b) - Math.abs(a));
  const seen = workers.map((one) => one.seen_at.getTime());
  return {
    id: node.id,
    name: node.name,
    region: node.region,
    host: node.host,
    relay: node.relay,
    leaseSeconds: node.lease_seconds,
    state: nodeState(facts, now),
    workers: up.length,
    version: shown.map((one) => one.version).sort()[0] ?? null,
    skewMs: skews[0] ?? null,
    lastSeenAt: seen.length > 0 ? new Date(Math.max(...seen)) : null,
  };
}
export type NodeLine = ReturnType<typeof lineOf>;

/** Uses the real clock, because connections are recorded by the database's clock. */
export async function nodeLines(db: Db | Tx): Promise<NodeLine[]> {
  return (await allNodes(db)).map((each) => lineOf(each, Date.now()));
}

export async function nodeLine(db: Db | Tx, name: string): Promise<NodeLine | null> {
  return (await nodeLines(db)).find((each) => each.name === name) ?? null;
}
