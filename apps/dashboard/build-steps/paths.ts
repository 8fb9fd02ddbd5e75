/**
 * Returns the text of src/lib/paths.gen.ts, from the contract; `npm run generate` writes it.
 * The browser needs each call's path and whether it takes a `requestId`, not its zod schemas.
 */
import { writeFileSync } from "node:fs";
import { calls } from "@turnpike/contract/calls.ts";

/** The text of paths.gen.ts; a test compares it with the file. */
export function pathsText(): string {
  const lines = Object.entries(calls).map(([name, { path }]) => `  ${name}: "${path}",`);
  const once = Object.entries(calls)
    .filter(([, call]) => call.takesRequestId)
    .map(([name]) => `  "${name}",`);
  const proof = Object.entries(calls)
    .filter(([, { request }]) => "mfaCode" in request.shape || "confirmCode" in request.shape)
    .map(([name]) => `  "${name}",`);
  return `/** Written by build-steps/paths.ts from @turnpike/contract; do not edit. */
import type { CallName } from "@turnpike/contract/calls.ts";

export const paths = {
${lines.join("\n")}
} as const satisfies Record<CallName, string>;

/** Calls that take a \`requestId\` (spec/api#requestid). */
export const onceCalls: ReadonlySet<CallName> = new Set<CallName>([
${once.join("\n")}
]);

/** Calls that may want a proof of identity (spec/sign-in#guarded-calls). */
export const proofCalls: ReadonlySet<CallName> = new Set<CallName>([
${proof.join("\n")}
]);
`;
}

if (import.meta.main) {
  writeFileSync(new URL("../src/lib/paths.gen.ts", import.meta.url), pathsText());
}
