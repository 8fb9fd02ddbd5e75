/** Roles of people who act for an account of somebody else (spec/accounts#teams). */
import { type Scope, scopes } from "./api-key.ts";

/** The roles that somebody can be invited with. The owner is who the account belongs to. */
export const teamRoles = ["admin", "billing", "developer", "viewer"] as const;
export type TeamRole = (typeof teamRoles)[number];
export const personRoles = ["owner", ...teamRoles] as const;
export type PersonRole = (typeof personRoles)[number];

const scopesOfRole: Record<PersonRole, readonly Scope[]> = {
  owner: scopes,
  admin: scopes,
  billing: ["read", "buy", "money"],
  developer: ["read", "proxies", "manage"],
  viewer: ["read"],
};

/** The scopes whose calls a role may make. */
export const roleScopes = (role: PersonRole): readonly Scope[] => scopesOfRole[role];

/**
 * Whether a role may make a call of this scope (null: a call for people alone, which only the owner
 * and the roles that the call names may make).
 */
export function mayRole(
  role: PersonRole,
  { scope, roles }: { scope: Scope | null; roles: readonly TeamRole[] },
): boolean {
  if (role === "owner") return true;
  return scope === null ? roles.includes(role) : scopesOfRole[role].includes(scope);
}

/** Whether a person may give, change or take away a role: only the owner decides about admins. */
export const mayManageRole = (role: PersonRole, other: TeamRole): boolean =>
  role === "owner" || (role === "admin" && other !== "admin");

/** The most people of a team, those invited included, and the most teams of a person. */
export const maxTeam = 50;
/** How long an invitation can be accepted. */
export const invitationDays = 7;
