/**
 * Returns the text of src/lib/calls.gen.ts, from the contract; `npm run generate` writes it. The
 * browser needs each call's path, its access level and what its dialog must ask for, but not its
 * zod schemas.
 */
import { writeFileSync } from "node:fs";
import type { ConsoleCall } from "@turnpike/contract/console/call.ts";
import { consoleCalls } from "@turnpike/contract/console/calls.ts";

/** Whether a call has a `reason` field, and whether that field is required. */
function reasonOf({ request }: ConsoleCall): "needed" | "optional" | undefined {
  const field = request.shape["reason"];
  if (!field) return undefined;
  return field.safeParse(undefined).success ? "optional" : "needed";
}

function lineOf([name, call]: [string, ConsoleCall]): string {
  const reason = reasonOf(call);
  const parts = [
    `path: "${call.path}"`,
    `access: "${call.access}"`,
    ...(reason ? [`reason: "${reason}"`] : []),
    ...(call.request.shape["requestId"] ? ["once: true"] : []),
  ];
  return `  ${name}: { ${parts.join(", ")} },`;
}

/** Generates the text of calls.gen.ts; a test compares it with the file. */
export function callsText(): string {
  const lines = Object.entries<ConsoleCall>(consoleCalls).map(lineOf);
  return `/** Written by build-steps/calls.ts from @turnpike/contract; do not edit. */
import type { ConsoleAccess } from "@turnpike/contract/console/call.ts";
import type { ConsoleCallName } from "@turnpike/contract/console/calls.ts";

export interface CallFacts {
  path: string;
  access: ConsoleAccess;
  reason?: "needed" | "optional";
  /** Takes a \`requestId\`: sent again, it does nothing twice. */
  once?: true;
}

export const calls: Record<ConsoleCallName, CallFacts> = {
${lines.join("\n")}
};
`;
}

if (import.meta.main) {
  writeFileSync(new URL("../src/lib/calls.gen.ts", import.meta.url), callsText());
}
