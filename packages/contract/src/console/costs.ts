/** Costs of upstreams and exits, and the margin on sales (spec/console#margin). */
import { costScopes } from "@turnpike/rules/margin.ts";
import { z } from "zod";
import { at, bytes, cents, integer, requiredText } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { day, reason } from "./fields.ts";

const micros = integer(0, 1_000_000_000_000);

const named = {
  scope: z
    .enum(costScopes, "badField")
    .describe(
      "The kind of thing that is priced. An exit's own price is used before those of its upstream and provenance.",
    ),
  name: requiredText(300).describe("The exit's address, the upstream's host, or the provenance."),
  from: day.describe("The first day (UTC) of the price."),
};

export const exitCost = z
  .object({
    scope: z.enum(costScopes).describe("The kind of thing that is priced."),
    name: z.string().describe("The exit's address, the upstream's host, or the provenance."),
    from: z.string().describe("The first day (UTC) of the price."),
    perGbMicros: z.int().describe("The price of a GB, in millionths of the currency."),
    perIpMonthMicros: z
      .int()
      .describe("The price of an address a month, in millionths of the currency."),
    createdAt: at.describe("The time it was set."),
    createdBy: z.string().describe("The author: a staff member's e-mail address, or `cli`."),
  })
  .meta({ id: "ExitCost" });

export const costList = consoleCall({
  path: "/console/v1/costList",
  access: "money.read",
  summary: "Lists the prices of upstreams and exits.",
  response: { items: z.array(exitCost).describe("All prices; those of one thing newest first.") },
});

export const costSet = consoleAct({
  path: "/console/v1/costSet",
  access: "costs.write",
  summary: "Sets the prices of a GB and of an address a month, from a day on.",
  request: {
    ...named,
    perGbMicros: micros.default(0).describe("The price of a GB, in millionths of the currency."),
    perIpMonthMicros: micros
      .default(0)
      .describe("The price of an address a month, in millionths of the currency."),
    reason,
  },
  response: { cost: exitCost.describe("The price.") },
  refusals: ["actRefused"],
});

export const costRemove = consoleAct({
  path: "/console/v1/costRemove",
  access: "costs.write",
  summary: "Removes a price, as if it had never been set.",
  request: { ...named, reason },
  response: { cost: exitCost.describe("The price that was removed.") },
  refusals: ["notFound"],
});

const sums = {
  bytes: bytes.describe("The traffic of its exits."),
  revenueCents: cents.describe("Sales less refunds."),
  costCents: cents.describe("The cost of its exits."),
  marginCents: cents.describe("Sales less costs."),
  unpriced: z
    .int()
    .describe("The number of its exits without a price: their cost is not included."),
};

export const margin = consoleCall({
  path: "/console/v1/margin",
  access: "money.read",
  summary:
    "Returns sales less the cost of exits, by product, country, exit, upstream or pool; 400 days at most.",
  request: {
    from: day.describe("The first day (UTC)."),
    to: day.describe("The last day (UTC), included."),
    by: z
      .enum(["product", "country", "exit", "upstream", "pool"], "badField")
      .default("product")
      .describe("The grouping."),
  },
  response: {
    items: z
      .array(
        z.object({
          group: z
            .string()
            .describe(
              "The product's kind, the country, the address, or the name of the upstream or pool; empty if it has none.",
            ),
          ...sums,
        }),
      )
      .describe("One row for each group, the largest first."),
    leftOut: z.int().describe("The number of rows beyond 2,000; they are included in the total."),
    total: z.object(sums).describe("The sums."),
  },
  refusals: ["badField"],
});

export const consoleCostCalls = { costList, costSet, costRemove, margin };
