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
    .describe("What the price is of; an exit's own counts before its upstream's and provenance's."),
  name: requiredText(300).describe("The exit's address, the upstream's host, or the provenance."),
  from: day.describe("The first UTC day on which it holds."),
};

export const exitCost = z
  .object({
    scope: z.enum(costScopes).describe("What the price is of."),
    name: z.string().describe("The exit's address, the upstream's host, or the provenance."),
    from: z.string().describe("The first UTC day on which it holds."),
    perGbMicros: z.int().describe("What a GB costs, in millionths of a dollar."),
    perIpMonthMicros: z.int().describe("What an address costs a month, in millionths of a dollar."),
    createdAt: at.describe("When it was set."),
    createdBy: z.string().describe("Who set it: an address of the staff, or `cli`."),
  })
  .meta({ id: "ExitCost" });

export const costList = consoleCall({
  path: "/console/v1/costList",
  access: "money.read",
  summary: "What upstreams and exits cost.",
  answer: { items: z.array(exitCost).describe("All prices; of one thing the newest first.") },
});

export const costSet = consoleAct({
  path: "/console/v1/costSet",
  access: "costs.write",
  summary: "Sets what a GB and an address a month cost, from a day on.",
  question: {
    ...named,
    perGbMicros: micros.default(0).describe("What a GB costs, in millionths of a dollar."),
    perIpMonthMicros: micros
      .default(0)
      .describe("What an address costs a month, in millionths of a dollar."),
    reason,
  },
  answer: { cost: exitCost.describe("The price.") },
  refusals: ["actRefused"],
});

export const costRemove = consoleAct({
  path: "/console/v1/costRemove",
  access: "costs.write",
  summary: "Removes a price, as if it had never been set.",
  question: { ...named, reason },
  refusals: ["notFound"],
});

const sums = {
  bytes: bytes.describe("What its exits carried."),
  revenueCents: cents.describe("What was sold less refunds."),
  costCents: cents.describe("What its exits cost."),
  marginCents: cents.describe("The difference."),
  unpriced: z.int().describe("Its exits without a price: their cost is not in it."),
};

export const margin = consoleCall({
  path: "/console/v1/margin",
  access: "money.read",
  summary: "What was sold less what exits cost, by product, country or exit; 400 days at most.",
  question: {
    from: day.describe("The first day (UTC)."),
    to: day.describe("The last day, which counts."),
    by: z
      .enum(["product", "country", "exit", "upstream"], "badField")
      .default("product")
      .describe("In which groups."),
  },
  answer: {
    items: z
      .array(
        z.object({
          group: z
            .string()
            .describe("The product's kind, the country or the address; empty: of none."),
          ...sums,
        }),
      )
      .describe("One line for each group, the largest first."),
    leftOut: z.int().describe("Lines beyond 2,000; they are in the total."),
    total: z.object(sums).describe("The sums."),
  },
  refusals: ["badField"],
});

export const consoleCostCalls = { costList, costSet, costRemove, margin };
