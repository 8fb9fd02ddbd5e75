/** The file in which an operator describes an upstream (spec/supply#upstreams). */
import { errorClasses } from "@turnpike/proxy-strings/upstream/errors.ts";
import { type UpstreamFile, upstreamKinds } from "@turnpike/proxy-strings/upstream/definition.ts";
import { placeFields, templateFields } from "@turnpike/proxy-strings/upstream/template.ts";
import { z } from "zod";

const MAX_TEXT = 2_000;
const text = z.string().max(MAX_TEXT);
const few = <T extends z.ZodType>(of: T) => z.array(of).max(100);
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const limit = z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullable();

const errorRow = z.strictObject({
  status: z.int().min(100).max(999).optional(),
  socks: z.union([z.int().min(0).max(255), z.literal("auth")]).optional(),
  header: text.optional(),
  contains: text.optional(),
  class: z.enum(errorClasses),
});

export const upstreamFile = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  preset: text.optional(),
  how: z.enum(upstreamKinds).optional(),
  hosts: few(text).min(1).optional(),
  login: z
    .strictObject({ login: text.optional(), id: text.optional(), zone: text.optional() })
    .optional(),
  secret: text.optional(),
  secretFile: text.optional(),
  user: few(text).min(1).optional(),
  password: text.optional(),
  places: few(z.enum(placeFields)).optional(),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(250)
    .optional(),
  session: z
    .strictObject({
      maxMinutes: z.int().min(1).nullable().optional(),
      format: text.optional(),
      perConnection: z.boolean().optional(),
    })
    .nullable()
    .optional(),
  map: z.partialRecord(z.enum(templateFields), z.record(text, text)).optional(),
  errors: few(errorRow).optional(),
  exitIpHeader: text.nullable().optional(),
  dns: z.enum(["remote", "local"]).optional(),
  ca: z.string().max(100_000).optional(),
  connectMs: z.int().min(100).max(30_000).optional(),
  maxConnections: z.int().min(1).max(1_000_000).nullable().optional(),
  dayBytes: limit.optional(),
  monthBytes: limit.optional(),
  priority: z.int().min(1).max(1_000).optional(),
  weight: z.int().min(0).max(1_000_000).optional(),
  perGbMicros: count.optional(),
  gbBytes: z.int().min(1_000_000).max(10_000_000_000).optional(),
  products: few(z.enum(["traffic", "port", "bandwidth"]))
    .min(1)
    .optional(),
  allowRetryElsewhere: z.boolean().optional(),
  provenance: text.default(""),
});

/** Reads a file; instead of it the name of the field at fault and what is wrong with it. */
export function readUpstreamFile(
  value: unknown,
): { file: UpstreamFile } | { field: string; fault: string } {
  const read = upstreamFile.safeParse(value);
  if (read.success) return { file: read.data as UpstreamFile };
  const [issue] = read.error.issues;
  if (issue?.code === "unrecognized_keys") {
    const [name = ""] = issue.keys;
    return { field: [...issue.path, name].join("."), fault: "unknown field" };
  }
  return { field: issue?.path.join(".") || "file", fault: issue?.message ?? "is not an upstream" };
}
