/** `node …`: the machines that gateways run on (spec/nodes). */
import { farLeaseSeconds, leaseSeconds } from "@turnpike/rules/lease.ts";
import {
  isHostName,
  isNodeName,
  isRegionCode,
  isWorkerUp,
  localNode,
  nodeState,
} from "@turnpike/rules/node.ts";
import { newJoinLine } from "../../inventory/node/join.ts";
import {
  allNodes,
  factsOf,
  insertNode,
  nodeByName,
  type NodeRow,
  type NodeWithWorkers,
  setDraining,
  setJoinLine,
  setRetired,
} from "../../inventory/node/store.ts";
import type { Services } from "../../platform/services.ts";
import { settleNode } from "../../products/lease/settle-node.ts";
import { type Command, type CommandResult, UsageError } from "./command.ts";
import { table } from "./table.ts";

/** What `node list` says of a node. */
function lineOf({ node, workers }: NodeWithWorkers, now: number) {
  const facts = factsOf({ node, workers });
  const up = workers.filter((_, at) => facts.workers[at] && isWorkerUp(facts.workers[at], now));
  const shown = up.length > 0 ? up : workers;
  const skews = up.map((one) => one.skew_ms).sort((a, b) => Math.abs(b) - Math.abs(a));
  const seen = workers.map((one) => one.seen_at.getTime());
  return {
    id: node.id,
    name: node.name,
    region: node.region,
    host: node.host,
    relay: node.relay,
    leaseSeconds: node.lease_seconds,
    state: nodeState(facts, now),
    workers: up.length,
    version: shown.map((one) => one.version).sort()[0] ?? null,
    skewMs: skews[0] ?? null,
    lastSeenAt: seen.length > 0 ? new Date(Math.max(...seen)) : null,
  };
}

const columns = [
  "name",
  "region",
  "host",
  "state",
  "workers",
  "version",
  "skewMs",
  "lastSeenAt",
] as const;

const list: Command = {
  name: "node list",
  args: "",
  help: "List the machines that gateways run on, with their state",
  run: async ({ services }) => {
    // Connections are recorded by the database's clock; the lab may have moved the product's.
    const json = (await allNodes(services.db)).map((each) => lineOf(each, Date.now()));
    return { ok: true, text: table(json, { none: "", columns: [...columns] }), json };
  },
};

/** `host:port`. */
const isRelay = (text: string) => {
  const [, host = "", port] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  return isHostName(host) && Number(port) >= 1 && Number(port) <= 65_535;
};

/** `--lease-seconds`. @throws UsageError */
function leaseSecondsOf(text: string | boolean | undefined): number {
  if (text === undefined) return farLeaseSeconds;
  const seconds = /^\d{1,3}$/.test(String(text)) ? Number(text) : 0;
  if (seconds < leaseSeconds || seconds > farLeaseSeconds)
    throw new UsageError(`--lease-seconds is ${leaseSeconds} to ${farLeaseSeconds}`);
  return seconds;
}

const add: Command = {
  name: "node add",
  args: "NAME --region REGION --host HOST [--relay HOST:PORT] [--lease-seconds 60-300]",
  help: "Add a machine for gateways, and print the line that it joins with: once, within 24 hours",
  run: async ({ services, args: [name = ""], options }) => {
    const { region = "", host = "", relay } = options;
    const lease_seconds = leaseSecondsOf(options["lease-seconds"]);
    if (!isNodeName(name))
      throw new UsageError("NAME is lower-case letters, digits and dashes, 40 at most");
    if (!isRegionCode(String(region))) throw new UsageError("--region REGION is required");
    if (!isHostName(String(host))) throw new UsageError("--host HOST is a host name or address");
    if (relay !== undefined && !isRelay(String(relay)))
      throw new UsageError("--relay is HOST:PORT");
    const { line, stored } = newJoinLine(services);
    const id = await insertNode(services.db, {
      name,
      region: String(region),
      host: String(host),
      relay: relay === undefined ? null : String(relay),
      lease_seconds,
      ...stored,
    });
    if (id === null) throw new Error(`there is a node named ${name} already`);
    return joinWith(line, id);
  },
};

function joinWith(line: string, id: string): CommandResult {
  return { ok: true, text: `TURNPIKE_JOIN=${line}`, json: { join: line, id } };
}

const rejoin: Command = {
  name: "node rejoin",
  args: "NAME",
  help: "Print a new line for a machine that lost its key or was retired",
  run: async ({ services, args: [name = ""] }) => {
    const node = await remoteNode(services, name);
    const { line, stored } = newJoinLine(services);
    await setJoinLine(services.db, node.id, stored);
    return joinWith(line, node.id);
  },
};

const retire: Command = {
  name: "node retire",
  args: "NAME",
  help: "Refuse a machine from now on: its tunnels end, and what it has on lease is settled",
  run: async ({ services, args: [name = ""] }) => {
    const node = await remoteNode(services, name);
    await setRetired(services.db, node.id, new Date(services.world.now()));
    const settled = await settleNode(services, name);
    const text = `${name} is retired; leases settled: ${settled}`;
    return { ok: true, text, json: { id: node.id, name, state: "retired", settled } };
  },
};

/** @throws Error where there is none of the name, or it is the API's own machine */
async function remoteNode({ db }: Services, name: string): Promise<NodeRow> {
  if (name === localNode) throw new Error(`${localNode} is the API's own machine`);
  const node = await nodeByName(db, name);
  if (node === null) throw new Error(`no node named ${name}`);
  return node;
}

const draining = (word: "drain" | "undrain"): Command => ({
  name: `node ${word}`,
  args: "NAME",
  help:
    word === "drain"
      ? "Offer a machine to no new customer; whoever uses it goes on"
      : "Offer a drained machine again",
  run: async ({ services, args: [name = ""] }) => {
    if (!(await setDraining(services.db, name, word === "drain")))
      throw new Error(`no node named ${name}, or it is retired`);
    const each = (await allNodes(services.db)).find(({ node }) => node.name === name);
    const json = each && lineOf(each, Date.now());
    return { ok: true, text: `${name} is ${json?.state ?? ""}`, json };
  },
});

export const nodeCommands: Command[] = [
  add,
  list,
  draining("drain"),
  draining("undrain"),
  retire,
  rejoin,
];
