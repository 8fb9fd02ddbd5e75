/** What the form for whitelisted ports holds, and what it asks for. */
import { mostWhitePorts, whiteMinutes } from "@turnpike/rules/pool.ts";
import type { Question } from "../../lib/call.ts";
import { anyPlace, type Place, placeQuestion } from "../place/place.ts";

/** A form's values have to be a plain record of its fields. */
export type MakeValues = { [Field in keyof Place]: string } & {
  num: number | string;
  minutes: number | string;
  remark: string;
};
export const firstValues: MakeValues = { ...anyPlace, num: 5, minutes: 30, remark: "" };

/** Usual times, in minutes. */
export const minutePresets = [10, 30, 60, 1_440] as const;
export const remarkMaxLength = 100;

const within = (typed: number | string, least: number, most: number): boolean => {
  const value = typed === "" ? Number.NaN : Number(typed);
  return Number.isSafeInteger(value) && value >= least && value <= most;
};
export const numFits = (typed: number | string): boolean => within(typed, 1, mostWhitePorts);
export const minutesFit = (typed: number | string): boolean =>
  within(typed, whiteMinutes.least, whiteMinutes.most);

/** The question of values that fit. */
export function makeQuestion(values: MakeValues): Question<"whitePortAdd"> {
  return {
    ...placeQuestion(values),
    num: Number(values.num),
    minutes: Number(values.minutes),
    remark: values.remark.trim() || undefined,
  };
}
