/** Staff members and the audit log (spec/console#staff, spec/console#audit-log). */
import { staffRoles } from "@turnpike/rules/staff.ts";
import { z } from "zod";
import { at, instant, instantAfter, optional, paged, paging, text } from "../fields.ts";
import { email } from "../session.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { neededReason, reason, rowId, search } from "./fields.ts";
import { secret } from "../secret.ts";

const role = z.enum(staffRoles, "badField");

export const staffMember = z
  .object({
    id: z.string().describe("The person's ID."),
    email: z.string().describe("The person's e-mail address."),
    role: role.describe("The person's role."),
    mfaBound: z.boolean().describe("True if a second factor is bound."),
    hasPassword: z.boolean().describe("True if the person has set a password."),
    createdAt: at.describe("The time the person was added."),
    lastSignInAt: at.nullable().describe("The time the person signed in last."),
    disabledAt: at
      .nullable()
      .describe("The time since which the person cannot sign in; null if they can."),
  })
  .meta({ id: "StaffMember" });

const invitation = {
  staff: staffMember.describe("The person."),
  link: secret(z.string().describe("The one-time link that sets the password; shown once.")),
  expiresAt: at.describe("The time until which the link can be used."),
};

export const staffList = consoleCall({
  path: "/console/v1/staffList",
  access: "staff.manage",
  summary: "Lists the staff.",
  response: { items: z.array(staffMember).describe("The staff, the newest first.") },
});

export const staffAdd = consoleAct({
  path: "/console/v1/staffAdd",
  access: "staff.manage",
  fresh: true,
  summary: "Adds a staff member; returns the one-time link that sets the password.",
  request: {
    email: email.describe("The person's e-mail address."),
    role: role.describe("The person's role."),
  },
  response: invitation,
  refusals: ["emailTaken"],
});

export const staffLink = consoleAct({
  path: "/console/v1/staffLink",
  access: "staff.manage",
  fresh: true,
  summary:
    "Creates a new one-time link for a staff member who lost the password or second factor; both are removed, and the sessions end.",
  request: { id: rowId, reason },
  response: invitation,
  refusals: ["staffNotFound", "lastOwner"],
});

export const staffRole = consoleAct({
  path: "/console/v1/staffRole",
  access: "staff.manage",
  fresh: true,
  summary: "Gives a staff member another role, at once. One owner who can sign in has to remain.",
  request: { id: rowId, role: role.describe("The new role."), reason },
  response: { staff: staffMember.describe("The person.") },
  refusals: ["staffNotFound", "lastOwner"],
});

export const staffDisable = consoleAct({
  path: "/console/v1/staffDisable",
  access: "staff.manage",
  fresh: true,
  summary: "Ends a staff member's sessions and prevents further sign-ins.",
  request: { id: rowId, reason: neededReason },
  response: { staff: staffMember.describe("The person.") },
  refusals: ["staffNotFound", "lastOwner"],
});

export const staffEnable = consoleAct({
  path: "/console/v1/staffEnable",
  access: "staff.manage",
  fresh: true,
  summary: "Lets a disabled staff member sign in again.",
  request: { id: rowId, reason },
  response: { staff: staffMember.describe("The person.") },
  refusals: ["staffNotFound"],
});

export const auditEntry = z
  .object({
    id: z.int().describe("The number in the log, from 1 without gaps."),
    at: at.describe("The time of the act."),
    actor: z.string().describe("The author: a staff member's e-mail address, `cli`, or `system`."),
    staffId: z.string().nullable().describe("The author's ID; null for the command line."),
    ip: z.string().describe("The client's address; empty for the command line."),
    action: z.string().describe("The action, such as `account.disable`."),
    subject: z.string().describe("The target: an ID, a name or an address."),
    accountId: z.string().nullable().describe("The customer concerned."),
    email: z.string().nullable().describe("The customer's e-mail address."),
    before: z.unknown().describe("The state before; null if there was none."),
    after: z.unknown().describe("The state after."),
    reason: z.string().describe("The reason, as given."),
  })
  .meta({ id: "AuditEntry" });

export const auditList = consoleCall({
  path: "/console/v1/auditList",
  access: "audit.read",
  summary: "Lists the audit log, newest first.",
  request: {
    ...paging,
    actor: optional(text(254)).describe(
      "Only acts of this staff member (e-mail address), or of `cli`.",
    ),
    action: optional(text(60)).describe("Only this action; with a dot at the end, its group."),
    account: optional(text(254)).describe(
      "Only acts that concern this customer (account ID or e-mail address).",
    ),
    search,
    from: optional(instant()).describe("From this time on."),
    to: optional(instantAfter()).describe("Before this time; a day is included whole."),
  },
  response: {
    ...paged(auditEntry),
    actions: z.array(z.string()).describe("All actions, to filter by."),
  },
});

export const consoleStaffCalls = {
  staffList,
  staffAdd,
  staffLink,
  staffRole,
  staffDisable,
  staffEnable,
  auditList,
};
