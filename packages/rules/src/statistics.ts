/** The steps of statistics: UTC days, hours and months (spec/traffic-plan#statistics). */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export type Step = "day" | "hour";
const stepMs: Record<Step, number> = { day: dayMs, hour: hourMs };
/** Maximum number of steps per response: 93 days by the hour, 3 years by the day. */
export const maxSteps: Record<Step, number> = { hour: 93 * 24, day: 3 * 366 };

/** A span of whole steps: `from` inclusive, `to` exclusive; milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

const floor = (at: number, step: Step) => Math.floor(at / stepMs[step]) * stepMs[step];

/** Returns the last `days` UTC days including today; by the hour, future hours are left out. */
export function lastDays(asked: { now: number; days: number; by: Step }): Span {
  const from = floor(asked.now, "day") - (asked.days - 1) * dayMs;
  return { from, to: floor(asked.now, asked.by) + stepMs[asked.by] };
}

/**
 * Returns the steps that contain `from` and `to`, both inclusive; `otherwise` supplies missing
 * bounds. Null if `to` is before `from` or the span has too many steps.
 */
export function chosenSpan(asked: {
  from: number | null;
  to: number | null;
  by: Step;
  otherwise: Span;
}): Span | null {
  const to = asked.to === null ? asked.otherwise.to : floor(asked.to, asked.by) + stepMs[asked.by];
  const width = asked.otherwise.to - asked.otherwise.from;
  const from = asked.from ?? (asked.to === null ? asked.otherwise.from : to - width);
  const span = { from: floor(from, asked.by), to };
  const steps = (span.to - span.from) / stepMs[asked.by];
  return steps < 1 || steps > maxSteps[asked.by] ? null : span;
}

/** Returns the start of every step in a span, oldest first. */
export function stepsOf(span: Span, by: Step): number[] {
  const length = Math.max(0, Math.ceil((span.to - span.from) / stepMs[by]));
  return Array.from({ length }, (_, index) => span.from + index * stepMs[by]);
}

/** Formats an instant as `YYYY-MM-DD`. */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
/** Formats an instant as `YYYY-MM`. */
export const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

/** Returns the starts of the last `months` UTC months including this one, oldest first. */
export function lastMonths(asked: { now: number; months: number }): number[] {
  const today = new Date(asked.now);
  return Array.from({ length: asked.months }, (_, index) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (asked.months - 1 - index), 1),
  );
}
