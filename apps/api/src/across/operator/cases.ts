/** `case …` and `signals`: complaints about abuse, and signs of it. */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { signalHours } from "@turnpike/rules/abuse-signals.ts";
import { showCase } from "../abuse/cases.ts";
import { abuseSignals } from "../abuse/signals.ts";
import * as acts from "./acts/cases.ts";
import { callCommand } from "./call-command.ts";
import {
  performFromCli,
  type Command,
  type CommandInput,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { serialized } from "./read/paging.ts";
import { table } from "./table.ts";
import { connectionsText, traceQuestionOf } from "./trace.ts";

const columns = ["number", "state", "title", "account", "exit", "at", "target", "updated"] as const;

type Shown = ConsoleResponse<ConsoleCalls["caseShow"]>;
type Case = Shown["case"];

/** A case as printed. */
const caseRow = (one: Case) => ({
  number: one.number,
  state: one.state,
  title: one.title,
  account: one.account && (one.account.email ?? `closed: ${one.account.id}`),
  exit: one.exit,
  at: one.happenedAt,
  target: one.target,
  updated: one.updatedAt,
});
const casesText = (cases: Case[]) =>
  table(cases.map(caseRow), {
    none: "There are no cases.",
    columns: [...columns],
    times: ["at", "updated"],
  });

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const nameOf = (value: unknown) => (typeof value === "string" ? value : null);
const numberOf = ({ args: [number = ""] }: CommandInput) => wholeNumber(number, "NUMBER");

/** Prints a case after an act. */
function showCaseOf({ case: one, events }: Shown) {
  const lines = events.map(({ at, kind, author, text }) => ({ at, kind, by: author, text }));
  const shown = table(lines, {
    none: "",
    columns: ["at", "kind", "by", "text"],
    times: ["at"],
  });
  return { text: `${casesText([one])}\n\n${shown}`, json: { case: one, events } };
}

const add: Command = {
  name: "case add",
  args: "--title TEXT [--reporter WHO] [--exit IP --at INSTANT [--target HOST] [--window SECONDS]] [--account EMAIL]",
  help: "Open a case for a complaint; with an exit and an instant it is traced at once",
  run: async ({ services, options }) => {
    if (typeof options.title !== "string") throw new UsageError("--title TEXT is required");
    const wasSeen = options.exit !== undefined || options.at !== undefined;
    const { case: created, connections } = await performFromCli(services, acts.open, {
      title: options.title,
      reporter: textOf(options.reporter),
      seen: wasSeen ? traceQuestionOf(services, options) : null,
      account: nameOf(options.account),
    });
    const found = wasSeen ? `\n\n${connectionsText(connections, "The trace found nothing.")}` : "";
    return {
      ok: true,
      text: casesText([serialized(created)]) + found,
      json: { case: created, connections },
    };
  },
};

const list = callCommand({
  call: "caseList",
  name: "case list",
  args: "[--status open|waiting|closed] [--account EMAIL]",
  help: "List the newest 100 cases",
  options: { status: "state" },
  most: 100,
  show: ({ items, total }) => {
    const more = total > items.length ? `\n… and ${total - items.length} more` : "";
    return { text: casesText(items) + more, json: items };
  },
});

const show = callCommand({
  call: "caseShow",
  name: "case show",
  args: "NUMBER",
  help: "Show a case with all that happened in it",
  words: ["number"],
  show: showCaseOf,
});

const note: Command = {
  name: "case note",
  args: "NUMBER --body TEXT [--mail-customer] [--account EMAIL]",
  help: "Add a note; --mail-customer also mails it to the account's holder, --account sets the customer the case is about",
  run: async (input) => {
    const { services, options } = input;
    const number = numberOf(input);
    const account = nameOf(options.account);
    if (typeof options.body !== "string" && account === null)
      throw new UsageError("--body TEXT is required");
    if (account !== null) await performFromCli(services, acts.assign, { number, account });
    const text = textOf(options.body);
    if (options["mail-customer"]) await performFromCli(services, acts.mail, { number, text });
    else if (text !== "") await performFromCli(services, acts.note, { number, text });
    return { ok: true, ...showCaseOf(serialized(await showCase(services, number))) };
  },
};

const moveCommand = (word: "close" | "reopen", help: string) =>
  callCommand({
    call: word === "close" ? "caseClose" : "caseReopen",
    name: `case ${word}`,
    args: "NUMBER [--reason TEXT]",
    help,
    words: ["number"],
    show: showCaseOf,
  });
const close = moveCommand("close", "Close a case");
const reopen = moveCommand("reopen", "Open a case again that is closed or waits for the customer");

const signals: Command = {
  name: "signals",
  args: "[--hours N]",
  help: "List what may be abuse, with its reason; nothing acts on it",
  run: async ({ services, options }) => {
    const hours = wholeNumber(options.hours ?? String(signalHours.default), "--hours");
    if (hours > signalHours.most)
      throw new UsageError(`--hours must be at most ${signalHours.most}`);
    const json = await abuseSignals(services, { hours });
    const rows = json.signals.map(({ account, holder, signal, reason }) => ({
      account: account.email ?? `closed: ${account.id}`,
      holder: holder && (holder.name ?? holder.id),
      signal,
      reason,
    }));
    const none = `No signs of abuse since ${json.from}.`;
    const text = table(rows, { none, columns: ["account", "holder", "signal", "reason"] });
    return { ok: true, text, json };
  },
};

export const caseCommands: Command[] = [add, list, show, note, close, reopen, signals];
