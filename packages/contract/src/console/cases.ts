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
    number: z.int().describe("Its number."),
    state: z.enum(caseStates).describe("`waiting`: for the customer's answer."),
    title: z.string().describe("What it is about."),
    reporter: z.string().describe("Who complained."),
    exit: z.string().nullable().describe("The exit that was seen."),
    happenedAt: at.nullable().describe("When."),
    target: z.string().describe("The target; empty: not known."),
    requestId: z.string().describe("The connection that fits best; empty: none."),
    account: whose.account.nullable().describe("Whom it is about; null: not known."),
    holder: whose.holder.nullable().describe("What of theirs; null: not known."),
    createdAt: at.describe("When it was opened."),
    updatedAt: at.describe("When it changed last."),
    closedAt: at.nullable().describe("When it was closed."),
  })
  .meta({ id: "AbuseCase" });

export const caseEventKinds = ["opened", "note", "mail", "waiting", "reopened", "closed"] as const;

const shown = {
  case: abuseCase.describe("The case."),
  events: z
    .array(
      z.object({
        number: z.int().describe("Counted from 1."),
        at: at.describe("When."),
        kind: z.enum(caseEventKinds).describe("What happened; `mail`: to the customer."),
        author: z.string().describe("Who; empty: the command line."),
        text: z.string().describe("What was written; of facts in English."),
        facts: z
          .discriminatedUnion("code", [
            z.object({
              code: z.literal("found").describe("What the trace found."),
              connections: z.int().describe("So many connections."),
              accounts: z.int().describe("Of so many accounts."),
            }),
            z.object({
              code: z.literal("assigned").describe("Whom the case is about."),
              accountId: z.string().describe("The account."),
            }),
          ])
          .nullable()
          .describe("What the product says, by a code with its values; null: somebody wrote it."),
      }),
    )
    .describe("What happened, the oldest first; the newest 500."),
};

export const caseList = consoleCall({
  path: "/console/v1/caseList",
  access: "trace.read",
  summary: "Complaints as cases, the newest first.",
  question: {
    ...paging,
    state: optional(z.enum(caseStates, "badField")).describe("Only in this state."),
    account: optional(text(254)).describe("Only about this customer: account id or e-mail."),
  },
  answer: paged(abuseCase),
  refusals: ["accountNotFound"],
});

export const caseShow = consoleCall({
  path: "/console/v1/caseShow",
  access: "trace.read",
  summary: "A case with all that happened in it.",
  question: { number },
  answer: shown,
  refusals: ["caseNotFound"],
});

export const caseOpen = consoleAct({
  path: "/console/v1/caseOpen",
  access: "cases.write",
  summary:
    "Opens a case; with an exit and an instant it is traced at once, and names the customer where the trace leads to one alone.",
  question: {
    title: requiredText(200).describe("What it is about."),
    reporter: optional(text(200)).describe("Who complained."),
    exit: optional(text(64)).describe("The exit's address; with `at`."),
    at: optional(text(64)).describe("When it was seen, with its zone; with `exit`."),
    target,
    window,
    account: optional(text(254)).describe("Whom it is about: account id or e-mail."),
    reason,
    requestId,
  },
  answer: {
    case: abuseCase.describe("The case."),
    connections: z.int().describe("How many connections its trace found."),
  },
  refusals: ["badField", "accountNotFound", "traceTooOld"],
});

export const caseNote = consoleAct({
  path: "/console/v1/caseNote",
  access: "cases.write",
  summary: "Adds a note to a case, for the staff alone.",
  question: { number, text: words.describe("The note."), requestId },
  answer: shown,
  refusals: ["caseNotFound"],
});

export const caseMail = consoleAct({
  path: "/console/v1/caseMail",
  access: "cases.write",
  summary:
    "Mails the customer what a case is about, in their language, with a text; an open case then waits for the answer.",
  question: { number, text: words.describe("The text, as it is mailed."), reason, requestId },
  answer: shown,
  refusals: ["caseNotFound", "actRefused"],
});

export const caseClose = consoleAct({
  path: "/console/v1/caseClose",
  access: "cases.write",
  summary: "Closes a case.",
  question: { number, reason: reason.describe("What came of it; kept in the case too.") },
  answer: shown,
  refusals: ["caseNotFound", "actRefused"],
});

export const caseReopen = consoleAct({
  path: "/console/v1/caseReopen",
  access: "cases.write",
  summary: "Opens a case again that is closed or waits for the customer.",
  question: { number, reason: reason.describe("Why; kept in the case too.") },
  answer: shown,
  refusals: ["caseNotFound", "actRefused"],
});

export const caseAssign = consoleAct({
  path: "/console/v1/caseAssign",
  access: "cases.write",
  summary: "Says whom a case is about.",
  question: { number, account, reason },
  answer: shown,
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
