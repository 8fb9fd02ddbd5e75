/**
 * Covers the secrets of an answer for those who may not have them (spec/accounts#secrets-shown). The
 * contract marks the fields; nothing depends on their names.
 */
import { type Cover, coverOf } from "@turnpike/contract/secret.ts";
import { coveredAddress } from "@turnpike/rules/covered-address.ts";
import { z } from "zod";

/**
 * Who gets the answer: the staff's view of an account (and roles that use no proxies), such a role that
 * buys, a key, or the console.
 */
export type Reader = "view" | "buyer" | "key" | "console";

const MASK = "••••••••";

/** All of an address but its token. */
export const withoutToken = (address: string): string =>
  address.replace(/([?&](?:token|key)=)[^&\s]+/gi, `$1${MASK}`);

/** What each reader gets of a marked field; absent: all of it. */
const covered: Record<Cover, Partial<Record<Reader, (text: string) => string>>> = {
  whole: { view: () => MASK, buyer: () => MASK },
  address: { view: coveredAddress, key: coveredAddress, console: coveredAddress },
  query: { view: withoutToken },
};

type Covering = (value: unknown) => unknown;

/** Returns what covers the values of a schema for a reader; null if it has nothing to cover. */
export function coveringOf(schema: z.ZodType, reader: Reader): Covering | null {
  const cover = coverOf(schema);
  const own = cover && covered[cover][reader];
  if (own) return textsIn(own);
  if (schema instanceof z.ZodObject) return fieldsIn(schema, reader);
  if (schema instanceof z.ZodArray) return itemsIn(coveringOf(schema.element as z.ZodType, reader));
  if (schema instanceof z.ZodRecord)
    return valuesIn(coveringOf(schema.valueType as z.ZodType, reader));
  if (schema instanceof z.ZodUnion) return inTurn(schema.options as z.ZodType[], reader);
  if (schema instanceof z.ZodPipe) return coveringOf(schema.out as z.ZodType, reader);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return coveringOf(schema.unwrap() as z.ZodType, reader);
  return null;
}

/** The same for each reader, made when first needed: at the start they would be four of each call. */
export function coveringsOf(schema: z.ZodType): (reader: Reader) => Covering | null {
  const made = new Map<Reader, Covering | null>();
  return (reader) => {
    if (!made.has(reader)) made.set(reader, coveringOf(schema, reader));
    return made.get(reader) ?? null;
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Covers a text, or the texts of a list; nothing stays nothing. */
function textsIn(own: (text: string) => string): Covering {
  const covering: Covering = (value) => {
    if (Array.isArray(value)) return value.map(covering);
    return typeof value === "string" && value !== "" ? own(value) : value;
  };
  return covering;
}

function fieldsIn(schema: z.ZodObject, reader: Reader): Covering | null {
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const covering = coveringOf(field as z.ZodType, reader);
    return covering ? [[name, covering] as const] : [];
  });
  if (fields.length === 0) return null;
  return (value) => {
    if (!isObject(value)) return value;
    const shown = { ...value };
    for (const [name, covering] of fields)
      if (Object.hasOwn(shown, name)) shown[name] = covering(shown[name]);
    return shown;
  };
}

const itemsIn = (item: Covering | null): Covering | null =>
  item && ((value) => (Array.isArray(value) ? value.map(item) : value));

function valuesIn(inner: Covering | null): Covering | null {
  if (!inner) return null;
  return (value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))
      : value;
}

/** Of a union, each option's fields are covered. */
function inTurn(options: readonly z.ZodType[], reader: Reader): Covering | null {
  const all = options.flatMap((option) => coveringOf(option, reader) ?? []);
  if (all.length === 0) return null;
  return (value) => all.reduce((shown, covering) => covering(shown), value);
}
