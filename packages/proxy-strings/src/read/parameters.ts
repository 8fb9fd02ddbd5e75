/** Parses the parameters in a user name or a password, in the dialect of its provider. */
import type { Dialect, Meaning, Unit } from "./terms.ts";
import { cut, type Span, splitAt } from "./span.ts";
import { normalOf, type PartNote, spelledState } from "./values.ts";
import { countryCode, usStateNames } from "./places.ts";

/** One part of a proxy string: its position, meaning and value. */
export interface Part {
  meaning: Meaning;
  /** Its position in the paste, including the parameter's name. */
  from: number;
  to: number;
  /** The parameter's name as written; null if it has none. */
  key: string | null;
  value: string;
  /** The value in our own spelling; empty if we have no equivalent. */
  normal: string;
  note: PartNote | null;
}

/** A grammar to parse with; without a provider, only keys that are common to all. */
export type Grammar = Pick<
  Dialect,
  "lead" | "keys" | "words" | "unit" | "style" | "bare" | "order" | "joined"
> & {
  family: Dialect["family"] | null;
};

export function partOf(meaning: Meaning, span: Span, unit: Unit = "minutes"): Part {
  return {
    meaning,
    from: span.from,
    to: span.to,
    key: null,
    value: span.text,
    ...normalOf(meaning, span.text, unit),
  };
}

const folded = (text: string) => text.toLowerCase().replaceAll("_", "");
const meaningOf = (grammar: Grammar, word: string): Meaning | undefined =>
  Object.hasOwn(grammar.keys, folded(word)) ? grammar.keys[folded(word)] : undefined;
const wordMeaningOf = (grammar: Grammar, word: string): Meaning | undefined =>
  Object.hasOwn(grammar.words, folded(word)) ? grammar.words[folded(word)] : undefined;

/** Returns the span from one piece to another, including everything between them. */
const joined = (whole: Span, one: Span, other: Span): Span => ({
  ...whole,
  from: one.from,
  to: other.to,
});

function withKey(
  whole: Span,
  pair: { key: Span; value: Span; meaning: Meaning; unit: Unit },
): Part {
  const { key, value, meaning, unit } = pair;
  const { from, to } = joined(whole, key, value);
  return {
    meaning,
    from,
    to,
    key: key.text,
    value: value.text,
    ...normalOf(meaning, value.text, unit),
  };
}

/** Splits a user name or a password into parts; `owner` is the meaning of the first part. */
export function parametersOf(span: Span, owner: "account" | "password", grammar: Grammar): Part[] {
  const parts = splitters[grammar.style](span, owner, grammar);
  return withStates(parts.flatMap((part) => unjoined(part, grammar)));
}

type Splitter = (span: Span, owner: "account" | "password", grammar: Grammar) => Part[];
const splitters: Readonly<Record<Grammar["style"], Splitter>> = {
  dash: (span, owner, grammar) => byLetter(span, owner, grammar, "-"),
  bars: (span, owner, grammar) => byLetter(span, owner, grammar, "_"),
  underscore: byUnderscores,
  dots: (span, owner, grammar) => byPairs(span, owner, grammar, ["__", ";", "."]),
  commas: (span, owner, grammar) => byPairs(span, owner, grammar, [",", ",", "_"]),
  positional: byPosition,
};

/** `customer-NAME-cc-US-city-berlin`: alternating names and values after the first known name. */
function byLetter(
  span: Span,
  owner: "account" | "password",
  grammar: Grammar,
  letter: string,
): Part[] {
  const pieces = splitAt(span, letter);
  const lead = leadLength(pieces, grammar.lead);
  const isName = (at: number) => {
    const word = pieces[at]?.text ?? "";
    const named = meaningOf(grammar, word) !== undefined && at + 1 < pieces.length;
    return named || wordMeaningOf(grammar, word) !== undefined || isBare(grammar, pieces, at);
  };
  let at = Math.min(lead + 1, pieces.length);
  while (at < pieces.length && !isName(at)) at += 1;
  const [first, last] = [pieces[lead] ?? span, pieces[at - 1] ?? span];
  const parts = [accountPart(span, { pieces, lead, first, last, owner })];
  while (at < pieces.length) {
    const key = pieces[at] ?? span;
    const value = pieces[at + 1];
    const meaning = meaningOf(grammar, key.text);
    const alone = wordMeaningOf(grammar, key.text);
    if (meaning !== undefined && value) {
      parts.push(withKey(span, { key, value, meaning, unit: grammar.unit }));
      at += 2;
    } else if (alone !== undefined) {
      parts.push(partOf(alone, key));
      at += 1;
    } else if (isBare(grammar, pieces, at)) {
      parts.push(barePart(key));
      at += 1;
    } else {
      // An unknown name takes the next piece as its value, unless that is a name itself.
      const pair = value !== undefined && !isName(at + 1);
      parts.push(partOf("unknown", pair ? cutBetween(span, key, value) : key));
      at += pair ? 2 : 1;
    }
  }
  return parts;
}

/** Returns the part before the parameters, without its prefix words. */
function ownerPart(span: Span, owner: "account" | "password", lead: readonly string[]): Part {
  const pieces = splitAt(span, "-");
  const length = leadLength(pieces, lead);
  const [first, last] = [pieces[length] ?? span, pieces.at(-1) ?? span];
  return accountPart(span, { pieces, lead: length, first, last, owner });
}

function leadLength(pieces: readonly Span[], lead: readonly string[]): number {
  // `lum-customer` is the former name of `brd-customer`.
  const word = (at: number) => pieces[at]?.text.toLowerCase().replace(/^lum$/, "brd");
  const whole = lead.length > 0 && lead.every((each, at) => word(at) === each);
  return whole && pieces.length > lead.length ? lead.length : 0;
}

function accountPart(
  whole: Span,
  of: {
    pieces: readonly Span[];
    lead: number;
    first: Span;
    last: Span;
    owner: "account" | "password";
  },
): Part {
  const part = partOf(of.owner, cutBetween(whole, of.first, of.last));
  if (of.lead === 0) return part;
  const [start, end] = [of.pieces[0] ?? whole, of.pieces[of.lead - 1] ?? whole];
  return { ...part, from: start.from, key: cutBetween(whole, start, end).text };
}

/** Returns the text from one piece to another, including the dashes between them. */
function cutBetween(whole: Span, one: Span, other: Span): Span {
  const start = textPlace(whole, one.from);
  const end = textPlace(whole, other.to);
  return cut(whole, start, end);
}

function textPlace(whole: Span, place: number): number {
  if (!whole.places) return place - whole.from;
  const at = whole.places.indexOf(place);
  return at < 0 ? whole.text.length : at;
}

/** `NAME-US-rotate`, `NAME-US-1`: places and numbers without names. */
function isBare(grammar: Grammar, pieces: readonly Span[], at: number): boolean {
  if (!grammar.bare) return false;
  const word = pieces[at]?.text ?? "";
  return /^\d{1,6}$/.test(word) || (word.length === 2 && countryCode(word) !== null);
}

function barePart(span: Span): Part {
  if (!/^\d+$/.test(span.text)) return partOf("country", span);
  return { ...partOf("session", span), note: "keptNumber" };
}

/** `SECRET_country-us_session-abc`: pairs at the end, from the first known name on. */
function byUnderscores(span: Span, owner: "account" | "password", grammar: Grammar): Part[] {
  const pairs: { from: number; key: string }[] = [];
  for (const { 0: found, index } of span.text.matchAll(/_[a-z]{2,20}-/gi)) {
    const key = found.slice(1, -1);
    if (pairs.length > 0 || meaningOf(grammar, key) !== undefined) pairs.push({ from: index, key });
  }
  const end = pairs[0]?.from ?? span.text.length;
  const parts = [ownerPart(cut(span, 0, end), owner, grammar.lead)];
  for (const [at, { from, key }] of pairs.entries()) {
    const start = from + 1;
    const end = pairs[at + 1]?.from ?? span.text.length;
    const value = cut(span, start + key.length + 1, end);
    const meaning = value.text === "" ? undefined : meaningOf(grammar, key);
    parts.push(
      meaning === undefined
        ? partOf("unknown", cut(span, start, end))
        : withKey(span, {
            key: cut(span, start, start + key.length),
            value,
            meaning,
            unit: grammar.unit,
          }),
    );
  }
  return parts;
}

/** `NAME__cr.us;city.berlin`, `user_NAME,country_US`: what begins, ends and divides the pairs. */
function byPairs(
  span: Span,
  owner: "account" | "password",
  grammar: Grammar,
  [begins, ends, divides]: [string, string, string],
): Part[] {
  const start = span.text.indexOf(begins);
  if (start < 0) return [partOf(owner, span)];
  const parts = [partOf(owner, cut(span, 0, start))];
  for (const pair of splitAt(cut(span, start + begins.length), ends)) {
    if (pair.text === "") continue;
    const at = pair.text.indexOf(divides);
    const key = cut(pair, 0, Math.max(at, 0));
    const meaning = at > 0 ? meaningOf(grammar, key.text) : undefined;
    const value = cut(pair, at + divides.length);
    parts.push(
      meaning === undefined || value.text === ""
        ? partOf("unknown", pair)
        : withKey(span, { key, value, meaning, unit: grammar.unit }),
    );
  }
  return parts;
}

/** `wifi;us;;texas;austin`: values without names, which may be empty. */
function byPosition(span: Span, owner: "account" | "password", { order = [] }: Grammar): Part[] {
  const pieces = splitAt(span, ";");
  if (pieces.length < 2) return [partOf(owner, span)];
  return pieces
    .map((piece, at) => partOf(order[at] ?? "unknown", piece))
    .filter(({ value }) => value !== "");
}

/** Takes `us_texas_austin` apart. A state is only told from a city if it is one of the USA. */
function unjoined(part: Part, { joined }: Grammar): Part[] {
  const key = folded(part.key ?? "");
  const [, country, rest] = /^([a-z]{2,3})_(.+)$/i.exec(part.value) ?? [];
  if (!joined?.includes(key) || country === undefined || rest === undefined) return [part];
  const from = part.to - part.value.length;
  const piece = (meaning: Meaning, start: number, text: string): Part =>
    partOf(meaning, { text, from: from + start, to: from + start + text.length, places: null });
  const first = { ...piece("country", 0, country), from: part.from, key: part.key };
  const state = normalOf("country", country, "minutes").normal === "US" ? usStateOf(rest) : "";
  const at = country.length + 1;
  if (state === "") return [first, piece("city", at, rest)];
  const after = at + state.length + 1;
  return [first, piece("state", at, state), piece("city", after, rest.slice(state.length + 1))];
}

/** The longest name of a US state before a city's; empty if there is none. */
function usStateOf(text: string): string {
  const names = usStateNames.map((name) => name.replaceAll(" ", "_"));
  const found = names.filter((name) => text.toLowerCase().startsWith(`${name}_`));
  return found.toSorted((one, other) => other.length - one.length)[0] ?? "";
}

/** Expands abbreviated states if the country is known. */
function withStates(parts: Part[]): Part[] {
  const countryIs = parts.find(({ meaning }) => meaning === "country")?.normal ?? "";
  return parts.map((part) =>
    part.meaning === "state" && part.note !== "badValue"
      ? { ...part, ...spelledState(part, countryIs) }
      : part,
  );
}
