/** What a key may do (spec/accounts#scopes); the contract declares the scope of each call. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Scope } from "@turnpike/rules/api-key.ts";
import type { CallerKey } from "./handler.ts";

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
