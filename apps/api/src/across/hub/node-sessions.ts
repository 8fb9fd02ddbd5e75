/**
 * Sticky sessions of the fleet: where exits of the pool belong to nodes, a session id holds an exit at
 * each node, since no other node could use it (spec/nodes#ownership).
 */
import type { Answers } from "@turnpike/link/link.ts";
import { poolHasOwners } from "../../inventory/exit/store/pool.ts";
import { servingNodesNow } from "../../inventory/node/fleet.ts";
import type { Services } from "../../platform/services.ts";
import { stickySessions } from "../../products/sticky-session/sticky-sessions.ts";

const keptMs = 5_000;

/** Answers `hold` for the node that asks. */
export function nodeSessions(services: Services): Answers["hold"] {
  const sessions = stickySessions(services);
  let known: { until: number; perNode: Promise<boolean> } | null = null;
  const arePerNode = () => {
    const now = performance.now();
    if (known === null || now >= known.until)
      known = { until: now + keptMs, perNode: haveNodesOwn(services) };
    return known.perNode;
  };
  return async (question, { identity }) => {
    if (!(await arePerNode())) return sessions(question);
    return sessions({ ...question, key: `${question.key}@${identity.nodeName}` });
  };
}

async function haveNodesOwn(services: Services): Promise<boolean> {
  const nodes = await servingNodesNow(services, services.db);
  return nodes.length > 1 && (await poolHasOwners(services.db));
}
