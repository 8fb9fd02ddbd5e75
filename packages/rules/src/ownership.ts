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
  /** The nodes whose machine has the address, as they say. */
  having: readonly string[];
  /** Whether a node's word is enough: the exit is local, has no password and is not sold. */
  claimable: boolean;
}

/**
 * Returns the owner of an exit that needs one: the configured node, or the one that has it, or the
 * provider's only node. Without one of these, a single node that says that it has the address gets
 * it if the exit is claimable. Any other claim is a proposal to the operator, so that no node takes
 * another's exit, and none gets a password, by claiming an address. Null: no owner, not offered.
 */
export function ownerOf(question: OwnerQuestion): string | null {
  const { named, current, only, having, claimable } = question;
  const [first] = having;
  const claimed = claimable && having.length === 1 && first !== undefined ? first : null;
  return named ?? current ?? only ?? claimed;
}

/**
 * A resource with its owner: a node's id; null if no node may have it (yet); absent if every node
 * has it. `relay` returns what another node is sent in its place if it reaches it through its owner.
 */
export type Owned<F> = F & { owner?: string | null; relay?: (asker: NodeKeyRef) => F };

/** A node with the generation of the key that it proved. */
export interface NodeKeyRef {
  nodeId: string;
  generation: number;
}

/**
 * Returns the resources that a node is sent: its own and those of every node, without the owner.
 * `others` belong to other nodes or to none: a node that has one must drop it.
 */
export function projectToNode<F extends object>(
  node: NodeKeyRef,
  resources: readonly Owned<F>[],
): { own: F[]; others: F[] } {
  const own: F[] = [];
  const others: F[] = [];
  for (const { owner, relay, ...resource } of resources) {
    if (owner === undefined || owner === node.nodeId) own.push(resource as unknown as F);
    else if (relay !== undefined) own.push(relay(node));
    else others.push(resource as unknown as F);
  }
  return { own, others };
}
