import { isStorable } from "@turnpike/contract/fields.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Fields } from "@turnpike/rules/request-body.ts";
import type { z } from "zod";
import { fieldRefusal } from "./envelope.ts";

/** Parses a question. @throws Refusal that names the first invalid field */
export function readRequest(question: z.ZodObject, fields: Fields): Record<string, unknown> {
  const own = Object.fromEntries(
    Object.keys(question.shape)
      .filter((name) => Object.hasOwn(fields, name))
      .map((name) => [name, fields[name]]),
  );
  const parsed = question.safeParse(own);
  if (!parsed.success) {
    const absent = (field: string) => own[field] === undefined || own[field] === "";
    throw fieldRefusal(parsed.error.issues, absent);
  }
  // Whatever a field's own checks are: no handler gets a text that the database cannot store.
  for (const [field, value] of Object.entries(parsed.data))
    if (!areStorable(value)) throw new Refusal("badField", { field });
  return parsed.data as Record<string, unknown>;
}

/** Whether all texts of a value are storable; names of fields of free objects too. */
function areStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (Array.isArray(value)) return value.every(areStorable);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && areStorable(inner));
}
