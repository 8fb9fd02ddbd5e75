import { usernameMaxLength } from "@turnpike/rules/username.ts";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { QuestionKind, Questions } from "./data-plane.ts";
import { linkQuestions } from "./link-questions.ts";

type Filled<T> = T extends (infer E)[]
  ? Filled<E>[]
  : T extends object
    ? { [K in keyof T]-?: Filled<T[K]> }
    : T;
type Parsed<K extends QuestionKind> = Filled<z.output<(typeof linkQuestions)[K]>>;
/** The name of a kind instead of `true` if its schema lacks a field, also an optional one. */
type Complete = {
  [K in QuestionKind]: Parsed<K> extends Filled<Questions[K]["question"]> ? true : K;
};

test("Each schema names all fields of its question, as it drops the others (the compiler checks it)", () => {
  expectTypeOf<Complete>().toEqualTypeOf<Record<QuestionKind, true>>();
});

/** Every text in a schema that is parsed field by field, by its path. */
function textsOf(schema: z.core.$ZodType, path: string): [path: string, text: z.ZodType][] {
  if (schema instanceof z.ZodString) return [[path, schema]];
  if (schema instanceof z.ZodPipe) return [[path, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      textsOf(field as z.core.$ZodType, `${path}.${name}`),
    );
  if (schema instanceof z.ZodArray) return textsOf(schema.element, `${path}[]`);
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional
  )
    return textsOf(schema.unwrap(), path);
  return [];
}

test("No text of a question reaches a handler with what the database refuses: a name is refused, a sentence cleaned", () => {
  const texts = Object.entries(linkQuestions).flatMap(([kind, schema]) => textsOf(schema, kind));
  expect(texts.length).toBeGreaterThan(30);
  const passed = texts.flatMap(([path, text]) =>
    ["a\u0000b", "a\ud800b", "a\u001b[31mb"].flatMap((hostile) => {
      const { success, data } = text.safeParse(hostile);
      return success && (typeof data !== "string" || !data.isWellFormed() || /\p{Cc}/u.test(data))
        ? [path]
        : [];
    }),
  );
  expect(passed).toEqual([]);
});

test("No id of a question is read in capitals, which the database reads as another's", () => {
  const ids = Object.entries(linkQuestions)
    .flatMap(([kind, schema]) => textsOf(schema, kind))
    .filter(([path]) => /Ids?(\[\])?$/.test(path));
  expect(ids.length).toBeGreaterThan(12);
  const read = ids.filter(
    ([, text]) => text.safeParse("0D7F3F0E-5A5C-4D1F-9A54-1F3F3A1F0001").success,
  );
  expect(read.map(([path]) => path)).toEqual([]);
});

test("A place of any length that a user name can hold is a question, so that no customer can make a machine ask a malformed one", () => {
  const city = "a".repeat(5 * usernameMaxLength);
  expect(linkQuestions.elsewhere.safeParse({ filter: { city } }).success).toBe(true);
});

test("No report is refused for a place that somebody else wrote: a country that is no code is none", () => {
  const none = { upstreamId: "u", accountId: "a", day: 0, country: "A".repeat(500) };
  const counts = { sentBytes: 1, receivedBytes: 0, connections: 0, failures: 0 };
  const by = { gateway: "g", epoch: "e", sequence: 1 };
  const row = {
    leaseId: "l",
    accountId: "a",
    subAccountId: "s",
    product: "traffic",
    hour: 0,
    domain: "d",
    city: "x".repeat(5_000),
  };
  const rows = [{ ...row, country: none.country, upBytes: 1, downBytes: 1, requests: 1 }];
  const report = { ...by, rows, upstreams: [{ ...none, ...counts }] };
  const parsed = linkQuestions.report.parse({ reports: [report] });
  expect(parsed.reports[0]?.upstreams?.[0]?.country).toBe("");
  const aside = { asides: [{ report, why: "", at: 0 }] };
  expect(linkQuestions.aside.safeParse(aside).success).toBe(true);
});

test("A report that is set aside is kept, whatever its rows about upstreams hold", () => {
  const good = { upstreamId: "u", accountId: "a", day: 0, country: "DE", sentBytes: 1 };
  const row = { ...good, receivedBytes: 0, connections: 0, failures: 0 };
  const upstreams = [row, null, {}, "x", { ...row, sentBytes: -1 }];
  const report = { gateway: "g", epoch: "e", sequence: 1, rows: [], upstreams };
  const parsed = linkQuestions.aside.parse({ asides: [{ report, why: "", at: 0 }] });
  expect(parsed.asides[0]?.report.upstreams).toEqual([row]);
});
