/** Who used an exit at a given time (spec/operator#trace): what is stored, and where to look. */
import { canonicalAddress } from "./ip-address.ts";

/** An open tunnel is first recorded after this long, and again at each interval. */
export const openRecordIntervals = { afterMs: 10_000, everyMs: 600_000 };
/**
 * A tunnel last reported as open is assumed to be open for this much longer: unless its gateway
 * crashed, it would have been reported again.
 */
export const openAssumedMs = 2 * openRecordIntervals.everyMs;
/** Longer connections have their own index (the migration contains the same number). */
export const longConnectionMs = 3_600_000;
/** Connections that are not long and were open at an instant began within this time before it. */
export const traceLookBackMs = longConnectionMs + openAssumedMs;
/** Times in complaints are inexact: seconds to search on both sides, default and maximum. */
export const windowSeconds = { default: 60, most: 86_400 };
/**
 * Lines that a gateway worker records for one account in a minute; beyond them lines are folded into
 * one per holder, client, exit and target (spec/operator#folded-rows). `empty`: of those that
 * carried no byte. `folded`: folded lines, before different targets share one.
 */
export const linesPerMinute = { all: 3_000, empty: 300, folded: 200 };
/** The target of a folded line that stands for many; it matches every target that is searched. */
export const foldedTarget = "*";
/** How far a gateway's clock may be ahead of the API's; anything beyond is set back. */
export const clockToleranceMs = 60_000;
/** Maximum number of rows returned by one trace. */
export const maxTracedConnections = 1_000;

const dayMs = 86_400_000;

/** Returns how long the trace is kept, in milliseconds. */
export function traceRetentionMs({ TRACE_DAYS }: { TRACE_DAYS: number }): number {
  return TRACE_DAYS * dayMs;
}

/** The times of a connection: its start in milliseconds since 1970, and its duration. */
export interface ConnectionTimes {
  at: number;
  ms: number;
  open: boolean;
  /** How many connections a folded line stands for; 1 for others. */
  connections: number;
  /** Its gateway used, or claims to have used, an exit that is not its node's. */
  doubted?: boolean;
}

/** Returns whether it was, or may have been, open at some time between `from` and `to`. */
export function mayOverlap(
  { at, ms, open }: Pick<ConnectionTimes, "at" | "ms" | "open">,
  { from, to }: { from: number; to: number },
) {
  return at <= to && at + ms + (open ? openAssumedMs : 0) >= from;
}

/**
 * Returns how certain it is that a connection was open at an instant: `surely` between its start
 * and its end (or last report), `perhaps` after the last report if the end is unknown, within a
 * folded line or if its gateway alone says so, `nearby` if only the window around the instant
 * overlaps it.
 */
export function certainty(
  connection: ConnectionTimes,
  instant: number,
): "surely" | "perhaps" | "nearby" {
  const { at, ms, open, connections, doubted = false } = connection;
  if (at <= instant && instant <= at + ms) return doubted || connections > 1 ? "perhaps" : "surely";
  return open && mayOverlap(connection, { from: instant, to: instant }) ? "perhaps" : "nearby";
}

/** A trace request as text. */
export interface TraceText {
  exit?: string | undefined;
  at?: string | undefined;
  target?: string | undefined;
  window?: string | undefined;
}
export interface TraceQuestion {
  /** The exit's address in canonical form. */
  exit: string;
  /** Milliseconds since 1970. */
  at: number;
  /** A host, `host:port` or address in lower case; null: any. */
  target: string | null;
  /** How far to search before and after the instant. */
  windowSeconds: number;
}

const zonedInstant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|UTC|[+-]\d\d:?\d\d)$/i;

/**
 * Parses an instant with time zone, `2026-03-16T09:30:00+01:00` or `2026-03-16 08:30 UTC`, or
 * seconds since 1970, as found in logs; null otherwise. A missing time zone is not guessed:
 * complaints come from everywhere.
 */
export function readInstant(text: string): number | null {
  const written = text.trim();
  if (/^\d{9,10}(\.\d+)?$/.test(written)) return Math.round(Number(written) * 1_000);
  if (!zonedInstant.test(written)) return null;
  const iso = written
    .replace(/ ?UTC$/i, "Z")
    .replace(" ", "T")
    .replace(" ", "");
  const at = Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}

/** A trace of all that reached a target at an instant, whatever exit it used. */
export type TargetQuestion = Omit<TraceQuestion, "exit" | "target"> & { target: string };

type Fault = { field: keyof TraceText; why: string };

/** Parses a trace request; returns the invalid field and the expected format if there is one. */
export function readTrace(
  { exit = "", ...fields }: TraceText,
  now: number,
): { question: TraceQuestion } | Fault {
  const address = canonicalAddress(exit.trim());
  if (address === null) return { field: "exit", why: "is not an IP address" };
  const read = readRest(fields, now);
  return "field" in read ? read : { question: { exit: address, ...read } };
}

/** Parses a trace request that names a target and no exit, as `readTrace` does. */
export function readTargetTrace(
  fields: Omit<TraceText, "exit">,
  now: number,
): { question: TargetQuestion } | Fault {
  const read = readRest(fields, now);
  if ("field" in read) return read;
  const { target } = read;
  return target === null
    ? { field: "target", why: "or --exit is required" }
    : { question: { ...read, target } };
}

function readRest(
  { at = "", target = "", window }: Omit<TraceText, "exit">,
  now: number,
): Omit<TraceQuestion, "exit"> | Fault {
  const instant = readInstant(at);
  if (instant === null)
    return { field: "at", why: "must be an instant with its zone, such as 2026-03-16T09:30:00Z" };
  if (instant > now + clockToleranceMs) return { field: "at", why: "is in the future" };
  const host = target.trim().toLowerCase().replace(/\.$/, "");
  if (host.length > 260 || /[\s/@]/.test(host))
    return { field: "target", why: "must be a host, host:port or address" };
  const seconds = window === undefined ? windowSeconds.default : Number(window);
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > windowSeconds.most)
    return {
      field: "window",
      why: `must be a whole number of seconds up to ${windowSeconds.most}`,
    };
  return { at: instant, target: host || null, windowSeconds: seconds };
}
