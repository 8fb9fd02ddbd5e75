/** Secrets are marked in the contract, and covered for those who may not have them. */
import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { consoleCalls } from "@turnpike/contract/console/calls.ts";
import { lookupCalls } from "@turnpike/contract/lookup.ts";
import { coverOf } from "@turnpike/contract/secret.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { coveringOf } from "./cover-secrets.ts";

/** Names of fields that may hold a secret. */
const suspicious =
  /pass(word)?$|secret|token|key$|session$|url$|otpauth|^qr$|recovery|ticket|code$|codes$|link$|^join$|nonce|^state$/i;

/** Suspicious names that hold none, and why. */
const harmless: Record<string, string> = {
  state: "a place, a node's or a dispute's state; at sign-in the visitor's own, of one use",
  code: "a country",
  inviteCode: "made to be passed on",
  shareUrl: "made to be passed on",
  payUrl: "where anybody may pay",
  supportUrl: "shown to every visitor",
  url: "the sign-in page of a provider",
  nonce: "the visitor's own, of one use",
  qr: "the picture of the support's contact",
  key: "what a row of statistics or a text is about",
  apiKey: "the name of a key",
  session: "in a trace: the token that a wholesaler saw, which opens nothing",
};
/** Fields of these names that are secrets in one call and none in another. */
const inCalls: Record<string, RegExp> = {
  code: /^(countr|bandwidth|port|case|promo)/i,
  url: /^(loginOptions|cardAdd|identityStart)$/,
  qr: /^indexInit$/,
  key: /^(usage|news)/,
  session: /^trace/,
};

/** All fields of texts in a schema: their names, and whether they are marked. */
function textsOf(schema: z.ZodType, name = "", marked = false): [name: string, marked: boolean][] {
  const isMarked = marked || coverOf(schema) !== undefined;
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([field, inner]) =>
      textsOf(inner as z.ZodType, field, isMarked),
    );
  if (schema instanceof z.ZodArray) return textsOf(schema.element as z.ZodType, name, isMarked);
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((one) => textsOf(one as z.ZodType, name, isMarked));
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return textsOf(schema.unwrap() as z.ZodType, name, isMarked);
  return schema instanceof z.ZodString ? [[name, isMarked]] : [];
}

describe("Every field of an answer that holds a secret", () => {
  it("is marked in the contract, or listed here with the reason why it holds none", () => {
    const all = Object.entries({ ...calls, ...consoleCalls, ...lookupCalls });
    const unmarked = all.flatMap(([call, { response }]) =>
      textsOf(response)
        .filter(([field, marked]) => suspicious.test(field) && !marked)
        .filter(([field]) => !(field in harmless) || (inCalls[field]?.test(call) ?? true) === false)
        .map(([field]) => `${call}.${field}`),
    );
    expect(unmarked).toEqual([]);
  });

  it("is covered in the example of every call that the staff's view may make", () => {
    for (const name of Object.keys(calls) as CallName[]) {
      const { response, example } = calls[name];
      const covering = coveringOf(response, "view");
      if (!covering) continue;
      const shown = JSON.stringify(covering(example.response));
      const plain = JSON.stringify(example.response);
      for (const [, secret = ""] of plain.matchAll(/"password":"([^"]+)"/g))
        expect([name, shown.includes(`"password":"${secret}"`)]).toEqual([name, false]);
    }
  });
});

describe("A marked field", () => {
  const { response } = calls.webhooks;
  const url = "https://hooks.example.com/pathsecret66?sig=hooktoken77";
  const given = { items: [{ id: "1", url, description: url }], events: [] };

  it("of an address keeps its host and last four characters for keys, views and the console", () => {
    for (const reader of ["key", "view", "console"] as const) {
      const shown = coveringOf(response, reader)?.(given) as typeof given;
      expect(shown.items[0]?.url).toBe("https://hooks.example.com/…en77");
      // Only marked fields are covered, whatever they are called.
      expect(shown.items[0]?.description).toBe(url);
    }
    expect(given.items[0]?.url).toBe(url);
  });

  it("costs nothing where an answer has none", () => {
    expect(coveringOf(calls.orderList.response, "key")).toBe(null);
    expect(coveringOf(calls.subUsers.response, "key")).toBe(null);
    expect(coveringOf(calls.subUsers.response, "view")).not.toBe(null);
  });
});
