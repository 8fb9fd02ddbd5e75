/**
 * Ownership of resources: which node owns an exit, and which resources each node is sent
 * (spec/nodes#ownership).
 */

/** The properties of an exit that determine its owner. */
export interface OwnableExit {
  how: "local" | "http" | "socks5";
  product: string;
  lab: boolean;
}

/**
 * Returns whether an exit belongs to a single node: it is an address of that node's machine, or is
 * sold with a listener there. Every node has the lab's exits and can reach upstream proxies.
 */
export function needsOwner({ how, product, lab }: OwnableExit): boolean {
  return !lab && (how === "local" || product === "static" || product === "short");
}

export interface OwnerQuestion {
  /** The node configured by the operator; null if none is. */
  named: string | null;
  /** The current owner. */
  current: string | null;
  /** The provider's only node; null if there are several. */
  only: string | null;
  /** The nodes whose machine has the address. */
  having: readonly string[];
}

/**
 * Returns the owner of an exit that needs one: the configured node, or one whose machine has the
 * address. The current owner keeps it while its machine has the address, and while no machine has:
 * so no node takes another's exit by claiming its address. Null: no owner, not offered.
 */
export function ownerOf({ named, current, only, having }: OwnerQuestion): string | null {
  if (named !== null) return named;
  if (current !== null && (having.length === 0 || having.includes(current))) return current;
  return [...having].sort()[0] ?? only;
}

/**
 * A resource with its owner: a node's id; null if no node may have it (yet); absent if every node
 * has it. `relay` is sent to other nodes in its place if they reach it through its owner.
 */
export type Owned<F> = F & { owner?: string | null; relay?: F };

/**
 * Returns the resources that a node is sent: its own and those of every node, without the owner.
 * `others` belong to other nodes or to none: a node that has one must drop it.
 */
export function projectToNode<F extends object>(
  nodeId: string,
  resources: readonly Owned<F>[],
): { own: F[]; others: F[] } {
  const own: F[] = [];
  const others: F[] = [];
  for (const { owner, relay, ...resource } of resources) {
    if (owner === undefined || owner === nodeId) own.push(resource as unknown as F);
    else if (relay !== undefined) own.push(relay);
    else others.push(resource as unknown as F);
  }
  return { own, others };
}
