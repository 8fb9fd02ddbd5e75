/** Staff members in the form that the console's calls return. */
import type { me } from "@turnpike/contract/console/session.ts";
import type { staffMember } from "@turnpike/contract/console/staff.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import { rolePermissions } from "@turnpike/rules/staff.ts";
import type { z } from "zod";
import type { StaffRow } from "./store/staff.ts";

export type Me = z.output<typeof me>;
export type StaffMember = z.output<typeof staffMember>;

/** `lastSignInAt` is the sign-in before the current one. */
export function presentMe(
  { lab }: Pick<Environment, "lab">,
  row: Pick<StaffRow, "id" | "email" | "role" | "mfaBoundAt" | "lastSignInAt">,
): Me {
  const mfaBound = row.mfaBoundAt !== null;
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    permissions: [...rolePermissions[row.role]],
    mfaBound,
    mustBindMfa: !lab && !mfaBound,
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    lab,
  };
}

export function presentStaff(row: StaffRow): StaffMember {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    mfaBound: row.mfaBoundAt !== null,
    hasPassword: row.passwordHash !== null,
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    disabledAt: row.disabledAt?.toISOString() ?? null,
  };
}
