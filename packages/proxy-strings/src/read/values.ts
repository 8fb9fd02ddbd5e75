/** Converts parameter values from other providers' notation to ours (spec/gateway#user-name). */
import type { Meaning, Unit } from "./terms.ts";
import { countryCode, isAnywhere, usState } from "./places.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
import { maxMinutes, minMinutes } from "@turnpike/rules/username.ts";

/** How our value differs from the original; texts are in the locales. */
export const partNotes = [
  "countryName",
  "severalPlaces",
  "anyPlace",
  "stateCode",
  "placePrefix",
  "sessionLetters",
  "sessionCut",
  "inSeconds",
  "inOtherUnit",
  "minutesBound",
  "rotates",
  "keptNumber",
  "strictOff",
  "badValue",
  "placeholder",
  "tlsToProxy",
  "socks4",
] as const;
export type PartNote = (typeof partNotes)[number];

export interface Normal {
  /** In our own spelling; empty if there is no equivalent. */
  normal: string;
  note: PartNote | null;
}

const SID_MAX = 32;
const invalid: Normal = { normal: "", note: "badValue" };
const unchanged = (normal: string): Normal => ({ normal, note: null });

/** Returns whether a value is a placeholder from documentation. */
export const isPlaceholder = (value: string) =>
  /^(\$?\{.*\}|<.*>|\[.*\]|\$\w+|USERNAME|PASSWORD|USER|PASS|LOGIN|API_?KEY|YOUR_?\w*)$/.test(
    value,
  );

/** Converts a parameter's value to our own spelling. */
export function normalOf(meaning: Meaning, value: string, unit: Unit): Normal {
  switch (meaning) {
    case "country":
      return country(value);
    case "state":
    case "city":
    case "isp":
      return place(meaning, value);
    case "postal": {
      const [first = "", more] = value.split(",");
      const normal = foldPlace(first);
      return normal === ""
        ? invalid
        : { normal, note: more === undefined ? null : "severalPlaces" };
    }
    case "asn": {
      const digits = /^(?:as)?(\d{1,10})$/i.exec(value)?.[1];
      return digits === undefined || Number(digits) > 4_294_967_295
        ? invalid
        : unchanged(String(Number(digits)));
    }
    case "session":
      return session(value);
    case "minutes":
      return minutes(value, unit);
    case "strict":
      return strict(value);
    case "rotation":
      return { normal: "", note: "rotates" };
    case "zone":
    case "unknown":
      return unchanged("");
    case "protocol":
    case "host":
    case "port":
      return unchanged(value);
    case "account":
    case "password":
      return isPlaceholder(value) ? { normal: value, note: "placeholder" } : unchanged(value);
  }
}

function country(value: string): Normal {
  const [first = "", more] = value.split(",");
  if (isAnywhere(first)) return { normal: "", note: "anyPlace" };
  const code = countryCode(first);
  if (code === null) return invalid;
  if (more !== undefined) return { normal: code, note: "severalPlaces" };
  return code === first.toUpperCase() ? unchanged(code) : { normal: code, note: "countryName" };
}

function place(meaning: Meaning, value: string): Normal {
  const [first = "", more] = value.split(",");
  if (isAnywhere(first)) return { normal: "", note: "anyPlace" };
  // `us_california`: the country is repeated before the name.
  const [, prefix, rest] = /^([a-z]{2})_(.{3,})$/i.exec(first) ?? [];
  const prefixed = meaning !== "isp" && prefix !== undefined && countryCode(prefix) !== null;
  const normal = foldPlace(prefixed ? (rest ?? "") : first);
  if (normal === "") return invalid;
  if (more !== undefined) return { normal, note: "severalPlaces" };
  return prefixed ? { normal, note: "placePrefix" } : unchanged(normal);
}

/** Expands a postal abbreviation of a state, if the country is the USA. */
export function spelledState(normal: Normal, countryIs: string): Normal {
  const name = countryIs === "US" && normal.normal.length === 2 ? usState(normal.normal) : null;
  return name === null ? normal : { normal: name, note: "stateCode" };
}

/** Our session ids consist of at most 32 letters and digits. */
function session(value: string): Normal {
  const letters = value.replace(/[^A-Za-z0-9]/g, "");
  if (letters === "") return invalid;
  if (letters.length > SID_MAX) return { normal: letters.slice(0, SID_MAX), note: "sessionCut" };
  return letters === value ? unchanged(value) : { normal: letters, note: "sessionLetters" };
}

const seconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Whole minutes within our bounds; fractions are rounded up. */
function minutes(value: string, unit: Unit): Normal {
  const [, digits, letter] = /^(\d{1,9})([smhd]?)$/i.exec(value) ?? [];
  if (digits === undefined) return invalid;
  const by = (letter?.toLowerCase() || (unit === "seconds" ? "s" : "m")) as keyof typeof seconds;
  const exact = Math.ceil((Number(digits) * seconds[by]) / 60);
  const bounded = Math.min(Math.max(exact, minMinutes), maxMinutes);
  if (bounded !== exact) return { normal: String(bounded), note: "minutesBound" };
  const other = by === "s" ? "inSeconds" : by === "m" ? null : "inOtherUnit";
  return { normal: String(bounded), note: other };
}

/** Elsewhere `strict` means to switch the exit at once; refusing instead is called `norotate`. */
function strict(value: string): Normal {
  const word = value.toLowerCase();
  if (word === "1" || word === "norotate") return unchanged("1");
  return word === "0" || word === "flex" || word === "strict"
    ? { normal: "", note: "strictOff" }
    : invalid;
}
