/** Groups of customers with prices of their own (spec/money#prices-for-some). */
import { z } from "zod";
import { at, optional, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { account, reason } from "./fields.ts";

export const groupPrice = z
  .object({
    sku: z.string().describe("The product's SKU."),
    fromQty: z.int().describe("The smallest quantity of the tier."),
    unitMicros: z.int().describe("The price of one unit, in millionths of the currency."),
  })
  .meta({ id: "ConsoleGroupPrice" });

export const priceGroup = z
  .object({
    name: z.string().describe("The group's name."),
    customers: z.int().describe("The number of customers in it."),
    prices: z.array(groupPrice).describe("The prices that it has of its own."),
    createdAt: at.describe("The time it was added."),
    createdBy: z.string().describe("The author: a staff member's e-mail address, or `cli`."),
  })
  .meta({ id: "ConsolePriceGroup" });

export const groupList = consoleCall({
  path: "/console/v1/groupList",
  access: "shop.read",
  summary: "Lists groups of customers and the prices that they have of their own.",
  response: { items: z.array(priceGroup).describe("The groups, by name; 200 at most.") },
});

export const groupAdd = consoleAct({
  path: "/console/v1/groupAdd",
  access: "shop.write",
  summary: "Adds a group of customers; `priceSet` gives it prices.",
  request: {
    name: requiredText(40).describe("Its name: letters, digits, spaces, and `.`, `_`, `-`."),
    reason,
  },
  response: { group: priceGroup.describe("The group.") },
  refusals: ["badField", "actRefused"],
});

export const customerGroup = consoleAct({
  path: "/console/v1/customerGroup",
  access: "shop.write",
  summary: "Puts a customer into a group, or out of it; it counts from the next order on.",
  request: {
    account,
    group: optional(text(40)).describe("The group; absent: none, and list prices."),
    reason,
  },
  response: {
    id: z.string().describe("The customer's account ID."),
    group: z.string().nullable().describe("The group that the customer is in."),
  },
  refusals: ["accountNotFound", "actRefused", "notFound"],
});

export const consoleGroupCalls = { groupList, groupAdd, customerGroup };
