/**
 * Selects the resources and changes a gateway receives: its node's own and those that belong to no
 * node, with passwords in the form that it knows.
 */
import type { Fact } from "@turnpike/contract/data-plane.ts";
import { type Identity } from "@turnpike/link/link.ts";
import { slowVerifiersSince } from "@turnpike/link/messages.ts";
import { projectToNode } from "@turnpike/rules/ownership.ts";
import type { ResourceRef } from "../../platform/changes/store.ts";
import type { WithSlowForm } from "../../products/proxy-password/slow-verifiers.ts";

export interface OwnedChanges {
  upserts: WithSlowForm[];
  deletes: ResourceRef[];
}

/** What decides what a gateway receives; all with the same `key` receive the same. */
export interface Receiver {
  key: string;
  nodeId: string;
  /** That of its key: passwords for relays are bound to it. */
  generation: number;
  /** Whether it knows slow verifiers: the previous release knows fast ones alone. */
  slow: boolean;
}

export function receiverOf(
  identity: Pick<Identity, "nodeId" | "generation" | "protocol">,
): Receiver {
  const { nodeId, generation, protocol } = identity;
  const slow = protocol >= slowVerifiersSince;
  return { key: `${nodeId} ${generation} ${slow ? "slow" : "fast"}`, nodeId, generation, slow };
}

/** Changes as one gateway receives them; what now belongs to another node is dropped. */
export function changesFor(
  receiver: Receiver,
  { upserts, deletes }: OwnedChanges,
): { puts: Fact[]; drops: ResourceRef[] } {
  const { own, others } = projectToNode(receiver, upserts.map(formFor(receiver)));
  return { puts: own, drops: [...deletes, ...others.map(({ kind, id }) => ({ kind, id }))] };
}

/** Resources as one gateway receives them. */
export const resourcesFor = (receiver: Receiver, resources: WithSlowForm[]): Fact[] =>
  projectToNode(receiver, resources.map(formFor(receiver))).own;

/** A fact with its password in the form that the gateway knows. */
function formFor({ slow }: Receiver) {
  return ({ slowForm, ...fact }: WithSlowForm): Fact => {
    if (!slow || slowForm === undefined) return fact;
    if (fact.kind === "openedIp")
      return { ...fact, login: fact.login && { ...fact.login, ...slowForm } };
    return { ...fact, ...slowForm } as Fact;
  };
}
