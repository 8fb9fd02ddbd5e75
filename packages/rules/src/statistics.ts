/**
 * The steps that statistics are answered in: UTC days, hours and months
 * (spec/traffic-plan#statistics).
 */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export type Step = "day" | "hour";
const stepMs: Record<Step, number> = { day: dayMs, hour: hourMs };
/** Most steps of one answer: 93 days by the hour, 3 years by the day. */
export const mostSteps: Record<Step, number> = { hour: 93 * 24, day: 3 * 366 };

/** A span of whole steps: `from` included, `to` not; milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

const floor = (at: number, step: Step) => Math.floor(at / stepMs[step]) * stepMs[step];

/** The last `days` UTC days, today included; by the hour the hours from now on are left out. */
export function lastDays(asked: { now: number; days: number; by: Step }): Span {
  const from = floor(asked.now, "day") - (asked.days - 1) * dayMs;
  return { from, to: floor(asked.now, asked.by) + stepMs[asked.by] };
}

/**
 * The steps that `from` and `to` fall in, both included; what is missing is taken from `otherwise`.
 * Null where `to` lies before `from` or the span has too many steps.
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
  return steps < 1 || steps > mostSteps[asked.by] ? null : span;
}

/** Every step's start in a span, oldest first. */
export function stepsOf(span: Span, by: Step): number[] {
  const length = Math.max(0, Math.ceil((span.to - span.from) / stepMs[by]));
  return Array.from({ length }, (_, index) => span.from + index * stepMs[by]);
}

/** `YYYY-MM-DD` of an instant. */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
/** `YYYY-MM` of an instant. */
export const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

/** The last `months` UTC months, this one included, oldest first: each one's start. */
export function lastMonths(asked: { now: number; months: number }): number[] {
  const today = new Date(asked.now);
  return Array.from({ length: asked.months }, (_, index) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (asked.months - 1 - index), 1),
  );
}
