/** Lists of domains that are refused (spec/operator#target-policy). */
import { z } from "zod";
import { at, flag, optional, requiredText } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason } from "./fields.ts";

const write = "policies.write";
const name = requiredText(40).describe("The list's name: letters a-z, digits and `-`.");

const listed = {
  name: z.string().describe("The list's name."),
  names: z.int().describe("How many different names it has."),
  pools: z
    .array(z.string())
    .nullable()
    .describe("Pools and products in which it is refused; null for all, empty for none."),
  exceptApproved: z.boolean().describe("True if accounts with an approved identity may go there."),
  leftOut: z.int().describe("How many lines of its file could not be used."),
  importedAt: at.describe("The time it was imported."),
};
export const targetPolicy = z.object(listed).meta({ id: "ConsoleTargetPolicy" });

export const policyList = consoleCall({
  path: "/console/v1/policyList",
  access: "targets.read",
  summary: "Lists the lists of domains that are refused.",
  response: { items: z.array(targetPolicy).describe("The lists.") },
});

export const policyImport = consoleAct({
  path: "/console/v1/policyImport",
  access: write,
  summary:
    "Imports a list of domains in place of an earlier one of that name; a new one is refused nowhere yet.",
  request: {
    name,
    text: requiredText(4_000_000).describe(
      "Plain names, a hosts file or `||domain^` lines. Longer lists: the command `policy import`.",
    ),
    reason,
  },
  response: {
    ...listed,
    lines: z.int().describe("How many lines the text has."),
    leftOutLines: z
      .array(
        z.object({
          line: z.int().describe("The line's number, from 1 on."),
          text: z.string().describe("The line's beginning."),
          why: z.string().describe("Why it could not be used."),
        }),
      )
      .describe("The first lines that could not be used."),
  },
  refusals: ["badField", "actRefused"],
});

export const policySet = consoleAct({
  path: "/console/v1/policySet",
  access: write,
  summary: "Sets in which pools a list is refused, and whom it spares.",
  request: {
    name,
    everywhere: optional(flag()).describe("1: in all pools and products; `pools` is ignored."),
    pools: optional(z.array(z.string().max(40), "badField").max(60, "badField")).describe(
      "Pools, and products (`ip`, `static`, `short`, `port`, `bandwidth`); empty for none.",
    ),
    exceptApproved: optional(flag()).describe("1 to spare accounts with an approved identity."),
    reason,
  },
  response: listed,
  refusals: ["badField", "notFound"],
});

export const policyRemove = consoleAct({
  path: "/console/v1/policyRemove",
  access: write,
  summary: "Removes a list: its names are reachable again.",
  request: { name, reason },
  refusals: ["notFound"],
});

export const consolePolicyCalls = { policyList, policyImport, policySet, policyRemove };
