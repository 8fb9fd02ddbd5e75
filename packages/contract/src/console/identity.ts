/** Identities of customers, and products that need one (spec/identity). */
import { identityDecisions, identityReasons, identityStates } from "@turnpike/rules/identity.ts";
import { documentKinds } from "@turnpike/rules/identity-document.ts";
import { z } from "zod";
import {
  at,
  instant,
  integer,
  list,
  optional,
  paged,
  paging,
  requiredText,
  text,
} from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { account, holder, reason, rowId } from "./fields.ts";

const access = "identity.write";

export const identityCheck = z
  .object({
    ...holder,
    identity: z.enum(identityStates).describe("The state of the identity."),
    waitsForCustomer: z.boolean().describe("True if the customer was asked for more."),
    provider: z.enum(["manual", "stripe"]).describe("Who checks: the staff, or Stripe."),
    handedInAt: at.nullable().describe("The time documents were handed in; null if never."),
    decidedAt: at.nullable().describe("The time of the last decision; null without one."),
    decidedBy: z.string().nullable().describe("Who decided: an e-mail address, `cli`, `stripe`."),
    reason: z.string().nullable().describe("The reason that the customer was told."),
    note: z.string().describe("Words of the staff about the decision."),
  })
  .meta({ id: "IdentityCheck" });

export const identityList = consoleCall({
  path: "/console/v1/identityList",
  access,
  summary: "Lists identity checks: those that wait for the staff first, the longest before others.",
  request: {
    ...paging,
    state: optional(z.enum(identityStates, "badField")).describe("Only checks in this state."),
    account: optional(text(254)).describe("Only this customer's."),
  },
  response: paged(identityCheck),
});

export const identityDecide = consoleAct({
  path: "/console/v1/identityDecide",
  access,
  summary:
    "Approves or rejects a customer's identity, or asks for more documents; the customer is e-mailed in their language.",
  request: {
    account,
    decision: z.enum(identityDecisions, "badField").describe("The decision."),
    because: optional(z.enum(identityReasons, "badField")).describe(
      "The reason, which the customer is told. Required unless it is approved.",
    ),
    handedInAt: optional(instant()).describe(
      "The time documents were handed in, as it was shown: if there are later ones, the call is refused.",
    ),
    documents: optional(list(100)).describe(
      "The IDs of the documents that were shown: if there are others by now, the call is refused.",
    ),
    reason,
  },
  response: { check: identityCheck.describe("The check.") },
  refusals: ["accountNotFound", "actRefused", "badField", "changedMeanwhile"],
});

export const identityDocuments = consoleCall({
  path: "/console/v1/identityDocuments",
  access,
  summary: "Lists the documents that a customer has handed in and that are still kept.",
  request: { account },
  response: {
    items: z
      .array(
        z.object({
          id: z.string().describe("The document's ID."),
          kind: z.enum(documentKinds).describe("What its content is."),
          bytes: z.int().describe("Its size in bytes."),
          uploadedAt: at.describe("The time it was uploaded."),
        }),
      )
      .describe("The documents, the oldest first."),
  },
  refusals: ["accountNotFound"],
});

export const identityDocument = consoleAct({
  path: "/console/v1/identityDocument",
  access,
  summary: "Opens a document. Changes nothing, and is recorded in the audit log.",
  request: { id: rowId },
  response: {
    type: z
      .string()
      .describe("A picture's media type; `application/octet-stream` of a PDF, to save it."),
    fileName: z.string().describe("A name for the file."),
    base64: z.string().describe("Its bytes in base64."),
  },
  refusals: ["notFound", "tooManyTries"],
});

export const gate = z
  .object({
    sku: z.string().describe("The product."),
    identity: z.boolean().describe("True: it needs an approved identity."),
    overGb: z.int().nullable().describe("The GB of 30 days that need none; null: none."),
    since: at.describe("The time it was set."),
  })
  .meta({ id: "ConsoleGate" });

export const gateList = consoleCall({
  path: "/console/v1/gateList",
  access: "shop.read",
  summary: "Lists products that are sold to identified customers.",
  response: { items: z.array(gate).describe("The gates.") },
});

export const gateSet = consoleAct({
  path: "/console/v1/gateSet",
  access,
  summary:
    "Sells a product to identified customers alone, or to everybody up to a volume in 30 days.",
  request: {
    sku: requiredText(40).describe("The product."),
    overGb: optional(integer(0, 1_000_000)).describe(
      "The GB of 30 days that need no identity; absent: none. Only for traffic.",
    ),
    reason,
  },
  response: { gate: gate.describe("The gate.") },
  refusals: ["badField", "actRefused", "unknownSku"],
});

export const gateRemove = consoleAct({
  path: "/console/v1/gateRemove",
  access,
  summary: "Sells a product to everybody again.",
  request: { sku: requiredText(40).describe("The product."), reason },
  response: { sku: z.string().describe("The product.") },
  refusals: ["notFound"],
});

export const consoleIdentityCalls = {
  identityList,
  identityDecide,
  identityDocuments,
  identityDocument,
  gateList,
  gateSet,
  gateRemove,
};
