/** Why a connection gets no exit. */
import type { Refused } from "@turnpike/rules/admission.ts";
import type { UsernameRequest } from "@turnpike/rules/username.ts";
import { portSession } from "../link/holder.ts";
import { noExitRefusal } from "../parse/refused.ts";

export const exitDeleted: Refused = { reason: "exitUnreachable", detail: "the exit was deleted" };
/** Own exits are no member of the pool. */
export const noMember: Refused = { reason: "noExit", detail: "" };
export const unwritable: Refused = { reason: "noExit", detail: "" };
export const unsold: Refused = { reason: "badParameters", detail: "" };
export const strictRefusal: Refused = {
  reason: "exitUnreachable",
  detail: "the session's exit is dead and strict-1 asks for no other",
};

/** Clients of a whitelisted port sent no parameters that could be wrong: there is no exit now. */
export function refusalOf(
  choice: Parameters<typeof noExitRefusal>[0],
  { sid }: UsernameRequest,
): Refused {
  const refused = noExitRefusal(choice);
  return sid === portSession ? { ...refused, reason: "noExit" } : refused;
}
