/** Calls of the console that import what another program had (docs/moving-in.md). */
import { importKinds } from "@turnpike/rules/import-kind.ts";
import { z } from "zod";
import { requiredText } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason } from "./fields.ts";

const access = "grants.write";
const question = {
  kind: z.enum(importKinds, "badField").describe("What the file lists."),
  csv: requiredText(4_000_000).describe(
    "The file: the first line names the columns (docs/moving-in.md).",
  ),
};
const totals = {
  kind: z.enum(importKinds).describe("What the file lists."),
  lines: z.int().describe("The number of lines."),
  invited: z.int().describe("Customers without a password, who are invited by mail."),
  walletCents: z.int().describe("Money in wallets, in cents."),
  trafficBytes: z.int().describe("Traffic in bytes: of customers, or allotted to sub-accounts."),
  ips: z.int().describe("Addresses that may still be opened."),
  notes: z
    .array(
      z.object({
        line: z.int().describe("The line, from 1."),
        text: z.string().describe("What to look at."),
      }),
    )
    .describe("Lines that a person should look at; they stop nothing. The first 20."),
  noteCount: z.int().describe("The number of such lines."),
};

export const importPreview = consoleCall({
  path: "/console/v1/importPreview",
  access,
  summary:
    "Says what a file of another program would bring, and refuses it if a line does not fit. Changes nothing.",
  request: question,
  response: totals,
  refusals: ["actRefused"],
});

export const importApply = consoleAct({
  path: "/console/v1/importApply",
  access,
  fresh: true,
  summary: "Imports customers, sub-accounts or static IPs of another program, all lines or none.",
  request: { ...question, reason },
  response: totals,
  refusals: ["actRefused"],
});

export const consoleImportCalls = { importPreview, importApply };
