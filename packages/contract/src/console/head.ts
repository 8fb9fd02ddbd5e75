/** The snippet for the head of pages (spec/brand#head-snippet). */
import { maxOrigins, maxSnippet } from "@turnpike/rules/head-snippet.ts";
import { z } from "zod";
import { flag, requiredText } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason, seen, version } from "./fields.ts";

const access = "brand.write";

const answer = {
  html: z.string().describe("The snippet; empty if there is none."),
  origins: z.array(z.string()).describe("The origins that the pages let in for it."),
  consent: z.boolean().describe("True if it runs only after a visitor agreed."),
};

export const headShow = consoleCall({
  path: "/console/v1/headShow",
  access,
  summary: "Returns the snippet in the head of customers' pages.",
  response: { ...answer, version },
});

export const headSet = consoleAct({
  path: "/console/v1/headSet",
  access,
  fresh: true,
  summary: "Sets the snippet in the head of customers' pages, such as statistics or a chat.",
  request: {
    html: requiredText(maxSnippet).describe("The snippet: `<script>`, `<link>` and `<meta>`."),
    origins: z
      .array(z.string().max(300), "badField")
      .max(maxOrigins, "badField")
      .describe("The origins that the pages let in for it: scheme, host and port."),
    consent: flag().default(false).describe("1 to run it only after a visitor agreed."),
    seen,
    reason,
  },
  response: answer,
  refusals: ["badField", "changedMeanwhile"],
});

export const headReset = consoleAct({
  path: "/console/v1/headReset",
  access,
  summary: "Removes the snippet: pages load nothing of others again.",
  request: { reason },
  response: answer,
});

export const consoleHeadCalls = { headShow, headSet, headReset };
