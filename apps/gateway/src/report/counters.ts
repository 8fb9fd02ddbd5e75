/**
 * A worker's counters: a plain object that sessions increment and `metrics.ts` reads, which makes
 * counting as cheap as an addition.
 */
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import { connectBoundsMs, connectBucket } from "@turnpike/rules/usage.ts";

export type Protocol = RequestRow["protocol"];

/** Upper bounds of the dial time histogram, milliseconds; one more bucket is above them. */
export const dialClassesMs = connectBoundsMs;

export interface Counters {
  /** Tunnels and requests that were opened. */
  opened: Record<Protocol, number>;
  /** Connections and requests that were refused. */
  refused: Partial<Record<RefusedReason, number>>;
  /** Open sessions that the gateway ended. */
  cut: Partial<Record<RefusedReason, number>>;
  /** Refusals because the account had used up its share of connections. */
  accountFull: number;
  /** Connections closed to make room: not authenticated, or idle between two requests. */
  evicted: { unauthenticated: number; idle: number };
  /** Datagrams of UDP associations. */
  datagrams: { sent: number; dropped: number };
  upBytes: number;
  downBytes: number;
  /** Successful dials by bucket; `dialSumMs` is their total time. */
  dials: number[];
  dialSumMs: number;
  dialsFailed: number;
}

export function newCounters(): Counters {
  return {
    opened: { connect: 0, http: 0, socks5: 0, udp: 0 },
    refused: {},
    cut: {},
    accountFull: 0,
    evicted: { unauthenticated: 0, idle: 0 },
    datagrams: { sent: 0, dropped: 0 },
    upBytes: 0,
    downBytes: 0,
    dials: dialClassesMs.map(() => 0).concat(0),
    dialSumMs: 0,
    dialsFailed: 0,
  };
}

/** Increments the counter of a reason. */
export function countReason(reasons: Counters["refused"], reason: RefusedReason): void {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
}

/** Counts a dial by its duration, or a failed one for null. */
export function countDial(counters: Counters, ms: number | null): void {
  if (ms === null) {
    counters.dialsFailed += 1;
    return;
  }
  const at = connectBucket(ms);
  counters.dials[at] = (counters.dials[at] ?? 0) + 1;
  counters.dialSumMs += ms;
}

/** Counts the bytes of rows that the meter just returned; call once for each row. */
export function countBytes(counters: Counters, rows: readonly UsageRow[]): void {
  for (const row of rows) {
    counters.upBytes += row.upBytes;
    counters.downBytes += row.downBytes;
  }
}
