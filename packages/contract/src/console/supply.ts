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
    id: z.string().describe("The exit's id."),
    ip: z.string().describe("The address that targets see."),
    kind: z.string().describe("`local`, `http` or `socks5`."),
    host: z.string().describe("What is bound, or the upstream proxy's address."),
    port: z.int().describe("The upstream proxy's port; 0 for a local exit."),
    product: z.string().describe("`pool`, `static`, `short` or `unlimited`."),
    country: z.string().describe("ISO 3166 code."),
    city: z.string().describe("The city."),
    isp: z.string().describe("The network's name."),
    asn: z.int().describe("The network's number."),
    provenance: z.string().describe("Whose address it is and how it came here."),
    node: z.string().describe("The node that has it; empty: every node, or (a local one) none."),
    claimedBy: z
      .array(z.string())
      .describe("Other nodes that say that they have its address; exitMove decides."),
    state: z
      .enum(exitStates)
      .describe("`ready`: in use for all; `unowned`: no node has it, and it is not offered."),
    restsUntil: at.nullable().describe("Until when it rests."),
    latencyMs: z.int().nullable().describe("The last measurement; null where none."),
    failures: z.int().describe("Failures in a row."),
    offlineSince: at.nullable().describe("Since when gateways cannot connect through it."),
    holder: z
      .object({
        accountId: z.string().describe("The customer."),
        email: z.string().nullable().describe("Their e-mail."),
      })
      .nullable()
      .describe("Who has it, of those sold one by one."),
    createdAt: at.describe("When it came."),
    retiredAt: at.nullable().describe("When it was retired."),
  })
  .meta({ id: "ListedExit" });

export const exitList = consoleCall({
  path: "/console/v1/exitList",
  access,
  summary: "Exits, by address.",
  question: {
    ...paging,
    search: search.describe("Part of address, host, network or provenance."),
    product: optional(text(20)).describe("Only of this product."),
    country: optional(text(2)).describe("Only of this country."),
    node: optional(text(40)).describe("Only of this node."),
    state: optional(z.enum([...exitStates, "claimed"], "badField")).describe(
      "Only in this state; `claimed`: those that another node claims, or that their node lost. Without it all that are not retired.",
    ),
  },
  answer: paged(listedExit),
});

export const stock = consoleCall({
  path: "/console/v1/stock",
  access,
  summary: "How many exits there are by product and country, and regions of unlimited plans.",
  answer: {
    exits: z
      .array(
        z.object({
          product: z.string().describe("The product."),
          country: z.string().describe("ISO 3166 code."),
          total: z.int().describe("Not retired."),
          offline: z.int().describe("Gateways cannot use them."),
          free: z.int().describe("Nobody has them."),
          taken: z.int().describe("Somebody has them."),
          resting: z.int().describe("They rest."),
          latencyMs: z.int().nullable().describe("The median of what was measured."),
        }),
      )
      .describe("Stock."),
    regions: z
      .array(
        z.object({
          region: z.string().describe("The region."),
          mostPorts: z.int().describe("How many ports may be sold."),
          soldPorts: z.int().describe("How many are."),
          freePorts: z.int().describe("How many can be ordered now."),
          mostMbps: z.int().describe("How many Mbps may be sold."),
          soldMbps: z.int().describe("How many are."),
          freeMbps: z.int().describe("How many can be ordered now."),
          exits: z.int().describe("Exits behind it."),
        }),
      )
      .describe("Regions."),
  },
});

export const regionSet = consoleAct({
  path: "/console/v1/regionSet",
  access: "exits.write",
  summary: "Sets how much of unlimited plans may be sold in a region.",
  question: {
    region: requiredText(40).describe("The region."),
    ports: optional(integer(0, 1_000_000_000)).describe("Ports at most."),
    mbps: optional(integer(0, 1_000_000_000)).describe("Mbps at most."),
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
  summary: "What an import would change, and lines that do not fit; nothing is changed.",
  question: { csv },
  answer: {
    added: z.int().describe("Exits that would be added."),
    changed: z
      .array(
        z.object({
          ip: z.string().describe("The address."),
          product: z.string().describe("The product."),
          fields: z.array(z.string()).describe("What would change."),
        }),
      )
      .describe("Exits that would change; the first 200."),
    changedCount: z.int().describe("How many would change."),
    unchanged: z.int().describe("Exits that are there already as they are listed."),
    errors: z
      .array(
        z.object({
          line: z.int().nullable().describe("The line, from 1; null where it is the whole file."),
          message: z.string().describe("What does not fit."),
        }),
      )
      .describe("The first 200; with any of them nothing can be imported."),
    errorCount: z.int().describe("How many there are."),
  },
});

export const exitImport = consoleAct({
  path: "/console/v1/exitImport",
  access: "exits.write",
  summary: "Imports exits, all or none; gateways use them at once.",
  question: { csv, reason },
  answer: {
    added: z.int().describe("How many were added."),
    changed: z.int().describe("How many changed."),
  },
  refusals: ["actRefused"],
});

const ids = list(1_000).describe("The exits' ids, 1,000 at most.");

export const exitRetire = consoleAct({
  path: "/console/v1/exitRetire",
  access: "exits.write",
  summary: "Takes exits out of service permanently, in all products of their addresses.",
  question: { ids, reason },
  answer: {
    retired: z.int().describe("How many were retired."),
    taken: z.int().describe("Of them, those that a customer has: they may replace them."),
  },
  refusals: ["exitNotFound"],
});

export const exitMove = consoleAct({
  path: "/console/v1/exitMove",
  access: "exits.write",
  summary: "Gives exits to another node.",
  question: {
    ids,
    node: optional(text(40)).describe("The node's name; absent: as for a new exit."),
    reason,
  },
  answer: { moved: z.int().describe("How many were moved.") },
  refusals: ["exitNotFound", "nodeNotFound"],
});

export const exitRest = consoleAct({
  path: "/console/v1/exitRest",
  access: "exits.write",
  summary: "Offers exits that are sold one by one to nobody for some hours, or (0) again at once.",
  question: { ids, hours: integer(0, 8_760).describe("For how many hours."), reason },
  answer: { changed: z.int().describe("How many rest, or are offered again.") },
  refusals: ["exitNotFound"],
});

export const nodeList = consoleCall({
  path: "/console/v1/nodeList",
  access,
  summary: "The machines that gateways run on.",
  answer: { items: z.array(listedNode).describe("All of them.") },
});

const joined = {
  id: z.string().describe("The node's id."),
  join: secret(z.string().describe("The line that the machine joins with, once, within 24 hours.")),
};

export const nodeAdd = consoleAct({
  path: "/console/v1/nodeAdd",
  access: "nodes.write",
  summary: "Adds a machine; answers the line that it joins with.",
  question: {
    name,
    region: requiredText(40).describe("Its region."),
    host: requiredText(253).describe("The host that customers connect to."),
    relay: optional(text(260)).describe("`HOST:PORT` in front of it."),
    leaseSeconds: optional(integer(60, 300)).describe(
      "How long a lease lasts there; 300 by default.",
    ),
  },
  answer: joined,
  refusals: ["badField", "nodeTaken"],
});

export const nodeRejoin = consoleAct({
  path: "/console/v1/nodeRejoin",
  access: "nodes.write",
  summary: "Makes a new line for a machine that lost its key or was retired.",
  question: { name, reason },
  answer: joined,
  refusals: ["nodeNotFound"],
});

export const nodeDrain = consoleAct({
  path: "/console/v1/nodeDrain",
  access: "nodes.write",
  summary: "Offers a machine to no new customer, or again; whoever uses it goes on.",
  question: { name, drain: flag().describe("1 drains, 0 offers it again."), reason },
  answer: { state: z.string().describe("The node's state.") },
  refusals: ["nodeNotFound"],
});

export const nodeRetire = consoleAct({
  path: "/console/v1/nodeRetire",
  access: "nodes.write",
  summary: "Refuses a machine from now on: its tunnels end, and what it has on lease is settled.",
  question: { name, reason },
  answer: { settled: z.int().describe("Leases that were settled.") },
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
