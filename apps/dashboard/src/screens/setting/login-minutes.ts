/** The choices of how long a session lives (contract §3 /v1/upTokenCache). */
import { isLoginMinutes } from "@turnpike/rules/session-life.ts";

/** `loginMinutes` of "always online". */
export const ALWAYS = 0;
/** What may be typed: 10 minutes to 30 days (contract §3). */
export const MIN_MINUTES = 10;
export const MAX_MINUTES = 43_200;

const offered = [60, 480, 1440, 10_080, 43_200] as const;
export const choices = ["60", "480", "1440", "10080", "43200", "0", "own"] as const;
export type Choice = (typeof choices)[number];

/** The choice under which a duration stands: its own, or minutes of one's own. */
export function choiceOf(minutes: number): Choice {
  const known = minutes === ALWAYS || offered.some((one) => one === minutes);
  return known ? (String(minutes) as Choice) : "own";
}

/** The minutes that a choice and what was typed mean; undefined where it will not do. */
export function minutesOf(choice: Choice, typed: string | number): number | undefined {
  if (choice !== "own") return Number(choice);
  const text = String(typed).trim();
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : ALWAYS;
  return minutes !== ALWAYS && isLoginMinutes(minutes) ? minutes : undefined;
}
