/** Acts on gateway machines (spec/nodes). */
import { farLeaseSeconds, leaseSeconds } from "@turnpike/rules/lease.ts";
import { isHostName, isNodeName, isRegionCode, localNode } from "@turnpike/rules/node.ts";
import { recordRelayedExits } from "../../../inventory/exit/store/owners.ts";
import { newJoinLine } from "../../../inventory/node/join.ts";
import {
  insertNode,
  nodeByName,
  type NodeRow,
  setDraining,
  setJoinLine,
  setRetired,
} from "../../../inventory/node/store.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { settleNode } from "../../../products/lease/settle-node.ts";
import { nodeLine } from "../read/nodes.ts";
import { defineAct } from "./act.ts";

export interface JoinResult {
  id: string;
  /** The value for the machine's TURNPIKE_JOIN. */
  join: string;
}

/** Whether a text is `host:port`. */
const isRelay = (text: string) => {
  const [, host = "", port] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  return isHostName(host) && Number(port) >= 1 && Number(port) <= 65_535;
};

export interface NewNode {
  name: string;
  region: string;
  host: string;
  relay: string | null;
  /** Duration of leases at this node: 60 to 300. */
  leaseSeconds: number;
}

/** Returns what is wrong with a new node's fields; null if they are valid. */
export function nodeFault(node: NewNode): string | null {
  const { name, region, host, relay, leaseSeconds: seconds } = node;
  if (!isNodeName(name)) return "NAME is lower-case letters, digits and dashes, 40 at most";
  if (!isRegionCode(region)) return "--region REGION is required";
  if (!isHostName(host)) return "--host HOST is a host name or address";
  if (relay !== null && !isRelay(relay)) return "--relay is HOST:PORT";
  const isLeaseTime = seconds >= leaseSeconds && seconds <= farLeaseSeconds;
  return isLeaseTime ? null : `--lease-seconds is ${leaseSeconds} to ${farLeaseSeconds}`;
}

export const add = defineAct<NewNode, JoinResult>({
  action: "node.add",
  run: async (services, tx, given) => {
    const fault = nodeFault(given);
    if (fault !== null) throw new ActRefused(fault, { reason: "badField" });
    const { line, stored } = newJoinLine(services);
    const { leaseSeconds: lease_seconds, ...node } = given;
    const id = await insertNode(tx, { ...node, lease_seconds, ...stored });
    if (id === null)
      throw new ActRefused(`a node named ${given.name} already exists`, { reason: "nodeTaken" });
    return { result: { id, join: line }, subject: given.name, after: given };
  },
});

export const rejoin = defineAct<{ name: string }, JoinResult>({
  action: "node.rejoin",
  run: async (services, tx, { name }) => {
    const node = await remoteNode(tx, name);
    const { line, stored } = newJoinLine(services);
    await setJoinLine(tx, node.id, stored);
    return { result: { id: node.id, join: line }, subject: name };
  },
});

/** Retires a node: its tunnels end, and its leases are settled. */
export const retire = defineAct<{ name: string }, { id: string; settled: number }>({
  action: "node.retire",
  run: async (services, tx, { name }) => {
    const { id, retired_at } = await remoteNode(tx, name);
    await setRetired(tx, id, new Date(services.world.now()));
    await recordRelayedExits(tx, id);
    return {
      result: { id, settled: 0 },
      subject: name,
      before: { retired: retired_at !== null },
      after: { retired: true },
      afterCommit: async () => ({ id, settled: await settleNode(services, name) }),
    };
  },
});

/** Excludes a machine from new sales, or includes it again. */
export const drain = defineAct<
  { name: string; drain: boolean },
  NonNullable<Awaited<ReturnType<typeof nodeLine>>>
>({
  action: "node.drain",
  run: async (_services, tx, { name, drain: draining }) => {
    const before = await nodeLine(tx, name);
    if (!(await setDraining(tx, name, draining)))
      throw new ActRefused(`no node named ${name}, or it is retired`, { reason: "nodeNotFound" });
    const line = await nodeLine(tx, name);
    if (!line) throw new Error(`the node ${name} is gone`);
    return { result: line, subject: name, before: { state: before?.state }, after: { draining } };
  },
});

/** @throws ActRefused if there is no node with this name, or it is the API's own machine */
async function remoteNode(tx: Tx, name: string): Promise<NodeRow> {
  if (name === localNode) throw new ActRefused(`${localNode} is the API's own machine`);
  const node = await nodeByName(tx, name);
  if (node === null) throw new ActRefused(`no node named ${name}`, { reason: "nodeNotFound" });
  return node;
}
