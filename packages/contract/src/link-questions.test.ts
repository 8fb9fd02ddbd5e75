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
