/** Domains of throw-away mailboxes (spec/sign-in#disposable-mail). */
import { z } from "zod";
import { requiredText } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason } from "./fields.ts";

const domains = {
  mode: z.enum(["allow", "verify", "refuse"]).describe("The setting DISPOSABLE_MAIL."),
  added: z.array(z.string()).describe("Domains that the operator counts as disposable."),
  excepted: z.array(z.string()).describe("Domains that the operator does not count as such."),
};

export const disposableMailList = consoleCall({
  path: "/console/v1/disposableMailList",
  access: "shop.read",
  summary: "Returns the operator's own domains of disposable mail, and the exceptions.",
  response: domains,
});

export const disposableMailSet = consoleAct({
  path: "/console/v1/disposableMailSet",
  access: "signups.write",
  summary: "Sets the rule for a mail domain and its subdomains.",
  request: {
    domain: requiredText(260).describe("The domain, such as example.com."),
    rule: z
      .enum(["refuse", "allow", "none"], "badField")
      .describe("`refuse`: counts as disposable; `allow`: does not; `none`: the list decides."),
    reason,
  },
  response: domains,
  refusals: ["badField"],
});

export const consoleDisposableMailCalls = { disposableMailList, disposableMailSet };
