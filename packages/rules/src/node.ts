/** Names and states of gateway machines (nodes) (spec/nodes). */

/** `joined`: its key is known, but no worker has ever connected. */
export type NodeState = "joined" | "up" | "down" | "draining" | "retired";

/** The gateway on the API's own machine; it connects over a unix socket and has no key. */
export const localNode = "local";
/** Interval of recording that a worker is connected; after `staleMs` it counts as disconnected. */
export const heartbeatMs = 5_000;
const staleMs = 20_000;
/** A larger clock difference from the hub triggers a warning. */
export const maxSkewMs = 2_000;
/** A join line is valid for a day. */
export const joinLifetimeMs = 86_400_000;
/**
 * How long requests to the hub wait for a lost link, or for a hub that is unavailable. Clients are
 * answered within 2.5 s (spec/nodes#resume); the rest is reserve for a busy machine.
 */
export const linkWaitMs = 2_200;

export interface NodeFacts {
  retired: boolean;
  draining: boolean;
  /** Whether the node has joined: its public key is known. */
  joined: boolean;
  workers: { seenAt: number; disconnected: boolean }[];
}

/** Returns whether a worker is connected to any API at `now`, according to the database. */
export function isWorkerUp(worker: NodeFacts["workers"][number], now: number): boolean {
  return !worker.disconnected && now - worker.seenAt < staleMs;
}

/** Returns a node's state at `now`, in milliseconds since 1970 by the database's clock. */
export function nodeState(node: NodeFacts, now: number): NodeState {
  if (node.retired) return "retired";
  if (node.draining) return "draining";
  if (node.workers.some((worker) => isWorkerUp(worker, now))) return "up";
  return node.joined && node.workers.length === 0 ? "joined" : "down";
}

/** Lower-case letters, digits and dashes, at most 40; no dash at the beginning or end. */
export function isNodeName(name: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/.test(name);
}

/** A region's code: lower-case letters, digits and dashes. */
export function isRegionCode(region: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,39}$/.test(region);
}

/** A host name or address, without a port. */
export function isHostName(host: string): boolean {
  return (
    /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(host) || /^[0-9A-Fa-f:.]+$/.test(host)
  );
}

/** Returns the name a worker uses for leases, reports and ports: `NODE-WORKER`. */
export function gatewayName(node: string, worker: number): string {
  return `${node}-${worker}`;
}

/** Returns the node in a gateway's name, or null if the name is invalid. */
export function nodeOfGateway(gateway: string): string | null {
  return /^(.+)-\d{1,2}$/.exec(gateway)?.[1] ?? null;
}
