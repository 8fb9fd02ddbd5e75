/**
 * Accepts user names in other providers' notation at our gateway (spec/gateway#other-providers):
 * customers who switch only change name, password and host. Our own grammar is tried first; a
 * foreign one is accepted only if exactly one reading explains every word. Nothing is silently
 * widened: anything without an equivalent here is refused by name.
 */
import { isProxyCredential } from "@turnpike/rules/credentials.ts";
import { dialects } from "./dialects.ts";
import type { Dialect, Meaning } from "./terms.ts";
import { normalOf, type PartNote, spelledState } from "./values.ts";
import { countryCode } from "./places.ts";
import {
  hasNoExitOptions,
  defaultMinutes,
  filterKey,
  formatUsername,
  type FaultyUsername,
  type ParsedUsername,
  parseOldUsername,
  parseUsername,
  type ReadUsername,
  usernameMaxLength,
} from "@turnpike/rules/username.ts";

type Form = Omit<Dialect, "name" | "hosts" | "mark" | "words">;
/** Forms whose names and values are told apart by their letters alone. */
const styles: readonly Dialect["style"][] = ["dash", "underscore", "dots"];
const forms: readonly Form[] = dialects.filter(
  ({ family, style }) => family !== "ours" && styles.includes(style),
);

/** Notes about conversions that lose nothing of the request. */
const acceptedNotes: readonly (PartNote | null)[] = [
  null,
  "countryName",
  "anyPlace",
  "stateCode",
  "placePrefix",
  "inSeconds",
  "inOtherUnit",
  "rotates",
  "strictOff",
];

interface Pair {
  key: string;
  value: string;
}
/** A text split according to a form. */
interface Pieces {
  owner: string;
  pairs: Pair[];
}

/** A word that a form does not know, or whose value has no equivalent here. */
interface Unread {
  token: string;
  why: FaultyUsername["why"];
}
type Reading = { read: ReadUsername; usual: number | null } | Unread;

/** Parses a user name in our own notation, or in another provider's. Never throws. */
export function readUsername(text: string): ParsedUsername {
  const own = parseUsername(text, { hints: false });
  // If it is ours except for a bad value, do not try other forms: the meaning would change.
  if (own.ok || (own.why !== "unknownParameter" && own.why !== "badName")) return own;
  if (text.length > usernameMaxLength) return own;
  return readForeign(text, "user") ?? parseUsername(text);
}

/**
 * Parses a user name and a password, to which some providers append the parameters:
 * `SECRET_country-de_session-x`. Our passwords have no underscore. `password` is the remainder.
 */
export function readLogin(
  username: string,
  password: string,
): { username: ParsedUsername; password: string } {
  const own = readUsername(username);
  const from = password.indexOf("_");
  if (!own.ok || from <= 0 || !hasNoExitOptions(own) || password.length > usernameMaxLength)
    return { username: own, password };
  const asked = readForeign(own.name + password.slice(from), "password");
  return asked
    ? { username: asked, password: password.slice(0, from) }
    : { username: own, password };
}

/** Parameters of ours and of others, with which an old name must not become another account's. */
const endings = [
  "",
  "-region-us",
  "-cc-us",
  "-zone-x-country-us",
  "-country-us-session-a1",
  "-us",
  "_area-us",
  "_country-us",
  "__cr.us",
];

/**
 * Whether a name and a password from another program mean themselves here: no reading takes a part
 * of them for parameters, or for the name of another account.
 */
export function meansItself(name: string, password: string): boolean {
  if (isProxyCredential(name)) return readLogin(name, password).password === password;
  const old = parseOldUsername(name);
  if (old === null || !old.ok || old.name !== name.toLowerCase() || !hasNoExitOptions(old))
    return false;
  const begins = `${old.name}-`.replace(/^lum-/, "brd-");
  if (forms.some(({ lead }) => lead.length > 0 && begins.startsWith(`${lead.join("-")}-`)))
    return false;
  return endings.every((ending) => !readUsername(name + ending).ok);
}

/** Returns the only reading that explains every word; null if the text matches no form. */
function readForeign(text: string, where: Form["where"]): ParsedUsername | null {
  const readings: Extract<Reading, { read: ReadUsername }>[] = [];
  let fault: FaultyUsername | null = null;
  for (const form of forms) {
    const pieces = form.where === where ? piecesOf(text, form) : null;
    if (!pieces || !isProxyCredential(pieces.owner)) continue;
    const name = pieces.owner.toLowerCase();
    const reading = readPairs(name, pieces.pairs, form);
    if ("read" in reading) readings.push(reading);
    // Only a prefix word identifies the provider; without one, report our own grammar's error.
    else if (form.lead.length > 0 && !form.leadOptional)
      fault ??= { ok: false, name, ...reading, nearest: null };
  }
  const [first] = readings;
  if (!first) return fault;
  const meanings = new Set(readings.map(({ read }) => meaningOf(read)));
  if (meanings.size > 1) {
    const nearest = formatUsername({ ...first.read, name: first.read.name });
    return { ok: false, name: first.read.name, token: text, why: "ambiguous", nearest };
  }
  const usual = new Set(readings.map((one) => one.usual));
  const [minutes] = usual;
  const lasts = first.read.minutesGiven || usual.size > 1 ? null : minutes;
  return { ...first.read, minutes: lasts ?? first.read.minutes };
}

const meaningOf = ({ name, filter, sid, minutes, minutesGiven, strict }: ReadUsername) =>
  [name, filterKey(filter), sid ?? "", minutesGiven ? minutes : "", strict].join("|");

/** Splits a text according to a form; null if it does not match. */
function piecesOf(text: string, form: Form): Pieces | null {
  const rest = withoutLead(text, form);
  if (rest === null) return null;
  if (form.style === "dots") return byDots(rest);
  if (form.style === "underscore") return byUnderscores(rest);
  const [owner = "", ...words] = rest.split("-");
  const pairs: Pair[] = [];
  for (let at = 0; at < words.length; ) {
    const key = words[at] ?? "";
    const isBare = form.bare === true && isBareWord(key);
    pairs.push({ key, value: isBare ? "" : (words[at + 1] ?? "") });
    at += isBare ? 1 : 2;
  }
  return pairs.length > 0 ? { owner, pairs } : null;
}

const isBareWord = (word: string) =>
  /^(?:rotate|\d{1,6})$/i.test(word) || (word.length === 2 && countryCode(word) !== null);

function withoutLead(text: string, { lead, leadOptional }: Form): string | null {
  if (lead.length === 0) return text;
  const begins = text.toLowerCase().replace(/^lum-/, "brd-");
  const words = `${lead.join("-")}-`;
  if (begins.startsWith(words)) return text.slice(words.length);
  return leadOptional ? text : null;
}

/** `NAME_area-DE_session-x`. */
function byUnderscores(text: string): Pieces | null {
  const [owner = "", ...words] = text.split(/_(?=[a-z]{2,20}-)/i);
  const pairs = words.map((word) => {
    const dash = word.indexOf("-");
    return { key: word.slice(0, dash), value: word.slice(dash + 1) };
  });
  return pairs.length > 0 ? { owner, pairs } : null;
}

/** `NAME__cr.us;city.berlin`. */
function byDots(text: string): Pieces | null {
  const start = text.indexOf("__");
  if (start < 0) return null;
  const words = text
    .slice(start + 2)
    .split(";")
    .filter(Boolean);
  const pairs = words.map((word) => {
    const dot = word.indexOf(".");
    return dot < 0
      ? { key: word, value: "" }
      : { key: word.slice(0, dot), value: word.slice(dot + 1) };
  });
  return pairs.length > 0 ? { owner: text.slice(0, start), pairs } : null;
}

/** Converts a bare word of Webshare's to the pair that it stands for. */
function meaningOfPair(
  { key, value }: Pair,
  form: Form,
): { meaning: Meaning | null; value: string } {
  if (form.bare && isBareWord(key)) {
    if (/^\d+$/.test(key)) return { meaning: "session", value: key };
    return { meaning: key.length === 2 ? "country" : "rotation", value: key };
  }
  const word = key.toLowerCase().replaceAll("_", "");
  return { meaning: Object.hasOwn(form.keys, word) ? (form.keys[word] ?? null) : null, value };
}

function readPairs(name: string, pairs: readonly Pair[], form: Form): Reading {
  const read: ReadUsername = {
    ok: true,
    name,
    filter: {},
    sid: null,
    minutes: defaultMinutes,
    minutesGiven: false,
    strict: false,
  };
  const seen = new Set<Meaning>();
  // A state's abbreviation depends on the country, wherever that appears.
  const country = pairs
    .map((pair) => meaningOfPair(pair, form))
    .find((one) => one.meaning === "country");
  const countryIs = country ? normalOf("country", country.value, form.unit).normal : "";
  for (const pair of pairs) {
    const { meaning, value } = meaningOfPair(pair, form);
    if (meaning === null) return { token: pair.key, why: "unknownParameter" };
    if (seen.has(meaning)) return { token: pair.key, why: "givenTwice" };
    seen.add(meaning);
    if (value === "") return { token: pair.key, why: "missingValue" };
    const plain = normalOf(meaning, value, form.unit);
    const { normal, note } =
      meaning === "state" && plain.note !== "badValue" ? spelledState(plain, countryIs) : plain;
    if (!acceptedNotes.includes(note) && !(form.bare && meaning === "session"))
      return { token: `${pair.key}-${value}`, why: "badValue" };
    applyValue(read, meaning, normal);
  }
  return { read, usual: read.sid === null ? null : form.minutes };
}

function applyValue(read: ReadUsername, meaning: Meaning, normal: string): void {
  if (normal === "") return;
  if (meaning === "session") read.sid = normal.toLowerCase();
  else if (meaning === "strict") read.strict = true;
  else if (meaning === "asn") read.filter.asn = Number(normal);
  else if (meaning === "minutes") {
    read.minutes = Number(normal);
    read.minutesGiven = true;
  } else if (meaning === "country") read.filter.country = normal.toLowerCase();
  else if (meaning === "state" || meaning === "city") read.filter[meaning] = normal;
  else if (meaning === "postal" || meaning === "isp") read.filter[meaning] = normal;
}
