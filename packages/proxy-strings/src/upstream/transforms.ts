/** What a template can do with a field's value on its way into the text. */
import { usStateCode } from "../read/places.ts";
import type { TemplateField } from "./template.ts";
import { digitsOf, lettersOf } from "./session-token.ts";

const plain = ["upper", "lower", "join", "snake", "dash", "plus", "name", "us", "code2"] as const;
/** How a unit writes minutes. */
const units = {
  s: (minutes: number) => minutes * 60,
  m: (minutes: number) => minutes,
  h: (minutes: number) => minutes / 60,
};
export type Transform =
  | { kind: "plain"; how: (typeof plain)[number] }
  | { kind: "map" }
  | { kind: "unit"; unit: keyof typeof units }
  | { kind: "alnum8" }
  | { kind: "digits"; first: number; last: number };

const places: readonly TemplateField[] = ["country", "state", "city", "postal", "isp", "asn"];
/** The fields that a transform makes sense for; the others take any. */
const only: Readonly<Record<string, readonly TemplateField[]>> = {
  name: ["country"],
  us: ["state"],
  code2: ["state"],
  map: places,
  s: ["minutes"],
  m: ["minutes"],
  h: ["minutes"],
  alnum8: ["session"],
  digits: ["session"],
};

/** Parses a transform of a field; a text says what is wrong. */
export function readTransform(word: string, field: TemplateField): Transform | string {
  const open = word.indexOf("(");
  const name = open < 0 ? word : word.slice(0, open);
  const known = plain.find((each) => each === name);
  const transform: Transform | string = known
    ? { kind: "plain", how: known }
    : name === "map" || name === "alnum8"
      ? { kind: name }
      : name === "digits"
        ? readDigits(word.slice(name.length))
        : Object.hasOwn(units, name)
          ? { kind: "unit", unit: name as keyof typeof units }
          : `unknown transform ${word === "" ? "(empty)" : word.slice(0, 40)}`;
  if (typeof transform === "string") return transform;
  if (open >= 0 && name !== "digits") return `transform ${name} takes no numbers`;
  const fields = only[name];
  if (fields && !fields.includes(field)) return `transform ${name} is not for ${field}`;
  return transform;
}

/** `(10000,999999999)`: the range that a session number is in. */
export function readDigits(text: string): Transform | string {
  const [, low, high] = /^\((\d{1,15}),(\d{1,15})\)$/.exec(text) ?? [];
  if (low === undefined || high === undefined) return "transform digits needs (first,last)";
  const [first, last] = [Number(low), Number(high)];
  return first < last ? { kind: "digits", first, last } : "transform digits needs first < last";
}

/** What transforms need besides the value. */
export interface TransformWith {
  /** Upper case, or undefined. */
  country: string | undefined;
  /** The preset's own table: `{"country": {"GB": "UK"}}`. */
  map: Readonly<Partial<Record<TemplateField, Readonly<Record<string, string>>>>>;
}

/** Applies a transform to a value; null if the value has no such form. */
export function transformed(
  value: string,
  transform: Transform,
  field: TemplateField,
  by: TransformWith,
): string | null {
  if (transform.kind === "plain") return plainly(value, transform.how, by);
  if (transform.kind === "unit") {
    const number = units[transform.unit](Number(value));
    return Number.isInteger(number) ? String(number) : null;
  }
  if (transform.kind !== "map") return value;
  const table = by.map[field] ?? {};
  if (Object.hasOwn(table, value)) return table[value] ?? null;
  // A country's code is everybody's; the ids of other places are the wholesaler's own.
  return field === "country" ? value : null;
}

function plainly(value: string, how: (typeof plain)[number], by: TransformWith): string | null {
  switch (how) {
    case "upper":
      return value.toUpperCase();
    case "lower":
      return value.toLowerCase();
    case "join":
      return value.replaceAll(" ", "");
    case "snake":
      return value.replaceAll(" ", "_");
    case "dash":
      return value.replaceAll(" ", "-");
    case "plus":
      return value.replaceAll(" ", "+");
    case "name":
      return englishName(value);
    case "us":
      return by.country === "US" ? `us_${value}` : null;
    case "code2":
      return by.country === "US" ? usStateCode(value) : null;
  }
}

/** Made when first used: it takes 10 ms, and most upstreams ask for codes. */
let names: Intl.DisplayNames | null = null;

/** `DE` → `Germany`. */
function englishName(code: string): string | null {
  names ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? null) : null;
}

/** A session token in the form that the field's transforms ask for, else in the upstream's own. */
export function sessionText(
  token: Uint8Array,
  transforms: readonly Transform[],
  format: Transform,
): string {
  const form = transforms.find(({ kind }) => kind === "alnum8" || kind === "digits") ?? format;
  return form.kind === "digits" ? digitsOf(token, form) : lettersOf(token, 8);
}
