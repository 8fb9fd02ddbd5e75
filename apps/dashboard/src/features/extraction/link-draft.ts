/** A link as it is being put together: what is typed, what is wrong with it, what it asks for. */
import type { LinkPlan } from "@turnpike/contract/extraction.ts";
import {
  defaultSeparator,
  type LinkParameters,
  linkDefaults,
} from "@turnpike/rules/extraction-link.ts";
import {
  apiPorts,
  fitsApiPorts,
  mostOpened,
  openHours,
  whiteMinutes,
} from "@turnpike/rules/pool.ts";
import type { Question } from "../../lib/call.ts";
import { anyPlace, type Place } from "../place/place.ts";

/** Separators that are offered by name, as an address writes them. */
export const separators = {
  newLine: "\\n",
  comma: ",",
  space: " ",
  tab: "\\t",
} as const;
export type SeparatorName = keyof typeof separators | "own";
export const separatorNames = [...Object.keys(separators), "own"] as SeparatorName[];
export const separatorMaxLength = 16;

/** A form's values have to be a plain record of its fields. */
export type Draft = { [Field in keyof Place]: string } & {
  plan: LinkPlan;
  num: number | string;
  hours: number;
  minutes: number | string;
  format: LinkParameters["format"];
  separatorName: SeparatorName;
  /** One's own; `\n`, `\r` and `\t` may be written so. */
  separator: string;
  anyPort: boolean;
  port: number | string;
  protocol: LinkParameters["protocol"];
  remark: string;
};
export const firstDraft: Draft = {
  ...anyPlace,
  plan: "ip",
  num: 5,
  hours: linkDefaults.hours,
  minutes: 30,
  format: linkDefaults.format,
  separatorName: "newLine",
  separator: "",
  anyPort: true,
  port: apiPorts.recommended,
  protocol: linkDefaults.protocol,
  remark: "",
};
export const formats = ["txt", "json", "csv"] as const satisfies readonly Draft["format"][];
export const protocols = ["http", "socks5"] as const satisfies readonly Draft["protocol"][];

/** The number that was typed; null where it is none, or not within bounds. */
function whole(typed: number | string, least: number, most: number): number | null {
  const value = typed === "" ? Number.NaN : Number(typed);
  return Number.isSafeInteger(value) && value >= least && value <= most ? value : null;
}
const numOf = (draft: Draft) => whole(draft.num, 1, mostOpened);
const minutesOf = (draft: Draft) => whole(draft.minutes, whiteMinutes.least, whiteMinutes.most);

/** The separator as it is written in an address. */
export const separatorOf = ({ separatorName, separator }: Draft): string =>
  separatorName === "own" ? separator : separators[separatorName];

export type FaultyField = "num" | "minutes" | "port" | "separator";
/** What is wrong by field; nothing is asked while there is something. */
export function faultsOf(draft: Draft): FaultyField[] {
  const num = numOf(draft);
  const port = whole(draft.port, apiPorts.first, apiPorts.last);
  const fits = draft.anyPort || (port !== null && fitsApiPorts(port, num ?? 1));
  return [
    ...(num === null ? (["num"] as const) : []),
    ...(draft.plan === "traffic" && minutesOf(draft) === null ? (["minutes"] as const) : []),
    ...(draft.format === "txt" && separatorOf(draft) === "" ? (["separator"] as const) : []),
    ...(fits ? [] : (["port"] as const)),
  ];
}

/** What it asks for; a value that does not fit stands as its default until it does. */
export function parametersOf(draft: Draft): LinkParameters {
  const { plan, country, state, city, hours, format, protocol } = draft;
  const bad = faultsOf(draft);
  return {
    country,
    state,
    city,
    num: numOf(draft) ?? linkDefaults.num,
    hours: plan === "ip" ? clampHours(hours) : null,
    minutes: plan === "traffic" ? (minutesOf(draft) ?? linkDefaults.minutes) : null,
    format,
    separator: separatorOf(draft) || defaultSeparator,
    port: draft.anyPort || bad.includes("port") ? null : Number(draft.port),
    protocol,
  };
}
const clampHours = (hours: number) => Math.min(Math.max(hours, openHours.least), openHours.most);

/** The question that makes the link. */
export function linkQuestion(draft: Draft): Question<"apiLinkAdd"> {
  const { country, state, city, hours, minutes, port, separator, ...rest } = parametersOf(draft);
  return {
    ...rest,
    plan: draft.plan,
    country: country || undefined,
    state: state || undefined,
    city: city || undefined,
    hours: hours ?? undefined,
    minutes: minutes ?? undefined,
    port: port ?? undefined,
    separator: rest.format === "txt" ? separator : undefined,
    remark: draft.remark.trim() || undefined,
  };
}
