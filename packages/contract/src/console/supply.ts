/** Exits, regions and machines (spec/console#supply). */
import { z } from "zod";
import { at, flag, integer, list, optional, paged, paging, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason, search } from "./fields.ts";
import { secret } from "../secret.ts";
import { listedNode } from "./listed-node.ts";

const access = "supply.read";
const name = requiredText(40).describe("The node's name.");

export const exitStates = [
  "ready",
  "free",
  "taken",
  "resting",
  "offline",
  "unowned",
  "retired",
] as const;

export const listedExit = z
  .object({
    id: z.string().describe("The exit's ID."),
    ip: z.string().describe("The address that targets see."),
    kind: z.string().describe("`local`, `http` or `socks5`."),
    host: z.string().describe("The bound address, or the upstream proxy's address."),
    port: z.int().describe("The upstream proxy's port; 0 for a local exit."),
    product: z.string().describe("`pool`, `static`, `short` or `unlimited`."),
    country: z.string().describe("ISO 3166-1 alpha-2 code."),
    city: z.string().describe("The city."),
    isp: z.string().describe("The network's name."),
    asn: z.int().describe("The network's number."),
    provenance: z.string().describe("The owner of the address, and its source."),
    node: z
      .string()
      .describe("The node that has it; empty for every node, or for none (a local exit)."),
    claimedBy: z
      .array(z.string())
      .describe("Other nodes that report having its address; `exitMove` decides."),
    state: z
      .enum(exitStates)
      .describe("The state. `ready`: in use; `unowned`: no node has it, and it is not offered."),
    restsUntil: at.nullable().describe("The time until which it is set aside."),
    latencyMs: z.int().nullable().describe("The last measurement; null if there is none."),
    failures: z.int().describe("The number of consecutive failures."),
    offlineSince: at
      .nullable()
      .describe("The time since which gateways cannot connect through it."),
    holder: z
      .object({
        accountId: z.string().describe("The customer."),
        email: z.string().nullable().describe("The customer's e-mail address."),
      })
      .nullable()
      .describe("The customer who has it, for exits that are sold one by one."),
    createdAt: at.describe("The time it was imported."),
    retiredAt: at.nullable().describe("The time it was retired."),
  })
  .meta({ id: "ListedExit" });

export const exitList = consoleCall({
  path: "/console/v1/exitList",
  access,
  summary: "Lists exits, by address.",
  request: {
    ...paging,
    search: search.describe("Part of an address, host, network or provenance."),
    product: optional(text(20)).describe("Only exits of this product."),
    country: optional(text(2)).describe("Only exits in this country."),
    node: optional(text(40)).describe("Only exits of this node."),
    state: optional(z.enum([...exitStates, "claimed"], "badField")).describe(
      "Only exits in this state; `claimed`: those that another node claims, or that their node lost. Without it all that are not retired.",
    ),
  },
  response: paged(listedExit),
});

export const stock = consoleCall({
  path: "/console/v1/stock",
  access,
  summary:
    "Returns the number of exits by product and country, and the stock of regions of unlimited plans.",
  response: {
    exits: z
      .array(
        z.object({
          product: z.string().describe("The product."),
          country: z.string().describe("ISO 3166-1 alpha-2 code."),
          total: z.int().describe("The number that are not retired."),
          offline: z.int().describe("The number that gateways cannot use."),
          free: z.int().describe("The number without a holder."),
          taken: z.int().describe("The number with a holder."),
          resting: z.int().describe("The number set aside."),
          latencyMs: z.int().nullable().describe("The median of the measured latencies."),
        }),
      )
      .describe("Exits by product and country."),
    regions: z
      .array(
        z.object({
          region: z.string().describe("The region."),
          mostPorts: z.int().describe("The number of ports that may be sold."),
          soldPorts: z.int().describe("The number of ports sold."),
          freePorts: z.int().describe("The number of ports that can be ordered now."),
          mostMbps: z.int().describe("The number of Mbps that may be sold."),
          soldMbps: z.int().describe("The number of Mbps sold."),
          freeMbps: z.int().describe("The number of Mbps that can be ordered now."),
          exits: z.int().describe("The number of exits in the region."),
        }),
      )
      .describe("Regions of unlimited plans."),
  },
});

export const regionSet = consoleAct({
  path: "/console/v1/regionSet",
  access: "exits.write",
  summary: "Sets the number of ports and Mbps of unlimited plans that may be sold in a region.",
  request: {
    region: requiredText(40).describe("The region."),
    ports: optional(integer(0, 1_000_000_000)).describe("The largest number of ports."),
    mbps: optional(integer(0, 1_000_000_000)).describe("The largest number of Mbps."),
    reason,
  },
  refusals: ["badRegion", "missingField"],
});

const csv = requiredText(4_000_000).describe(
  "The list of exits: the first line names the columns (docs/operating/exits.md).",
);

export const exitImportPreview = consoleCall({
  path: "/console/v1/exitImportPreview",
  access: "exits.write",
  summary: "Previews an import: the changes, and the lines that do not fit. Changes nothing.",
  request: { csv },
  response: {
    added: z.int().describe("The number of exits that would be added."),
    changed: z
      .array(
        z.object({
          ip: z.string().describe("The address."),
          product: z.string().describe("The product."),
          fields: z.array(z.string()).describe("The changes."),
        }),
      )
      .describe("Exits that would change; the first 200."),
    changedCount: z.int().describe("The number of exits that would change."),
    unchanged: z.int().describe("The number of exits that are already there as listed."),
    errors: z
      .array(
        z.object({
          line: z.int().nullable().describe("The line, from 1; null for the whole file."),
          message: z.string().describe("The fault."),
        }),
      )
      .describe("Faults, the first 200; with any of them nothing can be imported."),
    errorCount: z.int().describe("The number of faults."),
  },
});

export const exitImport = consoleAct({
  path: "/console/v1/exitImport",
  access: "exits.write",
  fresh: true,
  summary: "Imports exits, all or none; gateways use them at once.",
  request: { csv, reason },
  response: {
    added: z.int().describe("The number of exits added."),
    changed: z.int().describe("The number of exits changed."),
  },
  refusals: ["actRefused"],
});

const ids = list(1_000).describe("The exits, by ID; 1,000 at most.");

export const exitRetire = consoleAct({
  path: "/console/v1/exitRetire",
  access: "exits.write",
  summary: "Retires exits permanently, in all products of their addresses.",
  request: { ids, reason },
  response: {
    retired: z.int().describe("The number of exits retired."),
    taken: z
      .int()
      .describe("The number of retired exits that a customer has: they may replace them."),
  },
  refusals: ["exitNotFound"],
});

export const exitMove = consoleAct({
  path: "/console/v1/exitMove",
  access: "exits.write",
  summary: "Moves exits to another node.",
  request: {
    ids,
    node: optional(text(40)).describe("The node's name; absent: chosen as for a new exit."),
    reason,
  },
  response: { moved: z.int().describe("The number of exits moved.") },
  refusals: ["exitNotFound", "nodeNotFound"],
});

export const exitRest = consoleAct({
  path: "/console/v1/exitRest",
  access: "exits.write",
  summary:
    "Sets exits that are sold one by one aside for some hours, or (0) offers them again at once.",
  request: {
    ids,
    hours: integer(0, 8_760).describe("The number of hours; 0 to offer them again at once."),
    reason,
  },
  response: { changed: z.int().describe("The number of exits set aside, or offered again.") },
  refusals: ["exitNotFound"],
});

export const nodeList = consoleCall({
  path: "/console/v1/nodeList",
  access,
  summary: "Lists the nodes: the machines that gateways run on.",
  response: { items: z.array(listedNode).describe("The nodes.") },
});

const joined = {
  id: z.string().describe("The node's ID."),
  join: secret(
    z.string().describe("The line with which the machine joins, once, within 24 hours."),
  ),
};

export const nodeAdd = consoleAct({
  path: "/console/v1/nodeAdd",
  access: "nodes.write",
  fresh: true,
  summary: "Adds a node; returns the line with which its machine joins.",
  request: {
    name,
    region: requiredText(40).describe("The node's region."),
    host: requiredText(253).describe("The host that customers connect to."),
    relay: optional(text(260)).describe("The `HOST:PORT` of its relay."),
    leaseSeconds: optional(integer(60, 300)).describe(
      "The length of a lease, in seconds; 300 by default.",
    ),
  },
  response: joined,
  refusals: ["badField", "nodeTaken"],
});

export const nodeRejoin = consoleAct({
  path: "/console/v1/nodeRejoin",
  access: "nodes.write",
  fresh: true,
  summary: "Creates a new joining line for a machine that lost its key or was retired.",
  request: { name, reason },
  response: joined,
  refusals: ["nodeNotFound"],
});

export const nodeDrain = consoleAct({
  path: "/console/v1/nodeDrain",
  access: "nodes.write",
  summary: "Offers a node to no new customer, or offers it again; present users are not affected.",
  request: { name, drain: flag().describe("1 to drain it, 0 to offer it again."), reason },
  response: { state: z.string().describe("The node's state.") },
  refusals: ["nodeNotFound"],
});

export const nodeRetire = consoleAct({
  path: "/console/v1/nodeRetire",
  access: "nodes.write",
  summary: "Retires a node: its tunnels end, and its leases are settled.",
  request: { name, reason },
  response: {
    id: z.string().describe("The node's ID."),
    settled: z.int().describe("The number of leases settled."),
  },
  refusals: ["nodeNotFound"],
});

export const consoleSupplyCalls = {
  exitList,
  stock,
  regionSet,
  exitImportPreview,
  exitImport,
  exitRetire,
  exitMove,
  exitRest,
  nodeList,
  nodeAdd,
  nodeRejoin,
  nodeDrain,
  nodeRetire,
};
