/** Who used an exit at an instant (spec/operator#trace): what is kept, and where it is looked for. */
import { canonicalAddress } from "./ip-address.ts";

/** A tunnel is recorded while it is open once it has been for so long, and again at each interval. */
export const openRecorded = { afterMs: 10_000, everyMs: 600_000 };
/**
 * A tunnel that was open when it was reported last counts as open for so long after: its gateway would
 * have reported it again, had it not crashed.
 */
export const openTrustedMs = 2 * openRecorded.everyMs;
/** Longer ones have an index of their own (the migration names the same number). */
export const longMs = 3_600_000;
/** Whatever is not long and was open at an instant began within this time before it. */
export const traceLookBackMs = longMs + openTrustedMs;
/** Instants of complaints are rarely exact: so far to both sides by default, and at most. */
export const windowSeconds = { default: 60, most: 86_400 };
/** A gateway's clock may be ahead of the API's by so much; what is more is set back. */
export const clockToleranceMs = 60_000;
/** The most rows that one trace answers. */
export const mostTraced = 1_000;

const dayMs = 86_400_000;

/** How far the trace goes back, in milliseconds. */
export function traceKeptMs({ TRACE_DAYS }: { TRACE_DAYS: number }): number {
  return TRACE_DAYS * dayMs;
}

/** A connection as far as its time is concerned: milliseconds since 1970, and how long it took. */
export interface Lasting {
  at: number;
  ms: number;
  open: boolean;
}

/** Whether it was open, or may have been, at some time from `from` to `to`. */
export function touches({ at, ms, open }: Lasting, { from, to }: { from: number; to: number }) {
  return at <= to && at + ms + (open ? openTrustedMs : 0) >= from;
}

/**
 * How sure it is that a connection was open at an instant: `surely` between its begin and its end (or
 * the last report of it), `perhaps` after the last report of one whose end is not known, `nearby`
 * where only the window around the instant meets it.
 */
export function certainty(connection: Lasting, instant: number): "surely" | "perhaps" | "nearby" {
  const { at, ms, open } = connection;
  if (at <= instant && instant <= at + ms) return "surely";
  return open && touches(connection, { from: instant, to: instant }) ? "perhaps" : "nearby";
}

/** A trace as somebody asks for it, in writing. */
export interface WrittenTrace {
  exit?: string | undefined;
  at?: string | undefined;
  target?: string | undefined;
  window?: string | undefined;
}
export interface TraceQuestion {
  /** The exit's address, canonical. */
  exit: string;
  /** Milliseconds since 1970. */
  at: number;
  /** A host, `host:port` or address, in lower case; null: any. */
  target: string | null;
  /** So far before and after the instant. */
  windowSeconds: number;
}

const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|UTC|[+-]\d\d:?\d\d)$/i;

/**
 * An instant with its zone, `2026-03-16T09:30:00+01:00` or `2026-03-16 08:30 UTC`, or seconds since
 * 1970, as logs have them; null for anything else. A time without a zone is not guessed at: complaints
 * come from everywhere.
 */
export function readInstant(text: string): number | null {
  const written = text.trim();
  if (/^\d{9,10}(\.\d+)?$/.test(written)) return Math.round(Number(written) * 1_000);
  if (!zoned.test(written)) return null;
  const iso = written
    .replace(/ ?UTC$/i, "Z")
    .replace(" ", "T")
    .replace(" ", "");
  const at = Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}

/** Reads a question; names the field that is wrong, and how it has to be. */
export function readTrace(
  { exit = "", at = "", target = "", window }: WrittenTrace,
  now: number,
): { question: TraceQuestion } | { field: keyof WrittenTrace; why: string } {
  const address = canonicalAddress(exit.trim());
  if (address === null) return { field: "exit", why: "is not an IP address" };
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
  const question = { exit: address, at: instant, target: host || null, windowSeconds: seconds };
  return { question };
}
