import type { Questions } from "@turnpike/contract/data-plane.ts";
import type { Peer } from "@turnpike/link/link.ts";
import { largestLeaseBytes, smallestLeaseBytes } from "@turnpike/rules/lease.ts";
import { localNode } from "@turnpike/rules/node.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { takeLease } from "../../products/lease/leases.ts";
import { nodeBudgets } from "../../products/lease/node-budgets.ts";
import { openLeases } from "../../products/lease/open-leases.ts";
import type { HubState } from "./answers.ts";
import { gatewayOf } from "./gateway-of.ts";

/** Leases no more than the node's budget allows; the local node's workers need none. */
export async function leaseInBudget(
  services: Services,
  { nodes, refusals, holders }: Pick<HubState, "nodes" | "refusals" | "holders">,
  question: Questions["lease"]["question"] & { lockWaitMs: number },
  peer: Peer,
): Promise<Questions["lease"]["answer"]> {
  const { nodeId, nodeName } = peer.identity;
  const request = { ...question, ...gatewayOf(peer), leaseSeconds: nodes.leaseSeconds(nodeId) };
  if (nodeName === localNode) return takeLease(services, request);
  const { gateway, subAccountId } = request;
  if (isUuid(subAccountId) && !(await openLeases(services).mayTake({ gateway, subAccountId }))) {
    refusals.add("leases", peer, 1, { subAccountId });
    throw new Error(`${gateway} has as many leases of a sub-account as it may`);
  }
  const budgets = nodeBudgets(services);
  const wanted = Math.min(question.wantedBytes, largestLeaseBytes);
  const allowed = budgets.take(nodeName, wanted);
  let leased = 0;
  try {
    if (allowed < Math.min(wanted, smallestLeaseBytes)) {
      refusals.add("leases", peer, 1, { wanted });
      throw new Error(`${nodeName} has leased all that it may for now`);
    }
    const answer = await takeLease(services, { ...request, wantedBytes: allowed });
    if ("lease" in answer) leased = answer.lease.bytes;
    holders.leased(peer.identity, question.subAccountId);
    return answer;
  } finally {
    budgets.returnUnused(nodeName, allowed - leased);
  }
}
