/** The usage of a static IP, day by day. */
import { dayMs } from "@turnpike/rules/static-ip.ts";
import type { CallResult } from "../../../lib/call.ts";

export type Usage = CallResult<"staticInfo">["usage"];

/** How many days are shown, up to today (spec/static#static-ip). */
const CHART_DAYS = 30;

/** All days up to `today` (`YYYY-MM-DD`, UTC), since the answer omits days without usage. */
export function everyDay(usage: Usage, today: string): Usage {
  const last = Date.parse(today);
  return Array.from({ length: CHART_DAYS }, (_, at) => {
    const day = new Date(last - (CHART_DAYS - 1 - at) * dayMs).toISOString().slice(0, 10);
    const used = usage.find((one) => one.day === day);
    return used ?? { day, upBytes: 0, downBytes: 0, requests: 0 };
  });
}
