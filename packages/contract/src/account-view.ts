/** The staff's read-only view of a customer's dashboard (spec/console#view). */
import { z } from "zod";
import { call } from "./call.ts";
import { at, requiredText } from "./fields.ts";
import { secret } from "./secret.ts";

export const viewOpen = call({
  path: "/v1/viewOpen",
  access: "visitor",
  summary: "Opens a read-only view of an account by the link that the operator's staff made.",
  description:
    "A link works once, within two minutes. Each view is recorded in the account's login log. Passwords and keys are masked, and every call that changes something is refused with `viewOnly`.",
  tag: "Sign-in",
  request: { token: requiredText(64).describe("The link's token.") },
  response: {
    session: secret(z.string().describe("The view's token; send it as `session` from now on.")),
    email: z.string().describe("The account's e-mail address."),
    expiresAt: at.describe("The latest time at which the view ends."),
  },
  refusals: ["viewLinkInvalid"],
  example: {
    request: { token: "EXAMPLE-LINK-TOKEN" },
    response: {
      session: "view-EXAMPLE-TOKEN",
      email: "mara@example.com",
      expiresAt: "2026-03-15T08:28:12.000Z",
    },
  },
});

export const viewEnd = call({
  path: "/v1/viewEnd",
  allowedInStaffView: true,
  waitsForGateways: false,
  summary: "Ends a read-only view of the account; with another session it does nothing.",
  tag: "Sign-in",
  example: { request: {}, response: {} },
});

export const accountViewCalls = { viewOpen, viewEnd };
