/** Parses request bodies: a flat set of fields, form-encoded or JSON (spec/api#requests). */
import { hasTooManyParts } from "./json-parts.ts";

export const bodyLimitBytes = 64 * 1024;
/** More fields than any call has; the rest is ignored. */
const maxFields = 200;

export type Fields = Record<string, unknown>;

/** The beginning of a form: `URLSearchParams` takes minutes for a few megabytes of empty fields. */
function firstFields(text: string): string {
  let end = -1;
  for (let count = 0; count < maxFields; count += 1) {
    end = text.indexOf("&", end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

/**
 * Parses a form. A repeated key becomes a list; `tags[]` means `tags`. The object has no prototype,
 * so that no key can collide with it.
 */
export function parseForm(text: string): Fields {
  const fields: Fields = Object.create(null) as Fields;
  for (const [name, value] of new URLSearchParams(firstFields(text))) {
    const key = name.endsWith("[]") ? name.slice(0, -2) : name;
    const before = fields[key];
    fields[key] =
      before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return fields;
}

/** Parses a JSON body: an object, or nothing. Returns null if it is neither, or has too many parts. */
export function parseJson(text: string): Fields | null {
  if (text.trim() === "") return {};
  if (hasTooManyParts(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value).slice(0, maxFields);
  return Object.assign(Object.create(null) as Fields, Object.fromEntries(entries));
}
