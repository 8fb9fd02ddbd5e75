/**
 * Reads an upstream's file, as operators save it (spec/supply#upstreams). Its fields are here, once; what its templates, hosts
 * and promises must hold is in `judge.ts`. Without zod: the console reads a file in the browser while it is written.
 */
import { type UpstreamFile, upstreamKinds } from "./definition.ts";
import { errorClasses } from "./errors.ts";
import { presetOf } from "./presets.ts";
import { placeFields, templateFields } from "./template.ts";

/** What is wrong with a file, by the path of its field. */
export interface FileFault {
  field: string;
  fault: string;
}
type Check = (value: unknown, field: string) => FileFault | null;

const check =
  (isRight: (value: unknown) => boolean, fault: string): Check =>
  (value, field) =>
    isRight(value) ? null : { field, fault };

/** The first fault of several checks. */
const all =
  (...checks: Check[]): Check =>
  (value, field) => {
    for (const one of checks) {
      const fault = one(value, field);
      if (fault !== null) return fault;
    }
    return null;
  };

const isText = (value: unknown): value is string => typeof value === "string";
const aText = check(isText, "a text is expected");
const lengthOf = (value: unknown) => (value as { length: number }).length;
const least = (length: number, fault: string) => check((value) => lengthOf(value) >= length, fault);
const most = (length: number, fault: string) => check((value) => lengthOf(value) <= length, fault);
const text = (longest: number) => all(aText, least(1, "is empty"), most(longest, "is too long"));
const like = (pattern: RegExp, fault: string) =>
  check((value) => isText(value) && pattern.test(value), fault);
const oneOf = (values: readonly unknown[], fault = `one of ${values.join(", ")} is expected`) =>
  check((value) => values.includes(value), fault);
const isWhole = (value: unknown, from: number, to: number) =>
  Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to;
const whole = (from: number, to: number) =>
  check((value) => isWhole(value, from, to), `a whole number from ${from} to ${to} is expected`);
const flag = check((value) => typeof value === "boolean", "true or false is expected");
const orNull =
  (one: Check): Check =>
  (value, field) =>
    value === null ? null : one(value, field);

const list = (item: Check, ...more: Check[]) =>
  all(
    check(Array.isArray, "a list is expected"),
    (value, field) => all(...(value as unknown[]).map(at(item, field)))(value, field),
    ...more,
  );
const at =
  (item: Check, field: string) =>
  (value: unknown, place: number): Check =>
  () =>
    item(value, `${field}.${place}`);

const within = (field: string, name: string) => (field === "" ? name : `${field}.${name}`);
const anObject = (fault = "an object is expected") =>
  check((value) => typeof value === "object" && value !== null && !Array.isArray(value), fault);

/** An object with these fields and no others; those that are `needed` are checked even if absent. */
const object = (fields: Record<string, Check>, needed: readonly string[] = []) =>
  all(anObject(), (value, field) => {
    const given = value as Record<string, unknown>;
    for (const [name, one] of Object.entries(fields)) {
      if (given[name] === undefined && !needed.includes(name)) continue;
      const fault = one(given[name], within(field, name));
      if (fault !== null) return fault;
    }
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
    return unknown === undefined ? null : { field: within(field, unknown), fault: "unknown field" };
  });

/** A table from texts to something. */
const table = (key: Check, one: Check) =>
  all(anObject("a table is expected"), (value, field) => {
    for (const [name, content] of Object.entries(value as object)) {
      const path = within(field, name);
      const fault = key(name, path) ?? one(content, path);
      if (fault !== null) return fault;
    }
    return null;
  });

const header = all(aText, like(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, "is no name of a header"));

const errorRow = all(
  object(
    {
      status: whole(100, 999),
      socks: check(
        (value) => value === "auth" || isWhole(value, 1, 255),
        "a reply's number or auth is expected",
      ),
      header,
      contains: text(2000),
      class: oneOf(errorClasses),
    },
    ["class"],
  ),
  check((row) => Object.keys(row as object).length > 1, "names no condition"),
);

const bytes = orNull(whole(1, Number.MAX_SAFE_INTEGER));

/** The fields of an upstream's file; a preset and defaults fill what is absent. */
const fields = {
  name: all(
    check((value) => value !== undefined, "is missing"),
    aText,
    like(/^[a-z0-9][a-z0-9-]{0,39}$/, "is 1 to 40 small letters, digits and dashes"),
    check((name) => name !== "own", "is the name of own exits"),
  ),
  preset: all(
    aText,
    check((name) => presetOf(name as string) !== null, "is no preset"),
  ),
  how: oneOf(upstreamKinds),
  hosts: list(text(300), most(32, "has more than 32")),
  login: object({ login: text(200), id: text(200), zone: text(200) }),
  secret: text(500),
  secretFile: text(500),
  user: list(text(2000), most(8, "has more than 8 variants")),
  password: all(aText, most(2000, "is too long")),
  places: list(
    oneOf(placeFields, `a place is one of ${placeFields.join(", ")}`),
    most(placeFields.length, "names a place twice"),
  ),
  countries: list(
    like(/^[A-Z]{2}$/, "a country is two capital letters"),
    least(1, "is empty"),
    most(300, "has more than 300"),
  ),
  session: orNull(
    object({ maxMinutes: orNull(whole(1, 43_200)), format: text(40), perConnection: flag }),
  ),
  map: table(oneOf(templateFields, "is no field"), table(text(100), text(100))),
  errors: list(errorRow, most(100, "has more than 100 rows")),
  exitIpHeader: orNull(header),
  dns: oneOf(["remote", "local"], "remote or local is expected"),
  ca: text(100_000),
  connectMs: whole(100, 30_000),
  maxConnections: orNull(whole(1, 1_000_000)),
  dayBytes: bytes,
  monthBytes: bytes,
  priority: whole(1, 1000),
  weight: whole(0, 1_000_000),
  perGbMicros: whole(0, 1_000_000_000_000),
  gbBytes: whole(1_000_000, Number.MAX_SAFE_INTEGER),
  products: list(
    oneOf(["traffic", "port", "bandwidth"], "traffic, port or bandwidth is expected"),
    least(1, "is empty"),
    most(3, "names a product twice"),
  ),
  allowRetryElsewhere: flag,
  provenance: all(
    check((value) => isText(value) && value !== "", "is missing"),
    most(500, "is too long"),
  ),
} satisfies Record<keyof UpstreamFile, Check>;

const upstreamFile = object(fields, ["name", "provenance"]);

/** Reads a file; instead of it the name of the field at fault and what is wrong with it. */
export function readUpstreamFile(value: unknown): { file: UpstreamFile } | FileFault {
  const fault = upstreamFile(value, "");
  if (fault !== null) return fault.field === "" ? { ...fault, field: "file" } : fault;
  const file = value as UpstreamFile;
  if (file.secret !== undefined && file.secretFile !== undefined)
    return { field: "secretFile", fault: "either secret or secretFile" };
  return { file };
}
