/**
 * Defines calls of the operator's console (spec/console). Like `call.ts` for customers, but with a
 * permission in place of a key's scope. Every call is a `POST` with a JSON body and returns
 * `{code, msg, data}`. The session is in a cookie that scripts cannot read.
 */
import type { Permission } from "@turnpike/rules/staff.ts";
import { z } from "zod";
import type { RefusalReason } from "../refusals.ts";

/** Who may make a call: anyone, any staff member, or only roles that have this permission. */
export type ConsoleAccess = "visitor" | "staff" | Permission;

export interface ConsoleCall<
  Q extends z.ZodObject = z.ZodObject,
  A extends z.ZodObject = z.ZodObject,
> {
  path: `/console/v1/${string}`;
  access: ConsoleAccess;
  /** True if the call changes something: it is recorded in the audit log. */
  act: boolean;
  /**
   * True if a stolen session could outlive itself by the call, or lead a secret elsewhere: in
   * production it needs a second factor that was proved lately (spec/console#fresh-proof).
   */
  fresh: boolean;
  /** One sentence. */
  summary: string;
  request: Q;
  response: A;
  /** Refusals of the handler; refusals common to all calls are in `generalRefusals`. */
  refusals: readonly RefusalReason[];
}

interface Definition<Q extends z.ZodRawShape, A extends z.ZodRawShape> {
  path: ConsoleCall["path"];
  access: ConsoleAccess;
  act?: boolean;
  fresh?: boolean;
  summary: string;
  request?: Q;
  response?: A | z.ZodObject<A>;
  refusals?: readonly RefusalReason[];
}

/** Defines a call that only reads, or that signs somebody in or out. */
export function consoleCall<Q extends z.ZodRawShape, A extends z.ZodRawShape>({
  act = false,
  fresh = false,
  refusals = [],
  ...definition
}: Definition<Q, A>): ConsoleCall<z.ZodObject<Q>, z.ZodObject<A>> {
  const { response = {} as A, request = {} as Q } = definition;
  return {
    path: definition.path,
    access: definition.access,
    act,
    fresh,
    summary: definition.summary,
    request: z.object(request),
    response: response instanceof z.ZodObject ? response : z.object(response),
    refusals: fresh ? [...refusals, "mfaNeeded"] : refusals,
  };
}

/** Defines a call that changes something: it runs in one transaction and is audited. */
export function consoleAct<Q extends z.ZodRawShape, A extends z.ZodRawShape>(
  definition: Omit<Definition<Q, A>, "act">,
): ConsoleCall<z.ZodObject<Q>, z.ZodObject<A>> {
  return consoleCall({ ...definition, act: true });
}

/** Refusals that only console calls can return. */
export const consoleReasons: readonly RefusalReason[] = [
  "accountNotFound",
  "actRefused",
  "caseNotFound",
  "changedMeanwhile",
  "exitUnknown",
  "lastOwner",
  "nodeNotFound",
  "nodeTaken",
  "notPermitted",
  "signalsTooSlow",
  "staffNotFound",
  "traceTooOld",
];

/**
 * Refusals of every call that needs staff access: no session (300), a role without the permission
 * (403), MFA that has to be set up first (409), a request from another origin (403).
 */
export const generalRefusals = [
  "sessionInvalid",
  "notPermitted",
  "mfaNotBound",
  "foreignOrigin",
] as const satisfies readonly RefusalReason[];
