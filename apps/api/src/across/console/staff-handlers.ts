/** Handlers for staff, the audit log and the overview. */
import { presentStaff } from "../../identity/staff/present.ts";
import { allStaff } from "../../identity/staff/store/staff.ts";
import type { Services } from "../../platform/services.ts";
import { accountOf } from "../operator/acts/account-of.ts";
import { perform } from "../operator/acts/act.ts";
import * as acts from "../operator/acts/staff.ts";
import { auditActions, listAudit } from "../operator/read/audit.ts";
import { overviewOf } from "../operator/read/overview.ts";
import { serialized } from "../operator/read/paging.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names =
  | "staffList"
  | "staffAdd"
  | "staffLink"
  | "staffRole"
  | "staffDisable"
  | "staffEnable"
  | "auditList"
  | "overview";

export function staffHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db } = services;
  return {
    staffList: async () => ({ items: (await allStaff(db)).map(presentStaff) }),
    staffAdd: ({ email, role }, { actor }) =>
      perform(services, acts.add, { actor, input: { email, role } }),
    staffLink: ({ id, reason }, { actor }) =>
      perform(services, acts.renewLink, { actor, input: { who: id }, reason }),
    staffRole: ({ id, role, reason }, { actor }) =>
      perform(services, acts.giveRole, { actor, input: { who: id, role }, reason }),
    staffDisable: ({ id, reason }, { actor }) =>
      perform(services, acts.disable, { actor, input: { who: id }, reason }),
    staffEnable: ({ id, reason }, { actor }) =>
      perform(services, acts.enable, { actor, input: { who: id }, reason }),

    async auditList({ account, from, to, ...query }) {
      const found = await listAudit(db, {
        ...query,
        accountId: account === undefined ? undefined : (await accountOf(services, account)).id,
        from: from === undefined ? undefined : new Date(from),
        before: to === undefined ? undefined : new Date(to),
      });
      return { ...serialized(found), actions: await auditActions(db) };
    },

    overview: async () => serialized(await overviewOf(services)),
  };
}
