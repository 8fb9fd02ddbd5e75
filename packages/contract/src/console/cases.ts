/** Abuse complaints, tracked as cases (spec/console#abuse-desk). */
import { z } from "zod";
import { at, integer, optional, paged, paging, requiredText, text } from "../fields.ts";
import { target, whose, window } from "./abuse.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { account, reason, requestId } from "./fields.ts";

export const caseStates = ["open", "waiting", "closed"] as const;
const number = integer(1, 1_000_000_000, "badNumber", "missingField").describe(
  "The case's number.",
);
const words = requiredText(10_000);

const abuseCase = z
  .object({
    number: z.int().describe("The case's number."),
    state: z.enum(caseStates).describe("The state. `waiting`: for the customer's answer."),
    title: z.string().describe("The subject."),
    reporter: z.string().describe("The person or organisation that complained."),
    exit: z.string().nullable().describe("The exit that was seen."),
    happenedAt: at.nullable().describe("The time of the incident."),
    target: z.string().describe("The target; empty if it is not known."),
    requestId: z
      .string()
      .describe("The request ID of the connection that fits best; empty if none does."),
    account: whose.account.nullable().describe("The account concerned; null if it is not known."),
    holder: whose.holder.nullable().describe("The product concerned; null if it is not known."),
    createdAt: at.describe("The time it was opened."),
    updatedAt: at.describe("The time of the last change."),
    closedAt: at.nullable().describe("The time it was closed."),
  })
  .meta({ id: "AbuseCase" });

export const caseEventKinds = ["opened", "note", "mail", "waiting", "reopened", "closed"] as const;

const shown = {
  case: abuseCase.describe("The case."),
  events: z
    .array(
      z.object({
        number: z.int().describe("The event's number, counted from 1."),
        at: at.describe("The time of the event."),
        kind: z
          .enum(caseEventKinds)
          .describe("The kind of event. `mail`: an e-mail to the customer."),
        author: z.string().describe("The staff member; empty for the command line."),
        text: z.string().describe("The text; English for texts of the product."),
        facts: z
          .discriminatedUnion("code", [
            z.object({
              code: z.literal("found").describe("The result of the trace."),
              connections: z.int().describe("The number of connections found."),
              accounts: z.int().describe("The number of accounts they belong to."),
            }),
            z.object({
              code: z.literal("assigned").describe("The account that the case was assigned to."),
              accountId: z.string().describe("The account."),
            }),
          ])
          .nullable()
          .describe("A text of the product, as a code with its values; null if a person wrote it."),
      }),
    )
    .describe("Events of the case, the oldest first; the newest 500."),
};

export const caseList = consoleCall({
  path: "/console/v1/caseList",
  access: "trace.read",
  summary: "Lists complaints as cases, the newest first.",
  request: {
    ...paging,
    state: optional(z.enum(caseStates, "badField")).describe("Only in this state."),
    account: optional(text(254)).describe(
      "Only cases about this customer: account ID or e-mail address.",
    ),
  },
  response: paged(abuseCase),
  refusals: ["accountNotFound"],
});

export const caseShow = consoleCall({
  path: "/console/v1/caseShow",
  access: "trace.read",
  summary: "Returns a case with all its events.",
  request: { number },
  response: shown,
  refusals: ["caseNotFound"],
});

export const caseOpen = consoleAct({
  path: "/console/v1/caseOpen",
  access: "cases.write",
  summary:
    "Opens a case. With an exit and a time it is traced at once, and assigned to the customer if the trace finds only one.",
  request: {
    title: requiredText(200).describe("The subject."),
    reporter: optional(text(200)).describe("The person or organisation that complained."),
    exit: optional(text(64)).describe("The exit's address. Needs `at`."),
    at: optional(text(64)).describe("The time it was seen, with its zone. Needs `exit`."),
    target,
    window,
    account: optional(text(254)).describe("The account concerned: account ID or e-mail address."),
    reason,
    requestId,
  },
  response: {
    case: abuseCase.describe("The case."),
    connections: z.int().describe("The number of connections that its trace found."),
  },
  refusals: ["badField", "accountNotFound", "traceTooOld"],
});

export const caseNote = consoleAct({
  path: "/console/v1/caseNote",
  access: "cases.write",
  summary: "Adds a note to a case, for the staff only.",
  request: { number, text: words.describe("The note."), requestId },
  response: shown,
  refusals: ["caseNotFound"],
});

export const caseMail = consoleAct({
  path: "/console/v1/caseMail",
  access: "cases.write",
  summary:
    "E-mails the customer about a case, in their language, with a text; an open case then waits for the answer.",
  request: {
    number,
    text: words.describe("The text of the e-mail."),
    account: optional(text(64)).describe(
      "The account ID that the text was written for: if the case names another by now, the call is refused.",
    ),
    reason,
    requestId,
  },
  response: shown,
  refusals: ["caseNotFound", "actRefused", "changedMeanwhile"],
});

export const caseClose = consoleAct({
  path: "/console/v1/caseClose",
  access: "cases.write",
  summary: "Closes a case.",
  request: { number, reason: reason.describe("The result. Recorded in the case too.") },
  response: shown,
  refusals: ["caseNotFound", "actRefused"],
});

export const caseReopen = consoleAct({
  path: "/console/v1/caseReopen",
  access: "cases.write",
  summary: "Reopens a case that is closed or waits for the customer.",
  request: { number, reason: reason.describe("The reason. Recorded in the case too.") },
  response: shown,
  refusals: ["caseNotFound", "actRefused"],
});

export const caseAssign = consoleAct({
  path: "/console/v1/caseAssign",
  access: "cases.write",
  summary: "Assigns a case to a customer.",
  request: { number, account, reason },
  response: shown,
  refusals: ["caseNotFound", "accountNotFound"],
});

export const consoleCaseCalls = {
  caseList,
  caseShow,
  caseOpen,
  caseNote,
  caseMail,
  caseClose,
  caseReopen,
  caseAssign,
};
