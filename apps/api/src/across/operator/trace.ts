/** `trace`: finds who used an exit at an instant, and exports it for a legal request. */
import { readFile, writeFile } from "node:fs/promises";
import { readTargetTrace, readTrace, type TraceQuestion } from "@turnpike/rules/trace.ts";
import type { Services } from "../../platform/services.ts";
import { verifyTrace } from "../abuse/signed-trace.ts";
import type { TraceAnswer, TracedConnection } from "../abuse/trace.ts";
import { exportTrace, readConnection, readOpenTrace, readTraceOf } from "./acts/trace.ts";
import {
  performFromCli,
  type Command,
  type CommandInput,
  type CommandResult,
  UsageError,
} from "./command.ts";
import { table } from "./table.ts";

/** Parses the options of a trace. @throws UsageError */
export function traceQuestionOf(
  { world }: Services,
  options: CommandInput["options"],
): TraceQuestion {
  const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  const [exit, at] = [text("exit"), text("at")];
  if (exit === undefined || at === undefined)
    throw new UsageError("--exit IP and --at INSTANT are required");
  const fields = { exit, at, target: text("target"), window: text("window") };
  const read = readTrace(fields, world.now());
  if ("field" in read) throw new UsageError(`--${read.field} ${read.why}`);
  return read.question;
}

/** A trace without an exit: a target at an instant, or a session. @throws UsageError */
function openQuestionOf({ world }: Services, options: CommandInput["options"]) {
  const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  const [upstream, session] = [text("upstream"), text("session")];
  if (upstream !== undefined && session !== undefined) return { upstream, session };
  if (text("target") === undefined)
    throw new UsageError("--exit IP, --target HOST or --upstream NAME --session TOKEN is required");
  const fields = { at: text("at"), target: text("target"), window: text("window") };
  const read = readTargetTrace(fields, world.now());
  if ("field" in read) throw new UsageError(`--${read.field} ${read.why}`);
  return read.question;
}

const columns = [
  "certainty",
  "account",
  "holder",
  "product",
  "client",
  "target",
  "from",
  "to",
  "bytes",
  "connections",
  "gateway",
  "exit",
  "upstream",
  "session",
  "requestId",
] as const;

/** A connection as printed. */
const connectionRow = (each: TracedConnection) => ({
  certainty: each.certainty,
  account: each.account.email ?? `closed: ${each.account.id}`,
  holder: each.holder.name ?? each.holder.id,
  product: each.holder.product,
  client: each.client,
  target: each.address === null ? each.target : `${each.target} (${each.address})`,
  from: each.from,
  to: each.to ?? `${each.outcome}, seen ${each.seenAt}`,
  bytes: each.upBytes + each.downBytes,
  connections: each.connections,
  gateway: each.unproved ? `${each.gateway} (unproved)` : each.gateway,
  exit: each.exit,
  upstream: each.upstream,
  session: each.session,
  requestId: each.requestId,
});

export function connectionsText(connections: TracedConnection[], none: string): string {
  return table(connections.map(connectionRow), { none, columns: [...columns] });
}

function answerText({ question, connections, more }: TraceAnswer): string {
  const none = `Nothing used ${question.exit} within ${question.windowSeconds} s of ${question.at}.`;
  const rest = more ? "\nThere are more: name the target, or a smaller window." : "";
  return connectionsText(connections, none) + rest;
}

async function check(services: Services, file: string): Promise<CommandResult> {
  const checked = verifyTrace(services, await readFile(file, "utf8"));
  if (!checked.ok) return { ok: false, text: `${file}: ${checked.why}.`, json: checked };
  const { writtenAt, question, connections } = checked.statement;
  const text = `${file} is as this installation wrote it on ${writtenAt}: ${connections.length} connections of ${question.exit} at ${question.at}.`;
  return { ok: true, text, json: checked };
}

async function byRequest(
  services: Services,
  requestId: string,
  reason: string | null,
): Promise<CommandResult> {
  const { connection: found } = await performFromCli(
    services,
    readConnection,
    { requestId },
    reason,
  );
  if (found === null) throw new Error(`no connection with the request id ${requestId} is kept`);
  return { ok: true, text: connectionsText([found], ""), json: found };
}

async function run({ services, options }: CommandInput): Promise<CommandResult> {
  if (typeof options.check === "string") return check(services, options.check);
  const reason = typeof options.reason === "string" ? options.reason : null;
  if (typeof options.id === "string") return byRequest(services, options.id, reason);
  if (typeof options.exit !== "string" && typeof options.export !== "string") {
    const answer = await performFromCli(
      services,
      readOpenTrace,
      openQuestionOf(services, options),
      reason,
    );
    const text = connectionsText(answer.connections, "Nothing that is kept fits.");
    return { ok: true, text: answer.more ? `${text}\nThere are more.` : text, json: answer };
  }
  const question = traceQuestionOf(services, options);
  if (typeof options.export !== "string") {
    const answer = await performFromCli(services, readTraceOf, question, reason);
    return { ok: true, text: answerText(answer), json: answer };
  }
  const signed = await performFromCli(services, exportTrace, question, reason);
  await writeFile(options.export, `${JSON.stringify(signed, null, 2)}\n`, {
    mode: 0o600,
    flag: "wx",
  });
  const text = `${answerText(signed.statement)}\nWritten and signed: ${options.export}`;
  return { ok: true, text, json: signed };
}

export const traceCommands: Command[] = [
  {
    name: "trace",
    args: "--exit IP --at INSTANT [--target HOST] [--window SECONDS] [--export FILE] [--reason TEXT] | --target HOST --at INSTANT [--window SECONDS] | --upstream NAME --session TOKEN | --id REQUESTID [--reason TEXT] | --check FILE",
    help: "Show who used an exit, a target or a session of an upstream at an instant (with its time zone); --export writes a signed answer to a legal request, --check verifies such a file. The audit log records who ran it",
    run,
  },
];
