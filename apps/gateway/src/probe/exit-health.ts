/** An exit's health according to its probes, and when the next is due. Pure: `now` is passed in. */

export interface ExitHealth {
  state: "unknown" | "up" | "failing" | "down";
  /** When it was last probed. */
  at: number;
  /** Why it failed, in one line. */
  detail: string;
  /** Whether the state may be reported: it is known, or cannot be determined for now. */
  judged: boolean;
  /**
   * Multiplies the interval until the next probe, so that probes spread evenly: the first interval
   * is shortened and later ones vary, which breaks up bursts.
   */
  stretch: number;
}

export const unknownExitHealth: ExitHealth = {
  state: "unknown",
  at: 0,
  detail: "",
  judged: false,
  stretch: 1,
};

export interface ProbePace {
  /** The interval between two probes of a sold exit. */
  soldMs: number;
  /** The interval between two probes of an unsold exit. */
  unsoldMs: number;
  /** A failure is confirmed by a second probe after this time. */
  confirmMs: number;
  /** The interval between two probes of an unreachable exit, or of an unresponsive target. */
  downMs: number;
  timeoutMs: number;
  /** The interval at which due probes are started. */
  tickMs: number;
  /** The most probes per tick, unless the pace needs more, as all reach the same target. */
  perTick: number;
}

/** A failing exit is detected as unreachable within 20 + 1 + 5 + 3 + 5 s. */
export const defaultPace: ProbePace = {
  soldMs: 20_000,
  unsoldMs: 300_000,
  confirmMs: 3_000,
  downMs: 5_000,
  timeoutMs: 5_000,
  tickMs: 200,
  perTick: 20,
};

/** When the next probe is due. */
export function dueAt({ state, at, stretch }: ExitHealth, sold: boolean, pace: ProbePace): number {
  if (state === "unknown") return 0;
  if (state === "failing") return at + pace.confirmMs * stretch;
  if (state === "down") return at + pace.downMs * stretch;
  return at + (sold ? pace.soldMs : pace.unsoldMs) * stretch;
}

/** The share of its interval, and the time, by which a probe of a reachable exit may be late. */
const maxLate = { share: 0.05, ms: 1_000 };

/** How late the next probe may be. Only reachable exits can wait. */
export function spareMs({ state }: ExitHealth, sold: boolean, pace: ProbePace): number {
  if (state !== "up") return 0;
  return Math.min(maxLate.ms, maxLate.share * (sold ? pace.soldMs : pace.unsoldMs));
}

/** The share of an interval that varies. */
const varying = 0.2;

/**
 * The health after a probe. `failed` is the reason of a failure, null after a success; two failures
 * in a row mean that an exit is down. `spread` (0 up to 1) differs for each exit and probe.
 */
export function nextHealth(
  before: ExitHealth,
  failed: string | null,
  { now, spread }: { now: number; spread: number },
): ExitHealth {
  const varied = 1 - varying + varying * spread;
  if (failed === null) {
    const stretch = before.state === "up" ? varied : spread;
    return { state: "up", at: now, detail: "", judged: true, stretch };
  }
  const sure = before.state === "failing" || before.state === "down";
  const judged = sure || before.judged;
  return { state: sure ? "down" : "failing", at: now, detail: failed, judged, stretch: varied };
}
