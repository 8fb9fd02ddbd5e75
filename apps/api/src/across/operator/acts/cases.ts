/** Acts on abuse cases (spec/operator#cases). The audit log has case numbers, but not texts. */
import type { TraceQuestion } from "@turnpike/rules/trace.ts";
import type { Actor } from "../../../platform/audit/audit.ts";
import {
  type AbuseCase,
  assignCase,
  type ChangedCase,
  mailCaseCustomer,
  changeCaseState,
  addCaseNote,
  openCase,
} from "../../abuse/cases.ts";
import type { TracedConnection } from "../../abuse/trace.ts";
import { accountOf } from "./account-of.ts";
import { type ActResult, defineAct } from "./act.ts";

interface Numbered {
  number: number;
}
interface Written extends Numbered {
  text: string;
}

/** The author's name; empty for the command line. */
const authorOf = ({ staffId, name }: Actor) => (staffId === null ? "" : name);
const subjectOf = (number: number) => `case ${number}`;
const stateOf = ({ state, accountId }: ChangedCase["after"]) => ({ state, accountId });

function caseResult({ before, after }: ChangedCase): ActResult<Numbered> {
  const { number, accountId } = after;
  return {
    result: { number },
    subject: subjectOf(number),
    accountId,
    before: stateOf(before),
    after: stateOf(after),
  };
}

/** Opens a case and traces what was seen; the audit log records how many connections were found. */
export const open = defineAct<
  { title: string; reporter: string; seen: TraceQuestion | null; account: string | null },
  { case: AbuseCase; connections: TracedConnection[] }
>({
  action: "case.open",
  run: async (services, tx, { account: name, ...given }, actor) => {
    const accountId = name === null ? null : (await accountOf({ db: tx }, name)).id;
    const author = authorOf(actor);
    const result = await openCase(services, tx, { ...given, accountId, author });
    const { number, exit, happenedAt, target, account } = result.case;
    return {
      result,
      subject: subjectOf(number),
      accountId: account?.id ?? null,
      after: { exit, happenedAt, target, connections: result.connections.length },
    };
  },
});

export const note = defineAct<Written, Numbered>({
  action: "case.note",
  run: async (services, tx, { number, text }, actor) =>
    caseResult(await addCaseNote(services, tx, number, { text, author: authorOf(actor) })),
});

/** Mails the text to the account's holder. An open case then waits for the answer. */
export const mail = defineAct<Written & { account?: string | null }, Numbered>({
  action: "case.mail",
  run: async (services, tx, { number, text, account = null }, actor) =>
    caseResult(
      await mailCaseCustomer(services, tx, number, { text, account, author: authorOf(actor) }),
    ),
});

/** Sets the account that a case is about. */
export const assign = defineAct<Numbered & { account: string }, Numbered>({
  action: "case.assign",
  run: async (services, tx, { number, account }, actor) => {
    const { id: accountId } = await accountOf({ db: tx }, account);
    const author = authorOf(actor);
    return caseResult(await assignCase(services, tx, number, { accountId, author }));
  },
});

export const close = defineAct<Written, Numbered>({
  action: "case.close",
  run: async (services, tx, { number, text }, actor) => {
    const author = authorOf(actor);
    return caseResult(
      await changeCaseState(services, tx, number, { state: "closed", text, author }),
    );
  },
});

/** Reopens a case that is closed or waits for the customer. */
export const reopen = defineAct<Written, Numbered>({
  action: "case.reopen",
  run: async (services, tx, { number, text }, actor) => {
    const author = authorOf(actor);
    return caseResult(await changeCaseState(services, tx, number, { state: "open", text, author }));
  },
});
