/**
 * Whole files are sent to some calls of the console. Reading megabytes takes the thread that serves
 * all customers, and any page can make a browser send them to the console's address: so a long body
 * is read only of staff who may make the call.
 */
import type { ConsoleCall } from "@turnpike/contract/console/call.ts";
import { bodyLimitBytes } from "@turnpike/rules/request-body.ts";
import { z } from "zod";

/** Large enough for a whole list of exits. */
const MOST_BYTES = 6 * 1024 * 1024;
/** What every call of staff may have: texts in several languages, lists of ids. */
const STAFF_BYTES = 256 * 1024;
/** Of a character, in UTF-8 or with JSON's escapes. */
const CHARACTER_BYTES = 4;

interface Schema {
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** The most characters of a value's texts, as far as its schema bounds them. */
function charactersOf({ maxLength = 0, maxItems = 0, items, properties = {} }: Schema): number {
  const inside = Object.values(properties).reduce((sum, one) => sum + charactersOf(one), 0);
  return maxLength + inside + (items ? maxItems * charactersOf(items) : 0);
}

/** The most bytes of a call's body: what its fields may hold. */
export function bodyLimitOf({ access, request }: ConsoleCall): number {
  if (access === "visitor") return bodyLimitBytes;
  const schema = z.toJSONSchema(request, { io: "input", unrepresentable: "any" }) as Schema;
  const bytes = charactersOf(schema) * CHARACTER_BYTES;
  return Math.min(MOST_BYTES, Math.max(STAFF_BYTES, bytes));
}
