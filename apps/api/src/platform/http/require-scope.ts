/** What a key may do (spec/accounts#scopes); the contract declares the scope of each call. */
import { type Access, type Call, isViewable, scopeOf } from "@turnpike/contract/call.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Scope } from "@turnpike/rules/api-key.ts";
import { mayRole, roleScopes } from "@turnpike/rules/team.ts";
import type { Reader } from "./cover-secrets.ts";
import type { Caller, CallerKey, CallerPerson } from "./handler.ts";

/**
 * Checks that a key may make a call of this scope (null: only a session may). A call that spends
 * requires a `requestId`, so that a program that retries never buys twice.
 * @throws Refusal keyNetwork, keyScope, keyReadOnly, missingField
 */
export function requireScope(
  key: CallerKey,
  { scope, once }: { scope: Scope | null; once: boolean },
  question: { requestId?: unknown },
): void {
  if (!key.allowedHere) throw new Refusal("keyNetwork");
  if (scope === null || !key.scopes.includes(scope))
    throw key.id ? new Refusal("keyScope", { scope }) : new Refusal("keyReadOnly");
  if ((scope === "buy" || scope === "money") && once && question.requestId === undefined)
    throw new Refusal("missingField", { field: "requestId" });
}

/** Whether the person is a member of the team, and not the owner. */
const isMember = ({ role }: CallerPerson): boolean => role !== "owner";

/**
 * Checks that a person's role allows a call. Calls for people alone (`session`) are the owner's,
 * except for the roles that the call names.
 * @throws Refusal roleScope
 */
export function requireRole(
  person: CallerPerson,
  { access, call }: { access: Access; call: Call },
): void {
  if (access === "visitor") return;
  const scope = scopeOf(access);
  // A field that makes a call one for people alone makes it the owner's.
  const roles = access === call.access ? call.roles : [];
  if (!mayRole(person.role, { scope, roles })) throw new Refusal("roleScope", { scope });
}

/** Whether a caller may spend what the account has: by the key's scopes, or by the person's role. */
export const maySpend = ({ key, person }: Pick<Caller, "key" | "person">): boolean =>
  (key?.scopes ?? roleScopes(person?.role ?? "owner")).includes("buy");

/** For whom an answer's secrets are covered; null if the caller gets it as it is. */
export function readerOf(
  { view, key, person }: Pick<Caller, "view" | "key" | "person">,
  { access }: Pick<Call, "access">,
): Reader | null {
  if (view) return "view";
  const usesProxies = person === undefined || roleScopes(person.role).includes("proxies");
  if (!usesProxies && access === "read") return "view";
  if (!usesProxies && access === "buy") return "buyer";
  return key ? "key" : null;
}

/**
 * Whether a session acts for its account in a call. A member of a team is a visitor in calls for
 * visitors, such as those that sign in, except where they only read.
 */
export const actsFor = ({ person }: Partial<Caller>, call: Call): boolean =>
  call.access !== "visitor" || person === undefined || !isMember(person) || isViewable(call);
