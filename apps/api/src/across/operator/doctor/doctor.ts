/** `doctor`: everything that production needs, each with its cure (spec/operator#doctor). */
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import { listExits } from "../../../inventory/exit/store/operator-stock.ts";
import type { Services } from "../../../platform/services.ts";
import { realWorld, type World } from "../../../platform/world.ts";
import { backupCheck } from "../../backup/series.ts";
import type { Command, CommandInput, CommandResult } from "../command.ts";
import { type Check, missing, ok, reasonOf, wrong } from "./check.ts";
import { databaseChecks } from "./database.ts";
import { machineChecks } from "./machine.ts";
import { networkChecks } from "./network.ts";
import { nodeChecks } from "./nodes.ts";
import { settingChecks } from "./settings.ts";

async function exits({ db, world }: Services): Promise<Check> {
  const now = new Date(world.now());
  const { exits: some, total } = await listExits(db, { country: null, limit: 5_000, now });
  const own = some.filter(({ lab }) => !lab).length;
  if (own > 0) return ok("exits", `${total > some.length ? total : own} to sell`);
  return missing("exits", "there is nothing to sell", "operator exits import FILE.csv");
}

function backups({ env }: Services): Check {
  const { state, detail } = backupCheck(path.resolve(env.DATA_DIR), Date.now());
  const cure =
    state === "ok" ? "" : "operator backup --to DIR --keep N daily; operator backup drill";
  return { name: "backup", state, detail, cure };
}

const signs = { ok: "ok", missing: "MISSING", wrong: "WRONG" };

/** The lines of a person's report, faults first. */
export function reportOf(checks: readonly Check[]): string {
  const inOrder = [...checks].sort((a, b) => Number(a.state === "ok") - Number(b.state === "ok"));
  return inOrder
    .flatMap(({ name, state, detail, cure }) => [
      `${signs[state].padEnd(8)}${name}: ${detail}`,
      ...(cure ? [`        → ${cure}`] : []),
    ])
    .join("\n");
}

/** What is judged without a database. */
async function outsideChecks(
  env: Environment,
  world: Pick<World, "lookup">,
  { mail }: CommandInput["options"],
): Promise<Check[]> {
  return [
    ...settingChecks(env),
    ...(await machineChecks(env, Date.now())),
    ...(await networkChecks(env, world, typeof mail === "string" ? mail : undefined)),
  ];
}

function resultOf(checks: Check[]): CommandResult {
  const allWell = checks.every(({ state }) => state === "ok");
  return { ok: allWell, text: reportOf(checks), json: { ok: allWell, checks } };
}

const doctor: Command = {
  name: "doctor",
  args: "[--mail TO]",
  help: "Check everything that production needs, each with its cure; --mail sends a test mail",
  run: async ({ services, options }) => {
    const { env, db, world } = services;
    return resultOf([
      ...(await outsideChecks(env, world, options)),
      ...(await databaseChecks(db)),
      ...(await nodeChecks(db, Date.now())),
      backups(services),
      await exits(services),
    ]);
  },
  runWithoutDatabase: async (env, options, reason) => {
    const unusable = wrong("database", reasonOf(reason), "DATABASE_URL, and whether it runs");
    const world = realWorld(env.RESOLVERS);
    return resultOf([...(await outsideChecks(env, world, options)), unusable]);
  },
};

export const doctorCommands: Command[] = [doctor];
