/** Teams: people who act for one account, each with an own sign-in and a role (spec/accounts#teams). */
import { invitationDays, maxTeam, teamRoles } from "@turnpike/rules/team.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/session.ts";
import { at, id, paged, paging, requiredText } from "./fields.ts";
import { reasons } from "./reasons.ts";
import { email, freshProof, teamRole, user } from "./session.ts";
import { secret } from "./secret.ts";

const role = z
  .enum(teamRoles, "badTeamRole")
  .describe(
    "The role: `admin` (all but what is the owner's alone), `billing` (`read`, `buy`, `money`), `developer` (`read`, `proxies`, `manage`), `viewer` (`read`, with passwords covered).",
  );

const member = z
  .object({
    id: z.string().describe("The member's ID."),
    email: z.string().describe("The address that the person signs in with."),
    role: teamRole,
    addedAt: at.describe("The time the invitation was accepted."),
    mfaBound: z.boolean().describe("True if the person has bound a second factor."),
    sessions: z.int().describe("The number of the person's sessions in this account."),
    lastSeenAt: at
      .nullable()
      .describe("The time of the latest call of these sessions; null without one."),
  })
  .meta({ id: "TeamMember", description: "A person who acts for the account." });

const invitation = z
  .object({
    id: z.string().describe("The invitation's ID."),
    email: z.string().describe("The address that it was mailed to."),
    role: teamRole,
    invitedAt: at.describe("The time it was mailed."),
    expiresAt: at.describe("The time from which it can no longer be accepted."),
  })
  .meta({ id: "TeamInvitation", description: "An invitation that was not accepted yet." });

const exampleMember: z.output<typeof member> = {
  id: customer.exampleId(301),
  email: "noor@example.com",
  role: "developer",
  addedAt: "2026-03-10T08:00:00.000Z",
  mfaBound: true,
  sessions: 1,
  lastSeenAt: customer.now,
};
const exampleInvitation: z.output<typeof invitation> = {
  id: customer.exampleId(302),
  email: "ilya@example.com",
  role: "billing",
  invitedAt: customer.now,
  expiresAt: "2026-03-23T09:30:00.000Z",
};
const managing = ["roleForbidden", ...reasons.freshProof, "sessionInvalid"] as const;

export const team = call({
  path: "/v1/team",
  access: "manage",
  allowedInStaffView: true,
  summary: `Lists the people who act for the account, and open invitations (${maxTeam} at most).`,
  tag: "Team",
  response: {
    owner: z.string().describe("The e-mail address of the owner."),
    members: z.array(member).describe("The members, in order of their addition."),
    invitations: z.array(invitation).describe("Invitations that were not accepted yet."),
  },
  example: {
    request: {},
    response: {
      owner: customer.user.email,
      members: [exampleMember],
      invitations: [exampleInvitation],
    },
  },
});

export const teamActs = call({
  path: "/v1/teamActs",
  access: "manage",
  allowedInStaffView: true,
  summary: "Lists what people of the team did, newest first.",
  description:
    "Each call that changed something, and each time that a member entered the account; calls by keys are not listed. Kept for 180 days, 10,000 entries at most. Empty while nobody else acts for the account.",
  tag: "Team",
  request: paging,
  response: paged(
    z.object({
      at: at.describe("The time it happened."),
      email: z.string().describe("The person's e-mail address."),
      call: z.string().describe("The call, by its path."),
      subject: z.string().describe("What it was about, such as a name or an ID; may be empty."),
      ip: z.string().describe("The client's address."),
    }),
  ),
  example: {
    request: { page: 1, limit: 10 },
    response: {
      items: [
        {
          at: customer.now,
          email: exampleMember.email,
          call: "/v1/addSubUser",
          subject: "Shopper02",
          ip: "203.0.113.7",
        },
      ],
      total: 1,
      page: 1,
      limit: 10,
    },
  },
});

export const teamInvite = call({
  path: "/v1/teamInvite",
  needsVerifiedEmail: true,
  waitsForGateways: false,
  roles: ["admin"],
  summary: "Invites a person by e-mail to act for the account.",
  description: `The mailed link works once, within ${invitationDays} days, for whoever signs in or signs up with that address; another invitation to it replaces it. Needs a fresh proof. Only the owner invites admins. The answer does not tell whether the address has an account.`,
  tag: "Team",
  request: { email: email.describe("The person's address."), role, ...freshProof },
  response: invitation,
  refusals: ["alreadyInTeam", "tooMany", ...managing],
  example: {
    request: { email: exampleInvitation.email, role: "billing", mfaCode: "123456" },
    response: exampleInvitation,
  },
});

export const teamUp = call({
  path: "/v1/teamUp",
  waitsForGateways: false,
  roles: ["admin"],
  summary: "Changes a member's role; the member's sessions and keys in the account end at once.",
  description: "Needs a fresh proof. Only the owner makes and changes admins.",
  tag: "Team",
  request: { id: id().describe("The member, by ID."), role, ...freshProof },
  response: member,
  refusals: ["memberNotFound", ...managing],
  example: {
    request: { id: exampleMember.id, role: "developer", mfaCode: "123456" },
    response: exampleMember,
  },
});

export const teamRemove = call({
  path: "/v1/teamRemove",
  waitsForGateways: false,
  roles: ["admin"],
  summary: "Removes a member, or takes an invitation back.",
  description:
    "The member's sessions and keys in the account end at once. Only the owner removes admins.",
  tag: "Team",
  request: { id: id().describe("The member or the invitation, by ID.") },
  response: {},
  refusals: ["memberNotFound", "roleForbidden", "sessionInvalid"],
  example: { request: { id: exampleMember.id }, response: {} },
});

const token = requiredText(100).describe("The token of the mailed link.");

export const teamInvitation = call({
  path: "/v1/teamInvitation",
  access: "visitor",
  allowedInStaffView: false,
  summary: "Returns whose account an invitation is to, and for which address.",
  tag: "Team",
  request: { token },
  response: {
    account: z.string().describe("The e-mail address of the account's owner."),
    email: z.string().describe("The address that was invited."),
    role: teamRole,
    expiresAt: at.describe("The time from which it can no longer be accepted."),
  },
  refusals: ["invitationNotFound"],
  example: {
    request: { token: "EXAMPLE-TOKEN" },
    response: {
      account: customer.user.email,
      email: exampleInvitation.email,
      role: "billing",
      expiresAt: exampleInvitation.expiresAt,
    },
  },
});

export const teamAccept = call({
  path: "/v1/teamAccept",
  waitsForGateways: false,
  summary: "Accepts an invitation, for the person who is signed in.",
  description:
    "The person's address must be the invited one, which this verifies. `/v1/teamEnter` then opens a session in the account.",
  tag: "Team",
  request: { token },
  response: { id: z.string().describe("The member's ID, for `/v1/teamEnter`.") },
  refusals: ["invitationNotFound", "otherAddressInvited", "alreadyInTeam", "tooMany"],
  example: { request: { token: "EXAMPLE-TOKEN" }, response: { id: exampleMember.id } },
});

export const teamEnter = call({
  path: "/v1/teamEnter",
  waitsForGateways: false,
  summary: "Opens a session in an account of a team that the person belongs to.",
  description:
    "The session may do what the role allows; other calls are refused with 403 `roleScope`. It ends with the person's own session. If the owner has bound a second factor, members need one, too (403 `teamNeedsMfa`).",
  tag: "Team",
  request: { id: id().describe("The membership, by ID (`teams` of `/v1/member`).") },
  response: {
    session: secret(z.string().describe("The session's token; send it as `session` from now on.")),
    user,
  },
  refusals: ["memberNotFound", "teamNeedsMfa", "accountDisabled", "sessionInvalid"],
  example: {
    request: { id: exampleMember.id },
    response: {
      session: examples.session,
      user: {
        ...customer.user,
        teams: [],
        acting: { id: exampleMember.id, email: exampleMember.email, role: "developer" },
      },
    },
  },
});

export const teamLeave = call({
  path: "/v1/teamLeave",
  waitsForGateways: false,
  summary: "Leaves a team; the person's sessions and keys in that account end at once.",
  tag: "Team",
  request: { id: id().describe("The membership, by ID.") },
  response: {},
  refusals: ["memberNotFound"],
  example: { request: { id: exampleMember.id }, response: {} },
});

export const teamCalls = {
  team,
  teamActs,
  teamInvite,
  teamUp,
  teamRemove,
  teamInvitation,
  teamAccept,
  teamEnter,
  teamLeave,
};
