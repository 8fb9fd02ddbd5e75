/** Calls with which customers prove who they are (spec/identity). */
import { identityStates } from "@turnpike/rules/identity.ts";
import { documentKinds, maxDocumentBytes } from "@turnpike/rules/identity-document.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { at, id, integer } from "./fields.ts";

const info = z
  .object({
    identity: z.enum(identityStates).describe("The state of the account's identity."),
    waitsForYou: z.boolean().describe("True if further documents were asked for."),
    canHandIn: z.boolean().describe("True if documents can be added and handed in now."),
    canStart: z
      .boolean()
      .describe("True if `identityStart` leads to an outside provider, which checks at once."),
    isElsewhere: z.boolean().describe("True if an outside provider makes or made the check."),
    triesLeft: z.int().describe("How often documents can still be handed in."),
    because: z
      .string()
      .nullable()
      .describe("The reason of the last decision, in the language of the call; null without one."),
    keepDays: z.int().describe("Documents are deleted so many days after the decision."),
    documents: z
      .array(
        z.object({
          id: z.string().describe("The document's ID."),
          kind: z.enum(documentKinds).describe("What its content is."),
          bytes: z.int().describe("Its size in bytes."),
          uploadedAt: at.describe("The time it was uploaded."),
        }),
      )
      .describe("The documents that the account has here, the oldest first."),
  })
  .meta({ id: "IdentityInfo", description: "How far the check of an identity is." });

const example = {
  identity: "none" as const,
  waitsForYou: false,
  canHandIn: true,
  canStart: false,
  isElsewhere: false,
  triesLeft: 5,
  because: null,
  keepDays: 30,
  documents: [],
};

export const identityInfo = call({
  path: "/v1/identityInfo",
  access: "read",
  summary: "Returns how far the check of the account's identity is.",
  tag: "Account",
  response: info,
  example: { request: {}, response: example },
});

export const identityStart = call({
  path: "/v1/identityStart",
  waitsForGateways: false,
  summary: "Returns the page where the holder proves who they are.",
  tag: "Account",
  response: { url: z.string().describe("The page, for a person; an outside one opens once.") },
  refusals: ["tooMany", "identityClosed", "notReady"],
  example: { request: {}, response: { url: `${customer.site}/cli/identity` } },
});

export const identityUpload = call({
  path: "/v1/identityUpload",
  waitsForGateways: false,
  summary: "Begins the upload of a document: a JPEG, PNG, WebP or PDF.",
  description:
    "Then `POST /v1/identityPart?document=ID&number=N` sends each part from 0, as `application/octet-stream` with the session in the header `x-session`; `/v1/identityUploaded` ends it.",
  tag: "Account",
  request: {
    bytes: integer(1, maxDocumentBytes, "badDocument", "missingField").describe(
      "The size of the file in bytes; 10 MB at most.",
    ),
  },
  response: {
    id: z.string().describe("The document's ID."),
    partBytes: z.int().describe("The size of each part but the last, in bytes."),
  },
  refusals: ["identityClosed", "tooMany", "badDocument"],
  example: {
    request: { bytes: 812_345 },
    response: { id: customer.exampleId(901), partBytes: 262_144 },
  },
});

const document = id("documentNotFound").describe("The document's ID.");

export const identityUploaded = call({
  path: "/v1/identityUploaded",
  waitsForGateways: false,
  summary: "Ends the upload of a document whose parts have all been sent.",
  tag: "Account",
  request: { id: document },
  response: info,
  refusals: ["documentNotFound", "badDocument"],
  example: { request: { id: customer.exampleId(901) }, response: example },
});

export const identityDel = call({
  path: "/v1/identityDel",
  waitsForGateways: false,
  summary: "Deletes a document that was not handed in yet.",
  tag: "Account",
  request: { id: document },
  response: info,
  refusals: ["documentNotFound", "identityClosed", "tooMany"],
  example: { request: { id: customer.exampleId(901) }, response: example },
});

export const identityHandIn = call({
  path: "/v1/identityHandIn",
  waitsForGateways: false,
  summary: "Hands the uploaded documents in: the provider's staff checks them.",
  tag: "Account",
  response: info,
  refusals: ["identityClosed", "tooMany", "badDocument"],
  example: {
    request: {},
    response: { ...example, identity: "pending", canHandIn: false, triesLeft: 4 },
  },
});

export const identityCheckCalls = {
  identityInfo,
  identityStart,
  identityUpload,
  identityUploaded,
  identityDel,
  identityHandIn,
};
