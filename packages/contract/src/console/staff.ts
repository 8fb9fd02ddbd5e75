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
    id: z.string().describe("The person's id."),
    email: z.string().describe("The person's e-mail address."),
    role: role.describe("The person's role."),
    mfaBound: z.boolean().describe("Whether a second factor is bound."),
    hasPassword: z.boolean().describe("Whether the person has set a password."),
    createdAt: at.describe("When the person was added."),
    lastSignInAt: at.nullable().describe("When the person signed in last."),
    disabledAt: at
      .nullable()
      .describe("Since when the person cannot sign in; null where they can."),
  })
  .meta({ id: "StaffMember" });

const invitation = {
  staff: staffMember.describe("The person."),
  link: secret(z.string().describe("The one-time link that sets the password; shown once.")),
  expiresAt: at.describe("Until when the link can be used."),
};

export const staffList = consoleCall({
  path: "/console/v1/staffList",
  access: "staff.manage",
  summary: "The operator's people.",
  answer: { items: z.array(staffMember).describe("All of them, the newest first.") },
});

export const staffAdd = consoleAct({
  path: "/console/v1/staffAdd",
  access: "staff.manage",
  summary: "Adds a person; answers the one-time link that sets the password.",
  question: {
    email: email.describe("The person's e-mail address."),
    role: role.describe("The person's role."),
  },
  answer: invitation,
  refusals: ["emailTaken"],
});

export const staffLink = consoleAct({
  path: "/console/v1/staffLink",
  access: "staff.manage",
  summary:
    "Makes a new one-time link for a person who lost password or second factor; both are removed, and their sessions end.",
  question: { id: rowId, reason },
  answer: invitation,
  refusals: ["staffNotFound", "lastOwner"],
});

export const staffRole = consoleAct({
  path: "/console/v1/staffRole",
  access: "staff.manage",
  summary: "Gives a person another role, at once. One owner who can sign in has to remain.",
  question: { id: rowId, role: role.describe("The new role."), reason },
  answer: { staff: staffMember.describe("The person.") },
  refusals: ["staffNotFound", "lastOwner"],
});

export const staffDisable = consoleAct({
  path: "/console/v1/staffDisable",
  access: "staff.manage",
  summary: "Ends a person's sessions and lets them sign in no more.",
  question: { id: rowId, reason: neededReason },
  answer: { staff: staffMember.describe("The person.") },
  refusals: ["staffNotFound", "lastOwner"],
});

export const staffEnable = consoleAct({
  path: "/console/v1/staffEnable",
  access: "staff.manage",
  summary: "Lets a disabled person sign in again.",
  question: { id: rowId, reason },
  answer: { staff: staffMember.describe("The person.") },
  refusals: ["staffNotFound"],
});

export const auditEntry = z
  .object({
    id: z.int().describe("The number in the log, from 1 without gaps."),
    at: at.describe("When."),
    actor: z.string().describe("Who: an e-mail address of the staff, `cli`, or `system`."),
    staffId: z.string().nullable().describe("Who, by id; null for the command line."),
    ip: z.string().describe("From where; empty for the command line."),
    action: z.string().describe("What, such as `account.disable`."),
    subject: z.string().describe("On what: an id, a name or an address."),
    accountId: z.string().nullable().describe("The customer concerned."),
    email: z.string().nullable().describe("The customer's e-mail address."),
    before: z.unknown().describe("What changed, before; null where nothing was there."),
    after: z.unknown().describe("The same after the act."),
    reason: z.string().describe("Why, as given."),
  })
  .meta({ id: "AuditEntry" });

export const auditList = consoleCall({
  path: "/console/v1/auditList",
  access: "audit.read",
  summary: "The audit log, newest first.",
  question: {
    ...paging,
    actor: optional(text(254)).describe("Only acts of this person (e-mail address), or `cli`."),
    action: optional(text(60)).describe("Only this action, or with a dot at the end its group."),
    account: optional(text(254)).describe("Only acts on this customer (id or e-mail address)."),
    search,
    from: optional(instant()).describe("From this instant on."),
    to: optional(instantAfter()).describe("Before this instant; a day counts whole."),
  },
  answer: {
    ...paged(auditEntry),
    actions: z.array(z.string()).describe("All actions there are, to filter by."),
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
