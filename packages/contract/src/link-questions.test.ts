import { expectTypeOf, test } from "vitest";
import type { z } from "zod";
import type { QuestionKind, Questions } from "./data-plane.ts";
import type { linkQuestions } from "./link-questions.ts";

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
