/**
 * What a call of the operator's console is (spec/console): as `call.ts` for customers' calls, with a
 * permission in place of a key's scope. Every call is `POST` with a JSON body, and answers
 * `{code, msg, data}`. The session is in a cookie that scripts cannot read.
 */
import type { Permission } from "@turnpike/rules/staff.ts";
import { z } from "zod";
import type { RefusalReason } from "../refusals.ts";

/** Who may make a call: anyone; anyone of the staff; or whose role has this permission. */
export type ConsoleAccess = "visitor" | "staff" | Permission;

export interface ConsoleCall<
  Q extends z.ZodObject = z.ZodObject,
  A extends z.ZodObject = z.ZodObject,
> {
  path: `/console/v1/${string}`;
  access: ConsoleAccess;
  /** True where the call changes something: it is an entry of the audit log. */
  act: boolean;
  /** One sentence. */
  summary: string;
  question: Q;
  answer: A;
  /** What its handler refuses; what any call can be refused for is in `generalRefusals`. */
  refusals: readonly RefusalReason[];
}

interface Definition<Q extends z.ZodRawShape, A extends z.ZodRawShape> {
  path: ConsoleCall["path"];
  access: ConsoleAccess;
  act?: boolean;
  summary: string;
  question?: Q;
  answer?: A | z.ZodObject<A>;
  refusals?: readonly RefusalReason[];
}

/** Defines a call that reads, or signs somebody in or out. */
export function consoleCall<Q extends z.ZodRawShape, A extends z.ZodRawShape>({
  act = false,
  refusals = [],
  ...definition
}: Definition<Q, A>): ConsoleCall<z.ZodObject<Q>, z.ZodObject<A>> {
  const { answer = {} as A, question = {} as Q } = definition;
  return {
    path: definition.path,
    access: definition.access,
    act,
    summary: definition.summary,
    question: z.object(question),
    answer: answer instanceof z.ZodObject ? answer : z.object(answer),
    refusals,
  };
}

/** Defines an act: it changes something, runs in one transaction, and is in the audit log. */
export function consoleAct<Q extends z.ZodRawShape, A extends z.ZodRawShape>(
  definition: Omit<Definition<Q, A>, "act">,
): ConsoleCall<z.ZodObject<Q>, z.ZodObject<A>> {
  return consoleCall({ ...definition, act: true });
}

/** Reasons that no call of a customer is refused for. */
export const consoleReasons: readonly RefusalReason[] = [
  "accountNotFound",
  "actRefused",
  "caseNotFound",
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
 * What any call of staff can be refused for: no session (300), a role without the permission (403),
 * MFA that has to be bound first (409), a page of another origin (403).
 */
export const generalRefusals = [
  "sessionInvalid",
  "notPermitted",
  "mfaNotBound",
  "foreignOrigin",
] as const satisfies readonly RefusalReason[];
