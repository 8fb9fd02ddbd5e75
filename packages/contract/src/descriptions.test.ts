import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { calls } from "./calls.ts";
import { consoleCalls } from "./console/calls.ts";
import { extract } from "./extraction.ts";
import { files } from "./files.ts";
import { type JsonSchema, schemaOf } from "./json-schema.ts";
import { lookupCalls } from "./lookup.ts";
import { managerCalls } from "./manager.ts";
import { webhookData } from "./webhook-events.ts";

interface Described {
  summary: string;
  description?: string;
  request?: z.ZodType;
  response?: z.ZodType;
}

/** Every description in a schema. */
function* described(schema: JsonSchema): Generator<string> {
  if (schema.description !== undefined) yield schema.description;
  const children = { ...schema.properties, ...schema.$defs };
  for (const child of [...Object.values(children), ...(schema.anyOf ?? [])])
    yield* described(child);
  if (schema.items) yield* described(schema.items);
  if (typeof schema.additionalProperties === "object")
    yield* described(schema.additionalProperties);
}

const groups = [calls, consoleCalls, lookupCalls, managerCalls, files, { extract }];
const all = groups.flatMap((group) => Object.values<unknown>(group) as Described[]);
const texts = [
  ...all.flatMap(({ summary, description, request, response }) => [
    summary,
    ...(description ? [description] : []),
    ...(request ? described(schemaOf(request, "input")) : []),
    ...(response ? described(schemaOf(response, "output")) : []),
  ]),
  ...Object.values(webhookData).flatMap((data) => [...described(schemaOf(data, "output"))]),
];

describe("The contract's descriptions", () => {
  it("are noun phrases and plain sentences: few begin with a question word", () => {
    const asking = texts.filter((text) => /^(What|How|Whether|When|Where|Why|Who)\b/i.test(text));
    expect(asking.slice(Math.floor(texts.length * 0.05))).toEqual([]);
  });

  it("begin with a capital letter, a number or a value, and end with a full stop", () => {
    expect(texts.length).toBeGreaterThan(2_000);
    expect(texts.filter((text) => !/^["`A-Z0-9]/.test(text) || !text.endsWith("."))).toEqual([]);
  });
});
