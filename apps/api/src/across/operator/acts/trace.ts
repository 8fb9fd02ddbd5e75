/** Traces: they only read, but the audit log has who traced whose traffic (spec/operator#trace). */
import type { TargetQuestion, TraceQuestion } from "@turnpike/rules/trace.ts";
import { type SignedTrace, signTrace } from "../../abuse/signed-trace.ts";
import {
  type OpenTraceAnswer,
  type SessionQuestion,
  type TraceAnswer,
  type TracedConnection,
  traceExit,
  traceRequest,
  traceSession,
  traceTarget,
} from "../../abuse/trace.ts";
import { defineAct } from "./act.ts";

/** The account, if all connections belong to one. */
function onlyAccount(connections: TracedConnection[]): string | null {
  const ids = new Set(connections.map(({ account }) => account.id));
  return ids.size === 1 ? (connections[0]?.account.id ?? null) : null;
}

const auditFields = ({ question, connections }: TraceAnswer) => ({
  at: question.at,
  windowSeconds: question.windowSeconds,
  target: question.target,
  connections: connections.length,
});

/** Traces who used an exit at an instant. */
export const readTraceOf = defineAct<TraceQuestion, TraceAnswer>({
  action: "trace.read",
  run: async (services, tx, question) => {
    const result = await traceExit({ ...services, db: tx }, question);
    const accountId = onlyAccount(result.connections);
    return { result, subject: question.exit, accountId, after: auditFields(result) };
  },
});

/** Traces what reached a target, or whose session of an upstream it was. */
export const readOpenTrace = defineAct<TargetQuestion | SessionQuestion, OpenTraceAnswer>({
  action: "trace.read",
  run: async (services, tx, question) => {
    const own = { ...services, db: tx };
    const result =
      "session" in question ? await traceSession(own, question) : await traceTarget(own, question);
    const subject = "session" in question ? question.upstream : question.target;
    const after = { ...result.question, connections: result.connections.length };
    return { result, subject, accountId: onlyAccount(result.connections), after };
  },
});

/** Finds the connection with a request id; null if none is kept. */
export const readConnection = defineAct<
  { requestId: string },
  { connection: TracedConnection | null }
>({
  action: "trace.read",
  run: async (services, tx, { requestId }) => {
    const connection = await traceRequest({ ...services, db: tx }, requestId);
    return {
      result: { connection },
      subject: requestId,
      accountId: connection?.account.id ?? null,
      after: { requestId, connections: connection === null ? 0 : 1 },
    };
  },
});

/** Traces who used an exit and returns a signed statement. */
export const exportTrace = defineAct<TraceQuestion, SignedTrace>({
  action: "trace.export",
  run: async (services, tx, question) => {
    const answer = await traceExit({ ...services, db: tx }, question);
    const accountId = onlyAccount(answer.connections);
    const result = signTrace(services, answer);
    return { result, subject: question.exit, accountId, after: auditFields(answer) };
  },
});
