/** Decides who a connecting gateway is: its proof, its key and the host that it dialled. */
import { closeCodes, retiredReason } from "@turnpike/contract/node.ts";
import { isLoopback } from "@turnpike/contract/environment-checks.ts";
import type { Identity } from "./link.ts";
import { asProve, productVersion, protocol, type Prove } from "./messages.ts";
import { isProofValid } from "./proof.ts";

export interface NodeKey {
  id: string;
  name: string;
  /** 32 bytes. */
  publicKey: Buffer | null;
  /** Rises whenever the key is revoked or replaced. */
  generation: number;
  retired: boolean;
}

/** Why a connection is closed. */
export interface LinkRefusal {
  code: number;
  reason: string;
}

/** What the hub knows of nodes and of its own addresses. */
export interface Authority {
  /** Returns the node with the id, or null if there is none. */
  nodeOf: (id: string) => Promise<NodeKey | null>;
  /** The hosts that gateways may have dialled, with the port unless it is 443. */
  hosts: string[];
  /** Called when a node proved its key for a host that is not one of them. */
  onOtherHost?: (node: NodeKey, host: string) => void;
}

/** Returns who sent the proof, or why it is refused. `host` is the request's own. */
export async function authenticate(
  message: object,
  { hubNonce, host }: { hubNonce: string; host: string },
  { nodeOf, hosts, onOtherHost }: Authority,
): Promise<Identity | LinkRefusal> {
  const refused = (reason: string) => ({ code: closeCodes.refused, reason });
  const prove = asProve(message);
  if (prove === null) return refused("the proof is malformed");
  if (prove.protocol < protocol.oldest || prove.protocol > protocol.newest) {
    const reason = `protocol ${prove.protocol}: this API needs version ${productVersion}`;
    return { code: closeCodes.tooOld, reason };
  }
  const node = isUuid(prove.node) ? await nodeOf(prove.node) : null;
  if (node?.publicKey == null) return refused(node?.retired ? retiredReason : "node is unknown");
  if (!isSigned(prove, hubNonce, node.publicKey)) return refused("the proof is wrong");
  if (node.retired) return refused(retiredReason);
  if (!hosts.includes(prove.host) && !isSameLoopback(prove.host, host)) {
    onOtherHost?.(node, prove.host);
    return refused(
      `${prove.host} is neither PUBLIC_URL's host nor one of LINK_HOSTS`.slice(0, 120),
    );
  }
  const { worker, epoch, version, protocol: spoken } = prove;
  const { id: nodeId, name: nodeName, generation } = node;
  return { nodeId, nodeName, generation, worker, epoch, version, protocol: spoken };
}

/**
 * Whether a gateway dialled this host at a loopback address. It did so on its own machine, where no
 * other host can be in between.
 */
function isSameLoopback(dialled: string, requested: string): boolean {
  if (dialled !== requested || !URL.canParse(`ws://${dialled}`)) return false;
  return isLoopback(new URL(`ws://${dialled}`).hostname.replace(/^\[|\]$/g, ""));
}

function isSigned(prove: Prove["prove"], hubNonce: string, publicKey: Buffer): boolean {
  const { nonce, node, worker, epoch, host } = prove;
  return isProofValid({ hubNonce, nonce, node, worker, epoch, host }, prove.signature, publicKey);
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
