/**
 * What belongs to which node: who has an exit, and what a node is sent of the provider's resources
 * (spec/nodes#ownership).
 */

/** An exit as far as its owner depends on it. */
export interface OwnableExit {
  how: "local" | "http" | "socks5";
  product: string;
  lab: boolean;
}

/**
 * Whether the exit belongs to one node: it is an address of that node's machine, or it is sold with a
 * listener at such an address. Every node has the lab's exits, and reaches upstream proxies.
 */
export function needsOwner({ how, product, lab }: OwnableExit): boolean {
  return !lab && (how === "local" || product === "static" || product === "short");
}

export interface OwnerQuestion {
  /** The node that the operator's list names; null where it names none. */
  named: string | null;
  /** The node that has it now. */
  current: string | null;
  /** The provider's only node; null where there are several. */
  only: string | null;
  /** The nodes whose machine has the address. */
  having: readonly string[];
}

/**
 * The node that has an exit which needs one: the one that is named, else one whose machine has the
 * address. Who has it keeps it while its machine has the address, and while nobody's has: so no node
 * takes another's exit by claiming its address. Null: nobody has it, and it is not offered.
 */
export function ownerOf({ named, current, only, having }: OwnerQuestion): string | null {
  if (named !== null) return named;
  if (current !== null && (having.length === 0 || having.includes(current))) return current;
  return [...having].sort()[0] ?? only;
}

/**
 * A resource with its owner: a node's id; null where nobody may have it (yet); absent where every node
 * has it. `relay` is what other nodes are sent in its place, where they reach it through its owner.
 */
export type Owned<F> = F & { owner?: string | null; relay?: F };

/**
 * What a node is sent of resources: its own ones and those of every node, without the owner's name.
 * `others` are somebody else's or nobody's: a node that had one has it no longer.
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
