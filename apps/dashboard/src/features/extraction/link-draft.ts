/** A link being edited: the typed values, their validation, and the link's parameters. */
import type { LinkPlan } from "@turnpike/contract/extraction.ts";
import {
  defaultSeparator,
  type LinkParameters,
  linkDefaults,
} from "@turnpike/rules/extraction-link.ts";
import {
  apiPorts,
  fitsApiPorts,
  maxOpenedIps,
  openHours,
  whiteMinutes,
} from "@turnpike/rules/pool.ts";
import type { CallParameters } from "../../lib/call.ts";
import { anyPlace, type Place } from "../place/place.ts";

/** Separators offered by name, as written in a URL. */
export const separators = {
  newLine: "\\n",
  comma: ",",
  space: " ",
  tab: "\\t",
} as const;
export type SeparatorName = keyof typeof separators | "own";
export const separatorNames = [...Object.keys(separators), "own"] as SeparatorName[];
export const separatorMaxLength = 16;

/** A type alias, since a form's values must be a plain record of its fields. */
export type Draft = { [Field in keyof Place]: string } & {
  plan: LinkPlan;
  num: number | string;
  hours: number;
  minutes: number | string;
  format: LinkParameters["format"];
  separatorName: SeparatorName;
  /** A custom separator; may contain the escapes `\n`, `\r` and `\t`. */
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

/** The typed value as an integer; null if it is not one or out of bounds. */
function whole(typed: number | string, least: number, most: number): number | null {
  const value = typed === "" ? Number.NaN : Number(typed);
  return Number.isSafeInteger(value) && value >= least && value <= most ? value : null;
}
const numOf = (draft: Draft) => whole(draft.num, 1, maxOpenedIps);
const minutesOf = (draft: Draft) => whole(draft.minutes, whiteMinutes.least, whiteMinutes.most);

/** The separator as written in a URL. */
export const separatorOf = ({ separatorName, separator }: Draft): string =>
  separatorName === "own" ? separator : separators[separatorName];

export type InvalidField = "num" | "minutes" | "port" | "separator";
/** The fields with invalid values; nothing is sent while there are any. */
export function invalidFieldsOf(draft: Draft): InvalidField[] {
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

/** The link's parameters; an invalid value is replaced by its default. */
export function parametersOf(draft: Draft): LinkParameters {
  const { plan, country, state, city, hours, format, protocol } = draft;
  const invalid = invalidFieldsOf(draft);
  return {
    country,
    state,
    city,
    num: numOf(draft) ?? linkDefaults.num,
    hours: plan === "ip" ? clampHours(hours) : null,
    minutes: plan === "traffic" ? (minutesOf(draft) ?? linkDefaults.minutes) : null,
    format,
    separator: separatorOf(draft) || defaultSeparator,
    port: draft.anyPort || invalid.includes("port") ? null : Number(draft.port),
    protocol,
  };
}
const clampHours = (hours: number) => Math.min(Math.max(hours, openHours.least), openHours.most);

/** The request that creates the link. */
export function creationParameters(draft: Draft): CallParameters<"apiLinkAdd"> {
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
