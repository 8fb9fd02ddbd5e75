/** The choices for how long a session stays valid (spec/sign-in#sessions). */
import { isLoginMinutes } from "@turnpike/rules/session-life.ts";

/** `loginMinutes` of "always online". */
export const ALWAYS = 0;
export const choices = ["60", "480", "1440", "10080", "43200", "0", "own"] as const;
export type Choice = (typeof choices)[number];

/** The choice for a duration: a preset, or custom minutes. */
export function choiceOf(minutes: number): Choice {
  return choices.find((choice) => choice === String(minutes)) ?? "own";
}

/** The minutes of a choice and the typed value; undefined if that is invalid. */
export function minutesOf(choice: Choice, typed: string | number): number | undefined {
  if (choice !== "own") return Number(choice);
  const text = String(typed).trim();
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : ALWAYS;
  return minutes !== ALWAYS && isLoginMinutes(minutes) ? minutes : undefined;
}
