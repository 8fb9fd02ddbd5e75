/** Fields that several calls of the console share. */
import { z } from "zod";
import { id, optional, requestId as ownName, requiredText, text } from "../fields.ts";

/** An account, by id or e-mail address. */
export const account = requiredText(254).describe("The customer: account ID or e-mail address.");
/** The reason for a change, kept in the audit log. */
export const reason = optional(text(500)).describe("The reason. Recorded in the audit log.");
export const neededReason = requiredText(500).describe("The reason. Recorded in the audit log.");
export const requestId = ownName;
export const rowId = id().describe("The row's ID.");
export const search = optional(text(200)).describe("Only rows that contain this text.");

/** The customer of a row. The e-mail address is null if the account is closed. */
export const holder = {
  accountId: z.string().describe("The customer's account ID."),
  email: z
    .string()
    .nullable()
    .describe("The customer's e-mail address; null if the account is closed."),
};

/** What a form shows, so that it does not put back what somebody else has changed since. */
export const version = z
  .string()
  .describe("What is shown, in short; the act that changes it takes it as `seen`.");
export const seen = optional(text(64)).describe(
  "The `version` that was shown: if it has been changed since, the call is refused.",
);

export const day = z.iso.date("badField");
export const month = z
  .string("badMonth")
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "badMonth")
  .describe("A month in UTC, such as 2026-03.");
