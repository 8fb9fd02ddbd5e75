/** Selects the resources and changes a node receives: its own, and those that belong to no node. */
import type { Fact } from "@turnpike/contract/data-plane.ts";
import { type Owned, projectToNode } from "@turnpike/rules/ownership.ts";
import type { ResourceRef } from "../../platform/changes/store.ts";

export interface OwnedChanges {
  upserts: Owned<Fact>[];
  deletes: ResourceRef[];
}

/** Changes as one node receives them; what now belongs to another node is dropped. */
export function changesFor(
  nodeId: string,
  { upserts, deletes }: OwnedChanges,
): { puts: Fact[]; drops: ResourceRef[] } {
  const { own, others } = projectToNode<Fact>(nodeId, upserts);
  return { puts: own, drops: [...deletes, ...others.map(({ kind, id }) => ({ kind, id }))] };
}

/** Resources as one node receives them. */
export const resourcesFor = (nodeId: string, resources: Owned<Fact>[]): Fact[] =>
  projectToNode<Fact>(nodeId, resources).own;
