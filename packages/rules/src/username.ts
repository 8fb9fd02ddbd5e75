/**
 * The proxy user name: sub-account and requested exit (spec/gateway#user-name).
 * `NAME[-region-US][-st-california][-city-losangeles][-zip-90001][-isp-NAME][-asn-7018]
 * [-sid-abc12345][-t-10][-strict-1]`. Nothing is ever silently widened: anything not understood is
 * refused by name.
 */
import { isOldProxyText, isProxyCredential } from "./credentials.ts";
import { foldPlace, nearestMatch } from "./places-match.ts";

/** Filter for exits. Texts are folded (letters and digits, lower case); absent means any. */
export interface PlaceFilter {
  country?: string;
  state?: string;
  city?: string;
  postal?: string;
  isp?: string;
  asn?: number;
}
export type PlaceField = keyof PlaceFilter;

/** Default session minutes, and their bounds (spec/gateway#user-name). */
export const defaultMinutes = 3;
export const minMinutes = 1;
export const maxMinutes = 1440;
/** No valid user name is longer; SOCKS5 allows at most 255. */
export const usernameMaxLength = 512;
const SID_MAX = 32;
const ASN_MAX = 4_294_967_295;

type Field = PlaceField | "sid" | "minutes" | "strict";
/** All spellings of each parameter, the canonical one first. */
const spellings: readonly [Field, readonly string[]][] = [
  ["country", ["region", "country", "cc", "cr"]],
  ["state", ["st", "state"]],
  ["city", ["city"]],
  ["postal", ["zip", "postal"]],
  ["isp", ["isp"]],
  ["asn", ["asn"]],
  ["sid", ["sid", "sessid", "session"]],
  ["minutes", ["t", "sesstime", "sessiontime", "lifetime", "ttl"]],
  ["strict", ["strict"]],
];
const fieldOf = new Map<string, Field>(
  spellings.flatMap(([field, words]) => words.map((word): [string, Field] => [word, field])),
);

export type UsernameFault =
  | "badName"
  | "tooLong"
  | "unknownParameter"
  | "missingValue"
  | "givenTwice"
  | "badValue"
  /** Two providers' customers would mean different exits by it. */
  | "ambiguous";
export interface UsernameRequest {
  filter: PlaceFilter;
  /** In lower case; null: a fresh exit for each connection. */
  sid: string | null;
  minutes: number;
  minutesGiven: boolean;
  /** If the held exit is down, responds with 502 instead of switching to another exit. */
  strict: boolean;
}
export type ReadUsername = { ok: true; name: string } & UsernameRequest;
export interface FaultyUsername {
  ok: false;
  /** The name in lower case; null if not even that is readable (which results in a 407). */
  name: string | null;
  /** The invalid word, as the customer wrote it. */
  token: string;
  why: UsernameFault;
  nearest: string | null;
}
export type ParsedUsername = ReadUsername | FaultyUsername;

/**
 * Parses a user name. Never throws. A faulty one still has its name if that is valid, since
 * credentials are checked before parameters (spec/gateway#checks: 407 before 400). With `hints`
 * false it does not search for the nearest parameter, which takes most of the time.
 */
export function parseUsername(text: string, { hints = true } = {}): ParsedUsername {
  const { parts, start } = split(text);
  const written = parts[start] ?? "";
  if (!isProxyCredential(written)) return fault(null, written, "badName");
  const name = written.toLowerCase();
  if (text.length > usernameMaxLength) return fault(name, written, "tooLong");
  return readParameters(name, parts.slice(start + 1), hints);
}

/**
 * Parses a user name whose account was brought along from another program: all that stands before
 * the first parameter is the name, such as `anna.k-2@shop-region-US`. Null if no name can be that.
 */
export function parseOldUsername(text: string): ParsedUsername | null {
  if (text.length > usernameMaxLength) return null;
  const { parts, start } = split(text);
  const isParameter = (part: string, at: number) => at > start && fieldOf.has(foldPlace(part));
  const first = parts.findIndex(isParameter);
  const end = first < 0 ? parts.length : first;
  const written = parts.slice(start, end).join("-");
  if (!isOldProxyText(written)) return null;
  return readParameters(written.toLowerCase(), parts.slice(end), false);
}

function split(text: string) {
  const parts = text.slice(0, usernameMaxLength).split("-");
  return { parts, start: parts.length > 1 && parts[0]?.toLowerCase() === "user" ? 1 : 0 };
}

/** Reads keys and values in turn. */
function readParameters(name: string, parts: string[], hints: boolean): ParsedUsername {
  const read: ReadUsername = { ok: true, name, ...defaultRequest() };
  const seen = new Set<Field>();
  for (let at = 0; at < parts.length; at += 2) {
    const key = parts[at] ?? "";
    const field = fieldOf.get(foldPlace(key));
    if (field === undefined)
      return hints ? unknownParameter(name, key) : fault(name, key, "unknownParameter");
    if (seen.has(field)) return fault(name, key, "givenTwice");
    seen.add(field);
    const value = parts[at + 1] ?? "";
    if (value === "") return fault(name, key, "missingValue");
    if (!takeValue(read, field, value)) return fault(name, `${key}-${value}`, "badValue");
  }
  return read;
}

/** Returns whether a user name requests nothing about the exit. */
export function hasNoExitOptions({ filter, sid, minutesGiven, strict }: UsernameRequest): boolean {
  return sid === null && !minutesGiven && !strict && Object.keys(filter).length === 0;
}

function defaultRequest(): UsernameRequest {
  return { filter: {}, sid: null, minutes: defaultMinutes, minutesGiven: false, strict: false };
}

function fault(name: string | null, token: string, why: UsernameFault): FaultyUsername {
  return { ok: false, name, token, why, nearest: null };
}

function unknownParameter(name: string, key: string): FaultyUsername {
  return { ...fault(name, key, "unknownParameter"), nearest: nearestMatch(key, fieldOf.keys()) };
}

/** Stores a parameter's value in its field; returns false if the value is invalid. */
function takeValue(read: ReadUsername, field: Field, value: string): boolean {
  if (field === "sid") return takeSid(read, value);
  if (field === "minutes") return takeMinutes(read, value);
  if (field === "strict") {
    read.strict = value === "1";
    return value === "1" || value === "0";
  }
  const folded = foldPlace(value);
  if (field !== "asn") {
    read.filter[field] = folded;
    return folded !== "";
  }
  const digits = folded.startsWith("as") ? folded.slice(2) : folded;
  read.filter.asn = Number(digits);
  return /^[0-9]{1,10}$/.test(digits) && read.filter.asn <= ASN_MAX;
}

function takeSid(read: ReadUsername, value: string): boolean {
  read.sid = value.toLowerCase();
  return value.length <= SID_MAX && /^[A-Za-z0-9]+$/.test(value);
}

function takeMinutes(read: ReadUsername, value: string): boolean {
  read.minutes = Number(value);
  read.minutesGiven = true;
  return /^[0-9]{1,4}$/.test(value) && read.minutes >= minMinutes && read.minutes <= maxMinutes;
}

/** Describes what is wrong with a user name, in one line that a person can act on. */
export function describeFault(faulty: FaultyUsername): string {
  const { token, why, nearest } = faulty;
  const hint = nearest === null ? "" : `, did you mean "${nearest}"?`;
  switch (why) {
    case "badName":
      return "the user name does not begin with a sub-account's name";
    case "tooLong":
      return `the user name is longer than ${usernameMaxLength} characters`;
    case "unknownParameter":
      return `unknown parameter "${token}" in the user name${hint}`;
    case "missingValue":
      return `parameter "${token}" has no value`;
    case "givenTwice":
      return `parameter "${token}" is given twice`;
    case "badValue":
      return `"${token}" is no value for that parameter: ${expectedValue(token)}`;
    case "ambiguous":
      return `the user name can be read in two ways${hint}`;
  }
}

function expectedValue(token: string): string {
  const field = fieldOf.get(foldPlace(token.split("-")[0] ?? ""));
  if (field === "minutes") return `whole minutes from ${minMinutes} to ${maxMinutes}`;
  if (field === "sid") return `1 to ${SID_MAX} letters and digits`;
  if (field === "strict") return "0 or 1";
  if (field === "asn") return "a number such as 7018";
  return "letters and digits";
}

/** Formats a user name in the grammar's order; the inverse of `parseUsername`. */
export function formatUsername(parts: {
  name: string;
  filter?: PlaceFilter;
  sid?: string | null;
  minutes?: number;
  strict?: boolean;
}): string {
  const { filter = {}, sid, minutes, strict } = parts;
  const values: [string, string | number | null | undefined][] = [
    ["region", filter.country?.toUpperCase()],
    ["st", filter.state],
    ["city", filter.city],
    ["zip", filter.postal],
    ["isp", filter.isp],
    ["asn", filter.asn],
    ["sid", sid],
    ["t", minutes],
    ["strict", strict ? 1 : undefined],
  ];
  const nonEmpty = values.filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  return [parts.name, ...nonEmpty.map(([key, value]) => `${key}-${formatValue(key, value)}`)].join(
    "-",
  );
}

function formatValue(key: string, value: string | number | null | undefined): string {
  const text = String(value);
  if (key === "region") return foldPlace(text).toUpperCase();
  return key === "sid" ? text : foldPlace(text);
}

/** A text that is equal for equal filters; together with the sid it identifies a held session. */
export function filterKey(filter: PlaceFilter): string {
  const { country = "", state = "", city = "", postal = "", isp = "", asn = "" } = filter;
  return `${country}|${state}|${city}|${postal}|${isp}|${asn}`;
}

/** Returns the canonical parameter name of a filter's field: `country` → `region`. */
export function parameterOf(field: PlaceField): string {
  return spellings.find(([candidate]) => candidate === field)?.[1][0] ?? field;
}
