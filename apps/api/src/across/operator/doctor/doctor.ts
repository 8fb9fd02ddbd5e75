/** `doctor`: checks all that production needs, with a fix for each (spec/operator#doctor). */
import { DatabaseRefused } from "../../../platform/db/server.ts";
import { realWorld } from "../../../platform/world.ts";
import type { Command, CommandResult } from "../command.ts";
import { allChecks, outsideChecks } from "./all-checks.ts";
import { type Check, reasonOf, wrong } from "./check.ts";

const stateLabels = { ok: "ok", warning: "NOTE", missing: "MISSING", wrong: "WRONG" };

/** Formats the checks as text, failures first. */
export function reportOf(checks: readonly Check[]): string {
  const inOrder = [...checks].sort((a, b) => Number(a.state === "ok") - Number(b.state === "ok"));
  return inOrder
    .flatMap(({ name, state, detail, cure }) => [
      `${stateLabels[state].padEnd(8)}${name}: ${detail}`,
      ...(cure ? [`        → ${cure}`] : []),
    ])
    .join("\n");
}

function resultOf(checks: Check[]): CommandResult {
  const allWell = checks.every(({ state }) => state === "ok" || state === "warning");
  return { ok: allWell, text: reportOf(checks), json: { ok: allWell, checks } };
}

const doctor: Command = {
  name: "doctor",
  args: "[--mail TO]",
  help: "Check everything that production needs and say how to fix what is missing; --mail sends a test mail",
  run: async ({ services, options }) => resultOf(await allChecks(services, options)),
  runWithoutDatabase: async (env, options, reason) => {
    const unusable =
      reason instanceof DatabaseRefused
        ? wrong("database", reason.what, reason.cure)
        : wrong("database", reasonOf(reason), "DATABASE_URL, and whether it runs");
    const world = realWorld(env.RESOLVERS);
    return resultOf([...(await outsideChecks(env, world, options)), unusable]);
  },
};

export const doctorCommands: Command[] = [doctor];
