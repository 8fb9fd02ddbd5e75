/** The choices of how long a session lives (spec/sign-in#sessions). */
import { isLoginMinutes } from "@turnpike/rules/session-life.ts";

/** `loginMinutes` of "always online". */
export const ALWAYS = 0;
export const choices = ["60", "480", "1440", "10080", "43200", "0", "own"] as const;
export type Choice = (typeof choices)[number];

/** The choice under which a duration stands: its own, or minutes of one's own. */
export function choiceOf(minutes: number): Choice {
  return choices.find((choice) => choice === String(minutes)) ?? "own";
}

/** The minutes that a choice and what was typed mean; undefined where it will not do. */
export function minutesOf(choice: Choice, typed: string | number): number | undefined {
  if (choice !== "own") return Number(choice);
  const text = String(typed).trim();
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : ALWAYS;
  return minutes !== ALWAYS && isLoginMinutes(minutes) ? minutes : undefined;
}
