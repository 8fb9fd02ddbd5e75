/**
 * The people of a customer's account, and the accounts that a customer acts for
 * (spec/accounts#teams). Each has an account of their own: calls that end sessions and remove a
 * second factor take `personId` as `account`.
 */
import { personRoles, teamRoles } from "@turnpike/rules/team.ts";
import { z } from "zod";
import { consoleCall } from "./call.ts";
import { at } from "../fields.ts";
import { account } from "./fields.ts";

export const customerTeam = consoleCall({
  path: "/console/v1/customerTeam",
  access: "customers.read",
  summary: "Lists the people of a customer's account, and the accounts that the customer acts for.",
  request: { account },
  response: {
    people: z
      .array(
        z.object({
          personId: z
            .string()
            .nullable()
            .describe("The ID of the person's own account; null for an invitation."),
          email: z.string().nullable().describe("The e-mail address; null if it was erased."),
          role: z.enum(personRoles).describe("The role."),
          state: z.enum(["active", "invited"]).describe("`invited` until they accept."),
          mfaBound: z.boolean().describe("True if the person has a second factor."),
          sessions: z.int().describe("The number of their sessions in this account."),
          lastSignInAt: at
            .nullable()
            .describe("The time they last signed in to their own account."),
          addedAt: at.describe("The time they were added or invited."),
        }),
      )
      .describe("The people, the owner first; empty while nobody else acts for the account."),
    teams: z
      .array(
        z.object({
          accountId: z.string().describe("The account's ID."),
          email: z.string().nullable().describe("Its e-mail address; null if it was erased."),
          role: z.enum(teamRoles).describe("The customer's role there."),
          sessions: z.int().describe("The number of the customer's sessions there."),
          addedAt: at.describe("The time the customer was added."),
        }),
      )
      .describe("Accounts of others that the customer acts for."),
  },
  refusals: ["accountNotFound"],
});

export const consoleCustomerTeamCalls = { customerTeam };
