import type { Fields } from "@turnpike/rules/request-body.ts";
import type { z } from "zod";
import { fieldRefusal } from "./envelope.ts";

/** Parses a question. @throws Refusal that names the first invalid field */
export function readQuestion(question: z.ZodObject, fields: Fields): Record<string, unknown> {
  const own = Object.fromEntries(
    Object.keys(question.shape)
      .filter((name) => Object.hasOwn(fields, name))
      .map((name) => [name, fields[name]]),
  );
  const parsed = question.safeParse(own);
  if (parsed.success) return parsed.data as Record<string, unknown>;
  const absent = (field: string) => own[field] === undefined || own[field] === "";
  throw fieldRefusal(parsed.error.issues, absent);
}
