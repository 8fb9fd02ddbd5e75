/** Calls of the console that lead the first owner through the set-up (docs/operating/set-up.md). */
import { z } from "zod";
import { flag } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason } from "./fields.ts";

const access = "brand.write";
export const setUpSteps = [
  "brand",
  "mail",
  "payments",
  "law",
  "supply",
  "prices",
  "purchase",
] as const;
const step = z.enum(setUpSteps, "badField");

const line = z.object({
  name: z.string().describe("What was checked."),
  state: z.enum(["ok", "warning", "missing", "wrong"]).describe("What was found, in a word."),
  detail: z.string().describe("What was found."),
  cure: z.string().describe("What to do; empty if there is nothing to do."),
});
const steps = z
  .array(
    z.object({
      step: step.describe("The step."),
      state: z.enum(["done", "left", "open"]).describe("`left`: somebody left it as it is."),
      lines: z.array(line).describe("The lines of `operator doctor` about it."),
    }),
  )
  .describe("The steps, in order.");

export const setUpShow = consoleCall({
  path: "/console/v1/setUpShow",
  access,
  summary: "Runs `operator doctor` and says which steps of the set-up are done.",
  response: { steps },
});

export const setUpLeave = consoleAct({
  path: "/console/v1/setUpLeave",
  access,
  summary: "Leaves a step of the set-up as it is, or takes it up again.",
  request: {
    step: step.describe("The step."),
    left: flag().default(true).describe("0 to take it up again."),
    reason,
  },
  response: {},
});

export const setUpMail = consoleAct({
  path: "/console/v1/setUpMail",
  access,
  summary: "Sends a test mail to the signed-in person, and waits until the mail server takes it.",
  request: { reason },
  response: {
    works: z.boolean().describe("Whether the mail server took it."),
    to: z.string().describe("Where it went."),
    found: z.string().describe("What the mail server said."),
  },
});

export const setUpPurchase = consoleAct({
  path: "/console/v1/setUpPurchase",
  access,
  summary:
    "Buys the smallest amount of traffic for a test customer, from a grant, and sends a request through the installation's own gateway.",
  request: { reason },
  response: {
    works: z.boolean().describe("Whether the request came back through an exit."),
    email: z.string().describe("The test customer."),
    orderNo: z.string().describe("The order."),
    amountCents: z.int().describe("Its price, which was granted first."),
    exitIp: z.string().nullable().describe("The exit's address; null if nothing came back."),
    country: z.string().nullable().describe("The exit's country; null if it is not known."),
    milliseconds: z.int().describe("How long the request took."),
    text: z.string().describe("Why it failed; empty if it worked."),
    fix: z.string().describe("What to do; empty if it worked."),
  },
  refusals: ["actRefused"],
});

export const consoleSetUpCalls = { setUpShow, setUpLeave, setUpMail, setUpPurchase };
