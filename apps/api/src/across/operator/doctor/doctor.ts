/** `doctor`: everything that production needs, each with its cure (spec/operator#doctor). */
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import { listExits } from "../../../inventory/exit/store/operator-stock.ts";
import { unownedExits } from "../../../inventory/exit/store/owners.ts";
import type { Services } from "../../../platform/services.ts";
import { realWorld, type World } from "../../../platform/world.ts";
import { backupCheck } from "../../backup/series.ts";
import type { Command, CommandInput, CommandResult } from "../command.ts";
import { type Check, missing, ok, reasonOf, wrong } from "./check.ts";
import { databaseChecks } from "./database.ts";
import { machineChecks } from "./machine.ts";
import { networkChecks } from "./network.ts";
import { nodeChecks } from "./nodes.ts";
import { paymentChecks } from "./payments.ts";
import { settingChecks } from "./settings.ts";
import { targetChecks } from "./targets.ts";

async function exits({ db, world }: Services): Promise<Check> {
  const now = new Date(world.now());
  const { exits: some, total } = await listExits(db, { country: null, limit: 5_000, now });
  const own = some.filter(({ lab }) => !lab).length;
  if (own > 0) return ok("exits", `${total > some.length ? total : own} to sell`);
  return missing("exits", "there is nothing to sell", "operator exits import FILE.csv");
}

/** Local exits that no node has: they are not offered. */
async function unowned({ db }: Services): Promise<Check[]> {
  const none = await unownedExits(db, namedExits + 1);
  if (none.length === 0) return [];
  const some = none.slice(0, namedExits).map(({ host }) => host);
  const more = none.length > namedExits ? " and more" : "";
  return [
    wrong(
      "unowned exits",
      `no node has ${some.join(", ")}${more}: they are not offered`,
      "add the address to its machine, name the node in the list, or operator exits retire IP",
    ),
  ];
}
const namedExits = 5;

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
    ...(await targetChecks(env)),
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
      ...(await paymentChecks(db, env)),
      backups(services),
      await exits(services),
      ...(await unowned(services)),
    ]);
  },
  runWithoutDatabase: async (env, options, reason) => {
    const unusable = wrong("database", reasonOf(reason), "DATABASE_URL, and whether it runs");
    const world = realWorld(env.RESOLVERS);
    return resultOf([...(await outsideChecks(env, world, options)), unusable]);
  },
};

export const doctorCommands: Command[] = [doctor];
