/**
 * Bodies as the door reads them: a flat set of fields, form-encoded or JSON (spec/api#requests).
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyInstance } from "fastify";

export const BODY_LIMIT_BYTES = 64 * 1024;
/** More fields than any call has; the rest of a flood is not looked at. */
const MAX_FIELDS = 200;

export type Fields = Record<string, unknown>;

/**
 * A form's fields. A key that stands twice is the list of its values; `tags[]` is `tags`. Keys of an
 * object's prototype mean nothing.
 */
export function readForm(text: string): Fields {
  const fields: Fields = Object.create(null) as Fields;
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > MAX_FIELDS) break;
    const key = name.endsWith("[]") ? name.slice(0, -2) : name;
    const before = fields[key];
    fields[key] =
      before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return fields;
}

/** A JSON body's fields: an object, or nothing. */
export function readJson(text: string): Fields {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("badBody");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refusal("badBody");
  const entries = Object.entries(value).slice(0, MAX_FIELDS);
  return Object.assign(Object.create(null) as Fields, Object.fromEntries(entries));
}

/** Teaches the server the two kinds of body; any other is 415. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const kinds = [
    ["application/x-www-form-urlencoded", readForm],
    ["application/json", readJson],
  ] as const;
  for (const [kind, read] of kinds) {
    app.addContentTypeParser(
      kind,
      { parseAs: "string", bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => {
        try {
          done(null, read(String(body)));
        } catch (error) {
          done(error as Error);
        }
      },
    );
  }
}
