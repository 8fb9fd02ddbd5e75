/** The envelope of a refusal in `/openapi.json`, and the statuses that bear it. */
import { type RefusalReason, refusals, type Short } from "@turnpike/contract/refusals.ts";
import { refusalShown } from "./openapi-refusals.ts";
import { type JsonSchema, refTo } from "./openapi-schemas.ts";

/** Each is a key, so that one which is missing does not compile. */
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

export const refusedSchema: JsonSchema = {
  type: "object",
  description: "A refusal: nothing was done.",
  required: ["code", "msg", "data"],
  properties: {
    code: {
      type: "integer",
      enum: [...new Set(Object.values(refusals))].sort((a, b) => a - b),
      description: "What kind of refusal; never 0.",
    },
    msg: { type: "string", description: "A sentence in the question's language." },
    data: {
      type: "object",
      description: "Why, and what helps to put it right.",
      required: ["reason"],
      properties: {
        reason: {
          type: "string",
          enum: Object.keys(refusals),
          description: "Why, in one stable word.",
        },
        field: { type: "string", description: "The field that does not fit." },
        entry: { type: "string", description: "The item of a list that does not fit." },
        short: {
          type: "string",
          enum: Object.keys(shorts),
          description: "Of a 402: of what there is too little.",
        },
        retryAfterSeconds: {
          type: "integer",
          description: "Of a 429: when it may be tried again. In seconds.",
        },
        limit: {
          type: "integer",
          description: "Of `tooMany`: how many the account may have.",
        },
        mailCode: {
          type: "boolean",
          description: "Of a 429 of `/v1/signin`: with a mailed code the right password passes.",
        },
        proof: {
          type: "string",
          description: "Of a 460 of `/v1/gLogin`: sent again with the code of the second factor.",
        },
        ref: { type: "string", description: "Of a 500: the id to quote to support." },
      },
    },
  },
};

/** What stands beside a reason in `data`, where something always does. */
const details: Partial<Record<RefusalReason, object>> = {
  tooManyTries: { retryAfterSeconds: 40 },
  tooMany: { limit: 1000 },
  ourFault: { ref: "7f3d9a52-5c1e-4b60-9d2f-0e8a6c4b1f33" },
  insufficientBalance: { short: "wallet" },
  insufficientTraffic: { short: "traffic" },
  insufficientIps: { short: "ip" },
  insufficientCredits: { short: "static30" },
  insufficientStock: { short: "stock" },
};

/** A refusal as it is answered, in English. */
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

/** A probe is not a call: it says what it found. */
const unready = {
  type: "object",
  required: ["code", "msg", "data"],
  properties: {
    code: { const: 503, type: "integer", description: "Not ready." },
    msg: { type: "string", description: "Empty." },
    data: {
      type: "object",
      description: "What was found.",
      properties: {
        database: { type: "boolean", description: "The database takes writes." },
        gateways: { type: "integer", description: "Gateways that are connected." },
        disk: {
          enum: ["ok", "low", "full"],
          description: "The room on the data directory's disk.",
        },
      },
    },
  },
};

export const refusalResponses = {
  BadBody: response("badBody"),
  ForeignOrigin: response("foreignOrigin"),
  UnknownPath: response("unknownPath"),
  MethodNotAllowed: {
    ...response("methodNotAllowed"),
    headers: { allow: { description: "What it takes.", schema: { type: "string" } } },
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
    description: "The database takes no writes, or no gateway is connected.",
    content: {
      "application/json": {
        schema: unready,
        examples: {
          away: {
            summary: "No gateway.",
            value: { code: 503, msg: "", data: { database: true, gateways: 0, disk: "ok" } },
          },
        },
      },
    },
  },
};
