/** `node …`: gateway machines (spec/nodes). */
import { farLeaseSeconds } from "@turnpike/rules/lease.ts";
import { add as addAct, drain, type JoinResult, nodeFault } from "./acts/nodes.ts";
import { callCommand } from "./call-command.ts";
import { performFromCli, type Command, UsageError } from "./command.ts";
import { nodeLines } from "./read/nodes.ts";
import { table } from "./table.ts";

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
    const json = await nodeLines(services.db);
    return { ok: true, text: table(json, { none: "", columns: [...columns] }), json };
  },
};

/** Parses `--lease-seconds`; NaN if it is not a number. */
const leaseSecondsOf = (text: string | boolean | undefined): number =>
  text === undefined ? farLeaseSeconds : /^\d{1,3}$/.test(String(text)) ? Number(text) : Number.NaN;

const add: Command = {
  name: "node add",
  args: "NAME --region REGION --host HOST [--relay HOST:PORT] [--lease-seconds 60-300]",
  help: "Add a machine for gateways, and print the line that it joins with: once, within 24 hours",
  run: async ({ services, args: [name = ""], options }) => {
    const { region = "", host = "", relay } = options;
    const input = {
      name,
      region: String(region),
      host: String(host),
      relay: relay === undefined ? null : String(relay),
      leaseSeconds: leaseSecondsOf(options["lease-seconds"]),
    };
    const fault = nodeFault(input);
    if (fault !== null) throw new UsageError(fault);
    return { ok: true, ...joinOutput(await performFromCli(services, addAct, input)) };
  },
};

const joinOutput = (json: JoinResult) => ({ text: `TURNPIKE_JOIN=${json.join}`, json });

const rejoin = callCommand({
  call: "nodeRejoin",
  name: "node rejoin",
  args: "NAME",
  help: "Print a new line for a machine that lost its key or was retired",
  words: ["name"],
  show: joinOutput,
});

const retire = callCommand({
  call: "nodeRetire",
  name: "node retire",
  args: "NAME",
  help: "Refuse a machine from now on: its tunnels end, and what it has on lease is settled",
  words: ["name"],
  show: ({ id, settled }, { name }) => ({
    text: `${name} is retired; leases settled: ${settled}`,
    json: { id, name, state: "retired", settled },
  }),
});

const drainCommand = (word: "drain" | "undrain"): Command => ({
  name: `node ${word}`,
  args: "NAME",
  help:
    word === "drain"
      ? "Stop offering a machine to new customers; current ones keep using it"
      : "Offer a drained machine again",
  run: async ({ services, args: [name = ""] }) => {
    const json = await performFromCli(services, drain, { name, drain: word === "drain" });
    return { ok: true, text: `${name} is ${json.state}`, json };
  },
});

export const nodeCommands: Command[] = [
  add,
  list,
  drainCommand("drain"),
  drainCommand("undrain"),
  retire,
  rejoin,
];
