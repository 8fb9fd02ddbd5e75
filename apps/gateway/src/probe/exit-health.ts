/** What is concluded from probes of an exit, and when the next is due. Pure: `now` comes in. */

export interface ExitHealth {
  state: "unknown" | "up" | "failing" | "down";
  /** When the state was last found so. */
  at: number;
  /** Why it failed, in one line. */
  detail: string;
  /** Something was concluded, or nothing can be for now: the hub may be told. */
  judged: boolean;
  /**
   * Part of the interval until the next, so that probes spread evenly: the first is cut short, the
   * others vary, and what came in a burst drifts apart.
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
  /** The same of one that nobody has. */
  unsoldMs: number;
  /** A failure is made sure of so much later. */
  confirmMs: number;
  /** Between two probes of an unreachable exit, or of a target that does not answer. */
  downMs: number;
  timeoutMs: number;
  /** What is due is looked for so often. */
  tickMs: number;
  /** Probes that one tick may start, where the pace needs no more: one target hears of them all. */
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

/** What of an interval may vary. */
const varying = 0.2;

/**
 * `failed` is why a probe failed, null where it came through. Two failures in a row are needed.
 * `spread` is from 0 up to 1, another for each exit and each probe.
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
