/**
 * An upstream's file, as operators save it (spec/supply#upstreams). The shape is here, once; what its templates, hosts and
 * promises must hold is in `proxy-strings/upstream/judge.ts`.
 */
import { type UpstreamFile, upstreamKinds } from "@turnpike/proxy-strings/upstream/definition.ts";
import { errorClasses } from "@turnpike/proxy-strings/upstream/errors.ts";
import { presetOf } from "@turnpike/proxy-strings/upstream/presets.ts";
import { placeFields, templateFields } from "@turnpike/proxy-strings/upstream/template.ts";
import { z } from "zod";
import { faultOf, type FileFault } from "./file-fault.ts";

/** The member of a pool that stands for own exits; no upstream has its name. */
export const ownMember = "own";

const text = (most: number) =>
  z.string("a text is expected").min(1, "is empty").max(most, "is too long");
const whole = (least: number, most: number) => {
  const range = `a whole number from ${least} to ${most} is expected`;
  return z.number(range).int(range).min(least, range).max(most, range);
};
const bytes = whole(1, Number.MAX_SAFE_INTEGER).nullable().optional();
const HEADER = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
const header = z.string("a text is expected").regex(HEADER, "is no name of a header");

const errorRow = z
  .strictObject({
    status: whole(100, 999).optional(),
    socks: z
      .union([whole(1, 255), z.literal("auth")], "a reply's number or auth is expected")
      .optional(),
    header: header.optional(),
    contains: text(2000).optional(),
    class: z.enum(errorClasses, `one of ${errorClasses.join(", ")} is expected`),
  })
  .refine((row) => Object.keys(row).length > 1, "names no condition");

const session = z.strictObject({
  maxMinutes: whole(1, 43_200).nullable().optional(),
  format: text(40).optional(),
  perConnection: z.boolean("true or false is expected").optional(),
});

/** The fields of an upstream's file; a preset and defaults fill what is absent. */
export const upstreamFile = z
  .strictObject({
    name: z
      .string("a text is expected")
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "is 1 to 40 small letters, digits and dashes")
      .refine((name) => name !== ownMember, "is the name of own exits"),
    preset: z
      .string("a text is expected")
      .refine((name) => presetOf(name) !== null, "is no preset")
      .optional(),
    how: z.enum(upstreamKinds, `one of ${upstreamKinds.join(", ")} is expected`).optional(),
    hosts: z.array(text(300), "a list is expected").max(32, "has more than 32").optional(),
    login: z
      .strictObject({
        login: text(200).optional(),
        id: text(200).optional(),
        zone: text(200).optional(),
      })
      .optional(),
    secret: text(500).optional(),
    secretFile: text(500).optional(),
    user: z.array(text(2000), "a list is expected").max(8, "has more than 8 variants").optional(),
    password: z.string("a text is expected").max(2000, "is too long").optional(),
    places: z
      .array(z.enum(placeFields, `a place is one of ${placeFields.join(", ")}`))
      .max(placeFields.length, "names a place twice")
      .optional(),
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, "a country is two capital letters"))
      .min(1, "is empty")
      .max(300, "has more than 300")
      .optional(),
    session: session.nullable().optional(),
    map: z
      .partialRecord(z.enum(templateFields), z.record(text(100), text(100)), "a table is expected")
      .optional(),
    errors: z.array(errorRow, "a list is expected").max(100, "has more than 100 rows").optional(),
    exitIpHeader: header.nullable().optional(),
    dns: z.enum(["remote", "local"], "remote or local is expected").optional(),
    ca: text(100_000).optional(),
    connectMs: whole(100, 30_000).optional(),
    maxConnections: whole(1, 1_000_000).nullable().optional(),
    dayBytes: bytes,
    monthBytes: bytes,
    priority: whole(1, 1000).optional(),
    weight: whole(0, 1_000_000).optional(),
    perGbMicros: whole(0, 1_000_000_000_000).optional(),
    gbBytes: whole(1_000_000, Number.MAX_SAFE_INTEGER).optional(),
    products: z
      .array(z.enum(["traffic", "port", "bandwidth"], "traffic, port or bandwidth is expected"))
      .min(1, "is empty")
      .max(3, "names a product twice")
      .optional(),
    allowRetryElsewhere: z.boolean("true or false is expected").optional(),
    provenance: z.string("is missing").min(1, "is missing").max(500, "is too long"),
  })
  .refine(({ secret, secretFile }) => secret === undefined || secretFile === undefined, {
    path: ["secretFile"],
    message: "either secret or secretFile",
  });

/** Reads a file; instead of it the name of the field at fault and what is wrong with it. */
export function readUpstreamFile(value: unknown): { file: UpstreamFile } | FileFault {
  const read = upstreamFile.safeParse(value);
  return read.success ? { file: read.data } : faultOf(read.error);
}
