/** An exit's health as its probes show it, and when the next probe is due. Pure: `now` is given. */

export interface ExitHealth {
  state: "unknown" | "up" | "failing" | "down";
  /** When it was probed last. */
  at: number;
  /** Why it failed, in one line. */
  detail: string;
  /** The state is known, or cannot be for now: it may be reported. */
  judged: boolean;
  /**
   * Part of the interval until the next probe, so that probes spread evenly: the first interval is cut
   * short, the others vary, and bursts drift apart.
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
  /** Between two probes of an exit that a customer has. */
  soldMs: number;
  /** The same for an exit that nobody has. */
  unsoldMs: number;
  /** A failure is confirmed by a second probe after this time. */
  confirmMs: number;
  /** Between two probes of an unreachable exit, or of a target that does not answer. */
  downMs: number;
  timeoutMs: number;
  /** The interval in which due probes are started. */
  tickMs: number;
  /** Probes that one tick may start, unless the pace needs more: all reach one target. */
  perTick: number;
}

/** An exit that fails is known as unreachable within 20 + 5 + 3 + 5 s. */
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

/** The part of an interval that varies. */
const varying = 0.2;

/**
 * The health after a probe. `failed` is why it failed, null where it succeeded; an exit is down after two
 * failures in a row. `spread` is from 0 up to 1, different for each exit and probe.
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
