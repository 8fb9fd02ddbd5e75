/** Gateway machines (nodes): names, states (spec/nodes). */

/** `joined`: its key is known, but no worker has connected yet. */
export type NodeState = "joined" | "up" | "down" | "draining" | "retired";

/** The gateway on the API's own machine; it connects over a unix socket and has no key. */
export const localNode = "local";
/** A connected worker is recorded as seen this often; longer ago than `staleMs` it counts as gone. */
export const seenEveryMs = 5_000;
const staleMs = 20_000;
/** A clock that differs by more from the hub's is a warning. */
export const maxSkewMs = 2_000;
/** A join line is valid for a day. */
export const joinLifeMs = 86_400_000;
/**
 * What needs the hub waits this long for a lost link, or for a hub that cannot answer now. A client
 * is answered within 2.5 s (spec/nodes#resume): the rest is for a busy machine.
 */
export const linkWaitMs = 2_200;

export interface NodeFacts {
  retired: boolean;
  draining: boolean;
  /** Whether it has joined: its public key is known. */
  joined: boolean;
  workers: { seenAt: number; disconnected: boolean }[];
}

/** Whether a worker is connected to any API, as far as the database tells at `now`. */
export function isWorkerUp(worker: NodeFacts["workers"][number], now: number): boolean {
  return !worker.disconnected && now - worker.seenAt < staleMs;
}

/** The state of a node at `now`; both times are milliseconds since 1970 by the database's clock. */
export function nodeState(node: NodeFacts, now: number): NodeState {
  if (node.retired) return "retired";
  if (node.draining) return "draining";
  if (node.workers.some((worker) => isWorkerUp(worker, now))) return "up";
  return node.joined && node.workers.length === 0 ? "joined" : "down";
}

/** Lower-case letters, digits and dashes, 40 at most; neither first nor last is a dash. */
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

/** The name under which a worker leases, reports and opens ports: `NODE-WORKER`. */
export function gatewayName(node: string, worker: number): string {
  return `${node}-${worker}`;
}

/** The node in a gateway's name, or null where it is none. */
export function nodeOfGateway(gateway: string): string | null {
  return /^(.+)-\d{1,2}$/.exec(gateway)?.[1] ?? null;
}
