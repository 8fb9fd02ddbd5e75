/** Acts on staff (spec/console#staff). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isPermitted, type StaffRole } from "@turnpike/rules/staff.ts";
import { addStaff, inviteStaff } from "../../../identity/staff/links.ts";
import { presentStaff, type StaffMember } from "../../../identity/staff/present.ts";
import { removeStaffMfa } from "../../../identity/staff/store/mfa.ts";
import { deleteStaffSessions } from "../../../identity/staff/store/session.ts";
import {
  deleteStaffLink,
  lockStaff,
  setStaffPasswordHash,
  setRole,
  setStaffDisabled,
  staffById,
  type StaffRow,
} from "../../../identity/staff/store/staff.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Actor } from "../../../platform/audit/audit.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { defineAct } from "./act.ts";

export interface StaffInvitation {
  staff: StaffMember;
  /** Shown only once. */
  link: string;
  expiresAt: string;
}

/** A staff member's id or e-mail address. */
interface Named {
  who: string;
}

/**
 * Locks all staff, so that of two owners who disable each other at once, one remains. Who acts may
 * have lost the right while this waited.
 * @throws Refusal notPermitted
 */
async function lockAsManager(tx: Tx, { staffId }: Actor): Promise<StaffRow[]> {
  const all = await lockStaff(tx);
  const own = all.find(({ id }) => id === staffId);
  const permission = "staff.manage";
  if (staffId !== null && (!own || own.disabledAt || !isPermitted(own.role, permission)))
    throw new Refusal("notPermitted", { permission });
  return all;
}

/** @throws Refusal notPermitted */
async function lockMember(
  tx: Tx,
  who: string,
  actor: Actor,
): Promise<{ row: StaffRow; all: StaffRow[] }> {
  const all = await lockAsManager(tx, actor);
  const row = all.find(({ id, email }) => id === who || email === who.trim().toLowerCase());
  if (!row) throw new ActRefused(`${who} is not a staff member`, { reason: "staffNotFound" });
  return { row, all };
}

/** @throws Refusal lastOwner if no other owner can sign in */
function refuseLastOwner(row: StaffRow, all: StaffRow[]): void {
  const counts = (one: StaffRow) => one.role === "owner" && !one.disabledAt && one.passwordHash;
  if (counts(row) && !all.some((one) => one.id !== row.id && counts(one)))
    throw new Refusal("lastOwner");
}

async function presentMember(tx: Tx, id: string): Promise<StaffMember> {
  const row = await staffById(tx, id);
  if (!row) throw new Error("who is of the staff stays in the table");
  return presentStaff(row);
}

export const add = defineAct<{ email: string; role: StaffRole }, StaffInvitation>({
  action: "staff.add",
  run: async (services, tx, given, actor) => {
    await lockAsManager(tx, actor);
    const { id, link, expiresAt } = await addStaff(services, tx, given);
    const result = { staff: await presentMember(tx, id), link, expiresAt: expiresAt.toISOString() };
    return { result, subject: given.email, after: { role: given.role } };
  },
});

/**
 * For staff who lost their password or second factor: removes both and ends their sessions. The
 * console refuses the last owner, since nobody could sign in if the link were lost; the command
 * line does not.
 * @throws Refusal lastOwner
 */
export const renewLink = defineAct<Named, StaffInvitation>({
  action: "staff.link",
  run: async (services, tx, { who }, actor) => {
    const { row, all } = await lockMember(tx, who, actor);
    if (actor.staffId !== null) refuseLastOwner(row, all);
    await setStaffPasswordHash(tx, row.id, null);
    await removeStaffMfa(tx, row.id);
    await deleteStaffSessions(tx, row.id);
    const { link, expiresAt } = await inviteStaff(services, tx, row.id);
    const result = {
      staff: await presentMember(tx, row.id),
      link,
      expiresAt: expiresAt.toISOString(),
    };
    return { result, subject: row.email, before: { mfaBound: row.mfaBoundAt !== null } };
  },
});

export const giveRole = defineAct<Named & { role: StaffRole }, { staff: StaffMember }>({
  action: "staff.role",
  run: async (_services, tx, { who, role }, actor) => {
    const { row, all } = await lockMember(tx, who, actor);
    if (role !== "owner") refuseLastOwner(row, all);
    await setRole(tx, row.id, role);
    const staff = await presentMember(tx, row.id);
    return { result: { staff }, subject: row.email, before: { role: row.role }, after: { role } };
  },
});

export const disable = defineAct<Named, { staff: StaffMember }>({
  action: "staff.disable",
  run: async ({ world }, tx, { who }, actor) => {
    const { row, all } = await lockMember(tx, who, actor);
    refuseLastOwner(row, all);
    await setStaffDisabled(tx, row.id, row.disabledAt ?? new Date(world.now()));
    await deleteStaffSessions(tx, row.id);
    await deleteStaffLink(tx, row.id);
    return { result: { staff: await presentMember(tx, row.id) }, subject: row.email };
  },
});

export const enable = defineAct<Named, { staff: StaffMember }>({
  action: "staff.enable",
  run: async (_services, tx, { who }, actor) => {
    const { row } = await lockMember(tx, who, actor);
    await setStaffDisabled(tx, row.id, null);
    return { result: { staff: await presentMember(tx, row.id) }, subject: row.email };
  },
});
