/**
 * The field types of calls. A form sends text, a script may send JSON: each field accepts both and
 * nothing else. The message of a failed check is the name of a refusal (`refusals.ts`).
 */
import { z } from "zod";

const emptyToUndefined = (value: unknown) => (value === "" || value === null ? undefined : value);

/** Whether a database can store the text: PostgreSQL has neither NUL nor half a character. */
export const isStorable = (value: string): boolean =>
  !value.includes("\u0000") && value.isWellFormed();

/** Text of limited length, trimmed; refuses lone surrogates and control characters but tab and line break. */
export function text(maxLength: number, reason = "badField") {
  return z
    .string(reason)
    .trim()
    .max(maxLength, reason)
    .refine((value) => !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(value), reason)
    .refine((value) => value.isWellFormed(), reason);
}

/** Required text. */
export function requiredText(maxLength: number, reason = "missingField") {
  return z.preprocess(emptyToUndefined, text(maxLength, reason));
}

/** An optional field: empty text counts as absent. */
export function optional<T extends z.ZodType>(field: T) {
  return z.preprocess(emptyToUndefined, field.optional());
}

function asNumber(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return /^-?\d{1,15}(\.\d{1,12})?$/.test(value.trim()) ? Number(value) : Number.NaN;
}

/** A decimal number, as text or as a JSON number. */
export function number(reason = "badNumber") {
  return z.preprocess(asNumber, z.number(reason));
}

/** An integer from `min` to `max`; `missing` is the reason if there is none at all. */
export function integer(min: number, max: number, reason = "badNumber", missing = reason) {
  const error = ({ input }: { input?: unknown }) => (input === undefined ? missing : reason);
  const read = (value: unknown) => asNumber(emptyToUndefined(value));
  return z.preprocess(read, z.number({ error }).int(reason).min(min, reason).max(max, reason));
}

/** One of several integers, such as days 7, 30, 90. */
export function oneOf<const T extends readonly number[]>(values: T, reason = "badField") {
  return z
    .preprocess(
      asNumber,
      z
        .number(reason)
        .refine((value) => values.includes(value), reason)
        .transform((value) => value as T[number]),
    )
    .meta({ type: "integer", enum: [...values] });
}

/** A boolean: 1 or 0, or also true or false in JSON. */
export function flag(reason = "badField") {
  return z.preprocess((value) => {
    if (value === "1" || value === 1 || value === true || value === "true") return true;
    if (value === "0" || value === 0 || value === false || value === "false") return false;
    return value;
  }, z.boolean(reason));
}

/** A required consent: `agree=1`. */
export function agreed(reason = "mustAgree") {
  return flag(reason).refine((value) => value, reason);
}

/**
 * A comma-separated list (or a JSON array) of short texts, without empty items and duplicates.
 * Empty text is an empty list; an absent value counts as missing.
 */
export function list(maxItems: number, reason = "badField") {
  return z
    .preprocess(
      (value) => (typeof value === "string" ? value.split(/[,\s]+/) : value),
      z
        .array(z.string(reason).max(200, reason), {
          error: ({ input }) => (input === undefined || input === null ? "missingField" : reason),
        })
        .refine((items) => items.every(isStorable), reason)
        .transform((items) => [...new Set(items.map((item) => item.trim()).filter(Boolean))])
        .refine((items) => items.length <= maxItems, reason),
    )
    .meta({ maxItems });
}

const ID = /^[0-9a-zA-Z_-]{1,64}$/;
/** An opaque id. */
export const id = (reason = "badField") =>
  requiredText(64, "missingField").pipe(z.string().regex(ID, reason));
/** Ids of the rows that a batch action applies to, at least one (spec/dashboard#batch-actions). */
export const ids = () => list(1000).refine((items) => items.length > 0, "selectRow");

const DAY = /^\d{4}-\d\d-\d\d$/;
const instantOr = (time: string, reason: string) =>
  z.preprocess(
    (value) => (typeof value === "string" && DAY.test(value) ? `${value}T${time}Z` : value),
    z.iso
      .datetime({ offset: true, error: reason })
      .transform((value) => new Date(value).toISOString()),
  );
/** An instant in ISO 8601 with a time zone; a bare date means its start in UTC. */
export const instant = (reason = "badField") => instantOr("00:00:00", reason);
/** The inclusive end of a span; a bare date means its end in UTC. */
export const instantEnd = (reason = "badField") => instantOr("23:59:59.999", reason);

const DAY_MS = 86_400_000;
const nextDay = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString();
/** The exclusive end of a span; a bare date means the start of the next day. */
export const instantAfter = (reason = "badField") =>
  z.union([z.iso.date().transform(nextDay), instant(reason)], reason);

/** Fields of a paged request: `page` starts at 1, `limit` defaults to 10 and is capped at 100. */
export const paging = {
  page: integer(1, 1_000_000).default(1).describe("The page to return, from 1. 1 by default."),
  limit: integer(1, Number.MAX_SAFE_INTEGER)
    .transform((value) => Math.min(value, 100))
    .default(10)
    .describe("Entries on a page. 10 by default; more than 100 counts as 100."),
};
/** Fields of a paged response. */
export const paged = <T extends z.ZodType>(item: T) => ({
  items: z.array(item).describe("One page of the list."),
  total: z.int().describe("The number of entries on all pages."),
  page: z.int().describe("The number of this page, from 1."),
  limit: z.int().describe("Entries on a page."),
});

/** Sort order: a field's name, with a leading `-` for descending. */
export const sortedBy = <const T extends string>(names: readonly T[]) =>
  optional(z.enum([...names, ...names.map((name) => `-${name}` as const)], "badField"));

/** `requestId` of a money call: 8-64 characters. */
export const requestId = optional(
  z.string("badRequestId").regex(/^[\x21-\x7e]{8,64}$/, "badRequestId"),
).describe(
  "A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice.",
);

/** `quoteId` of a call that buys something. */
export const quoteId = optional(text(1_000)).describe(
  "A quote of `/v1/quote` for the same purchase, whose price is kept for 15 minutes.",
);

/** The most that a purchase may cost. */
export const maxTotalCents = optional(integer(0, 1_000_000_000, "badAmount")).describe(
  "The most it may cost, tax included, in US cents. A higher price is refused with 409 `priceAboveLimit`, and nothing is bought.",
);

/** `requestId` of an act that may not be sent without one. */
export const neededRequestId = z
  .preprocess(
    emptyToUndefined,
    z.string("missingField").regex(/^[\x21-\x7e]{8,64}$/, "badRequestId"),
  )
  .describe(
    "A unique name for this act, 8 to 64 characters. A repeated act with the same fields returns the first result and does nothing twice.",
  );

/** Response fields. */
export const cents = z.int();
export const bytes = z.int();
export const at = z.string().meta({ format: "date-time" });
