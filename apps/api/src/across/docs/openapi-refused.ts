/** The envelope of refusals in `/openapi.json`, and the responses that use it. */
import { askedConsent } from "@turnpike/contract/asked-consent.ts";
import { captchaChallenge } from "@turnpike/contract/captcha-challenge.ts";
import { type RefusalReason, refusals, type Short } from "@turnpike/contract/refusals.ts";
import { site } from "@turnpike/contract/examples/customer.ts";
import { scopes } from "@turnpike/rules/api-key.ts";
import { identityStates } from "@turnpike/rules/identity.ts";
import { z } from "zod";
import { refusalShown } from "./openapi-refusals.ts";
import { type JsonSchema, refTo, schemaOf } from "./openapi-schemas.ts";

/** An object rather than an array, so that a missing key is a compile error. */
const shorts: Record<Short, true> = {
  wallet: true,
  traffic: true,
  ip: true,
  static7: true,
  static30: true,
  static90: true,
  short1: true,
  short3: true,
  short7: true,
  profit: true,
  stock: true,
};

const codes = [...new Set(Object.values(refusals))].sort((a, b) => a - b);
const optional = {
  field: z.string().describe("The field that is refused."),
  entry: z.string().describe("The item of a list that is refused."),
  short: z
    .enum(Object.keys(shorts) as Short[])
    .describe("With 402: the thing there is too little of."),
  retryAfterSeconds: z.int().describe("With 429: seconds until the next try."),
  limit: z.int().describe("With `tooMany`: the account's limit."),
  mailCode: z
    .boolean()
    .describe(
      "With 429 of `/v1/signin`: true if the right password works together with a mailed code.",
    ),
  proof: z
    .string()
    .describe(
      "With 460 and `captchaNeeded` of `/v1/gLogin`: a proof to send again with what was missing.",
    ),
  scope: z
    .enum(scopes)
    .nullable()
    .describe("With `keyScope`: the scope that the call needs; null if no key may make it."),
  leftCents: z
    .int()
    .describe("With `keyLimit`: the sum that the key may still spend in this month, in US cents."),
  totalCents: z.int().describe("With `priceAboveLimit`: the price, tax included, in US cents."),
  documents: z
    .array(askedConsent)
    .describe("With `consentNeeded`: the documents to agree to, by `/v1/consent`."),
  identity: z
    .enum(identityStates)
    .describe("With `identityNeeded`: the state of the account's identity."),
  overGb: z
    .int()
    .nullable()
    .describe("With `identityNeeded`: the GB of 30 days that can be bought without; null: none."),
  url: z
    .string()
    .describe("With `identityNeeded`: the page of the dashboard where a person can do it."),
  challenge: captchaChallenge.describe(
    "With `captchaNeeded`: a challenge of ALTCHA or Turnstile; its answer is the field `captcha`.",
  ),
  ref: z.string().describe("With 500: the ID to quote to support."),
};
export const refusedSchema: JsonSchema = schemaOf(
  z
    .object({
      code: z
        .literal(codes)
        .meta({ type: "integer", description: "The kind of refusal; never 0." }),
      msg: z.string().describe("The reason as a sentence, in the language of the call."),
      data: z
        .object({
          reason: z
            .enum(Object.keys(refusals) as RefusalReason[])
            .describe("The reason as one stable word."),
          ...z.object(optional).partial().shape,
        })
        .describe("The reason, with details for its cure."),
    })
    .describe("A refusal: nothing was done."),
  "output",
);

/** Example values of the additional fields in `data`, by reason. */
const details: Partial<Record<RefusalReason, object>> = {
  tooManyTries: { retryAfterSeconds: 40 },
  tooMany: { limit: 1000 },
  keyScope: { scope: "buy" },
  keyLimit: { leftCents: 1500 },
  priceAboveLimit: { totalCents: 22_000 },
  consentNeeded: { documents: [{ kind: "terms", version: 2 }] },
  identityNeeded: { identity: "none", overGb: null, url: `${site}/cli/identity` },
  captchaNeeded: {
    challenge: {
      parameters: {
        algorithm: "PBKDF2/SHA-256",
        cost: 1000,
        expiresAt: 1782907200,
        keyLength: 32,
        keyPrefix: "9a1f0c5be27d4438a6b1c0d9e8f70213",
        keySignature: "5f0d…",
        nonce: "3c6e0b8a9c15224a8228b9a98ca1531d",
        salt: "7b52009b64fd0a2a49e6d8a939753077",
      },
      signature: "a4e1…",
    },
  },
  ourFault: { ref: "7f3d9a52-5c1e-4b60-9d2f-0e8a6c4b1f33" },
  insufficientBalance: { short: "wallet" },
  insufficientTraffic: { short: "traffic" },
  insufficientIps: { short: "ip" },
  insufficientCredits: { short: "static30" },
  insufficientStock: { short: "stock" },
};

/** Returns a refusal as the API sends it, in English. */
export function refusedExample(reason: RefusalReason) {
  const { code, sentence } = refusalShown(reason);
  return { code, msg: sentence, data: { reason, ...details[reason] } };
}

function response(reason: RefusalReason) {
  const { sentence } = refusalShown(reason);
  return {
    description: sentence,
    content: {
      "application/json": {
        schema: refTo("schemas", "Refused"),
        examples: { [reason]: { summary: sentence, value: refusedExample(reason) } },
      },
    },
  };
}

/** The result of `/readyz`. */
export const readiness = z.object({
  database: z.boolean().describe("True if the database takes writes."),
  gateways: z.int().describe("The number of connected gateway workers, over all APIs."),
  disk: z.enum(["ok", "low", "full"]).describe("The free space of the data directory's disk."),
  version: z.string().describe("The version of this release."),
});
const unready = schemaOf(
  z.object({
    code: z.literal(503).meta({ type: "integer", description: "Not ready." }),
    msg: z.string().describe("Empty."),
    data: readiness.describe("The state."),
  }),
  "output",
);

export const refusalResponses = {
  BadBody: response("badBody"),
  ForeignOrigin: response("foreignOrigin"),
  UnknownPath: response("unknownPath"),
  MethodNotAllowed: {
    ...response("methodNotAllowed"),
    headers: { allow: { description: "The allowed methods.", schema: { type: "string" } } },
  },
  BodyTooLarge: response("bodyTooLarge"),
  BadContentType: response("badContentType"),
  TooManyTries: {
    ...response("tooManyTries"),
    headers: { "retry-after": { description: "In seconds.", schema: { type: "integer" } } },
  },
  OurFault: response("ourFault"),
  NotReady: response("notReady"),
  Unready: {
    description: "The database takes no writes.",
    content: {
      "application/json": {
        schema: unready,
        examples: {
          away: {
            summary: "The database is unavailable.",
            value: {
              code: 503,
              msg: "",
              data: { database: false, gateways: 0, disk: "ok", version: "0.3.0" },
            },
          },
        },
      },
    },
  },
};
