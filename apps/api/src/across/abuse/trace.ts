/** Finds who used an exit at an instant (spec/operator#trace). */
import {
  certainty,
  maxTracedConnections,
  openAssumedMs,
  traceRetentionMs,
  type TargetQuestion,
  type TraceQuestion,
} from "@turnpike/rules/trace.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import type { Services } from "../../platform/services.ts";
import { connectionsInGaps } from "./modem-trace.ts";
import {
  connectionById,
  connectionsOfSession,
  type FoundConnection,
  findConnections,
} from "../request-log/store/connections.ts";
import { type Holder, namesOfHolders } from "./holders.ts";

export interface TracedConnection extends Holder {
  /** The `X-Request-Id`. */
  requestId: string;
  /** `surely` or `perhaps` open at the instant, or only within the window (`nearby`). */
  certainty: ReturnType<typeof certainty>;
  /** The client's address; null if the gateway did not report one. */
  client: string | null;
  /** host:port as the client requested it, and the address that was dialled. */
  target: string;
  address: string | null;
  protocol: string;
  /** Null where an upstream did not tell it. */
  exit: string | null;
  /** The upstream and the session that it saw; null for own exits. */
  upstream: string | null;
  session: string | null;
  country: string;
  /** ISO 8601. */
  from: string;
  /** Null while it is open, or if its gateway crashed; `seenAt` is when it was last reported. */
  to: string | null;
  seenAt: string;
  upBytes: number;
  downBytes: number;
  outcome: string;
  reason: string;
  /** How many connections a folded line stands for (spec/operator#folded-rows); 1 for others. */
  connections: number;
  /** The gateway worker that carried the connection, `NODE-WORKER`. */
  gateway: string;
  /** Carried to another machine's exit through its relay. */
  relayed: boolean;
  /** Nothing but the word of that gateway's machine: see `certainty`. */
  unproved: boolean;
}

export interface TraceAnswer {
  question: Omit<TraceQuestion, "at"> & { at: string };
  keptDays: number;
  /** Ordered by start, those with certainty `surely` first. */
  connections: TracedConnection[];
  /** Whether there are more than `maxTracedConnections` connections. */
  more: boolean;
}

/**
 * Finds whose traffic left through an exit at an instant. An open tunnel can be found from about
 * ten seconds after its start.
 * @throws ActRefused if the instant is older than the trace is kept
 */
export async function traceExit(services: Services, question: TraceQuestion): Promise<TraceAnswer> {
  const { question: _asked, ...answer } = await traceAny(services, question);
  return { question: { ...question, at: new Date(question.at).toISOString() }, ...answer };
}

async function traceAny(
  services: Services,
  question: Omit<TraceQuestion, "exit"> & { exit: string | null },
) {
  const { db, env, world } = services;
  const { exit, at, target, windowSeconds } = question;
  const oldest = world.now() - traceRetentionMs(env);
  const windowMs = windowSeconds * 1_000;
  if (at + windowMs < oldest)
    throw new ActRefused(`records are kept for ${env.TRACE_DAYS} days (TRACE_DAYS)`, {
      reason: "traceTooOld",
    });
  const window = { from: at - windowMs, to: at + windowMs };
  const query = { exit, target, oldest, ...window, limit: maxTracedConnections + 1 };
  const changing = await connectionsInGaps(services, query);
  const perhaps = new Set(changing.map(keyOf));
  const surely = (await findConnections(db, query)).filter((row) => !perhaps.has(keyOf(row)));
  const rows = [...surely, ...changing];
  const traced = await present(services, rows.slice(0, maxTracedConnections), at, perhaps);
  const rank = { surely: 0, perhaps: 1, nearby: 2 };
  return {
    question,
    keptDays: env.TRACE_DAYS,
    connections: traced.sort((a, b) => rank[a.certainty] - rank[b.certainty]),
    more: rows.length > maxTracedConnections,
  };
}

/** What a trace without an exit answers: rows name the upstream, its session and the exit if known. */
export interface OpenTraceAnswer {
  question: { target: string; at: string; windowSeconds: number } | SessionQuestion;
  keptDays: number;
  connections: TracedConnection[];
  more: boolean;
}
/** An upstream's name, and the session as the wholesaler saw it. */
export interface SessionQuestion {
  upstream: string;
  session: string;
}

/** Finds what reached a target at an instant, through whatever exit (spec/supply#trace). */
export async function traceTarget(
  services: Services,
  question: TargetQuestion,
): Promise<OpenTraceAnswer> {
  const { question: _asked, ...answer } = await traceAny(services, { exit: null, ...question });
  const { target, at, windowSeconds } = question;
  return { question: { target, at: new Date(at).toISOString(), windowSeconds }, ...answer };
}

/** Finds whose session of an upstream it was, within the time that the trace is kept. */
export async function traceSession(
  services: Services,
  question: SessionQuestion,
): Promise<OpenTraceAnswer> {
  const { db, env, world } = services;
  const oldest = world.now() - traceRetentionMs(env);
  const limit = maxTracedConnections + 1;
  const rows = await connectionsOfSession(db, { ...question, oldest, limit });
  const shown = rows.slice(0, maxTracedConnections);
  const connections = (
    await Promise.all(shown.map((row) => present(services, [row], row.at.getTime())))
  ).flat();
  return { question, keptDays: env.TRACE_DAYS, connections, more: rows.length > shown.length };
}

/** Finds the connection with a request id; null if there is none or it is no longer kept. */
export async function traceRequest(
  services: Services,
  requestId: string,
): Promise<TracedConnection | null> {
  const { db, env, world } = services;
  const oldest = world.now() - traceRetentionMs(env);
  const row = await connectionById(db, { id: requestId, oldest });
  const [traced] = row === null ? [] : await present(services, [row], row.at.getTime());
  return traced ?? null;
}

const keyOf = ({ id, at }: FoundConnection) => `${id} ${at.getTime()}`;

async function present(
  services: Services,
  rows: FoundConnection[],
  instant: number,
  /** Of connections whose address is not known for certain. */
  perhaps: ReadonlySet<string> = new Set(),
): Promise<TracedConnection[]> {
  const nameOf = await namesOfHolders(services, rows);
  const now = services.world.now();
  return rows.map((row) => {
    const { id, at, ms, open, accountId, holderId, product, ...rest } = row;
    const begin = at.getTime();
    const seenAt = new Date(begin + ms).toISOString();
    return {
      requestId: id,
      ...nameOf({ accountId, holderId, product }),
      certainty: certainty(
        {
          at: begin,
          ms,
          open,
          connections: rest.connections,
          doubted: rest.unproved || rest.relayed || perhaps.has(keyOf(row)),
        },
        instant,
      ),
      from: at.toISOString(),
      to: open ? null : seenAt,
      seenAt,
      ...rest,
      // An open connection that is no longer reported is over, but when it ended is unknown.
      outcome: !open ? rest.outcome : now - begin - ms > openAssumedMs ? "lost" : "open",
    };
  });
}
