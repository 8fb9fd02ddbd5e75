/**
 * `npm run operator -- <command>`: the operator's command line (spec/operator#commands). Works
 * while the product runs or not. Exit codes: 0 done, 1 refused or a difference found, 2 usage.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import pino from "pino";
import { connect } from "../db/database.ts";
import { startEmbedded } from "../db/embedded.ts";
import { isLocked } from "../db/lock.ts";
import { migrate } from "../db/migrate.ts";
import { restoreClock } from "../lab/clock.ts";
import { makeShares } from "../http/shares.ts";
import { LiveLoad } from "../live/load.ts";
import { Monitor } from "../monitor/load.ts";
import { openLog } from "../log.ts";
import { newMetrics } from "../metrics.ts";
import { sealer } from "../seal.ts";
import { realWorld } from "../world.ts";
import { accountCommands } from "./accounts.ts";
import { backupCommands } from "./backup.ts";
import { type Asked, type Command, type Told, Usage } from "./command.ts";
import { exitCommands } from "./exits.ts";
import { paymentCommands } from "./payments.ts";
import { promotionCommands } from "./promotions.ts";
import { refundCommands } from "./refund.ts";
import { regionCommands } from "./regions.ts";
import { shopCommands } from "./shop.ts";
import { usageCommands } from "./usage.ts";
import { withdrawalCommands } from "./withdrawals.ts";

const commands = [
  ...accountCommands,
  ...backupCommands,
  ...exitCommands,
  ...promotionCommands,
  ...paymentCommands,
  ...refundCommands,
  ...regionCommands,
  ...shopCommands,
  ...usageCommands,
  ...withdrawalCommands,
];
const valued =
  "asset amount cents title body lang kind percent min-cents sku days country status reason starts ends from-cents ports mbps".split(
    " ",
  );

const flags = Object.fromEntries(
  ["json", "due", "all", "dry-run"].map((name) => [name, { type: "boolean" as const }]),
);

function usage(why?: string): never {
  if (why) console.error(`${why}\n`);
  console.error("usage: npm run operator -- <command> [--json]\n");
  for (const { name, args, help } of commands) {
    console.error(`  ${name} ${args}`.trimEnd());
    console.error(`      ${help}`);
  }
  process.exit(2);
}

function read() {
  try {
    const options = Object.fromEntries(valued.map((name) => [name, { type: "string" as const }]));
    return parseArgs({
      allowPositionals: true,
      options: { ...options, ...flags },
    });
  } catch (error) {
    return usage((error as Error).message);
  }
}

/** The command, by its one or two words, and the arguments after them. */
function find(words: string[]): { command: Command; args: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(" ");
    const command = commands.find((one) => one.name === name);
    if (!command) continue;
    const args = words.slice(length);
    const wanted = command.args.split(" ").filter((word) => /^[A-Z]+$/.test(word));
    const before = command.args.indexOf("--");
    const needed = wanted.filter(
      (word) => before < 0 || command.args.indexOf(word) < before,
    ).length;
    const optional = command.args.split(" ").filter((word) => /^\[[A-Z]+\]$/.test(word)).length;
    const fits = args.length >= needed && args.length <= needed + optional;
    if (!fits) usage(`${command.name} takes ${needed} arguments`);
    return { command, args };
  }
  return usage(words.length > 0 ? `there is no command ${words.join(" ")}` : undefined);
}

/** Runs a command on the product's database, which is started for it where nobody else has. */
async function perform(command: Command, asked: Omit<Asked, "services">): Promise<Told> {
  const env = readEnvironment(process.env);
  const dataDir = path.resolve(env.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  const embedded = env.DATABASE_URL ? null : await startEmbedded(dataDir, { guard: false });
  const databaseUrl = env.DATABASE_URL ?? embedded?.url ?? "";
  const db = connect(databaseUrl, { name: "turnpike-operator", pool: 2, statementTimeoutMs: 0 });
  try {
    await migrate(databaseUrl);
    const log = openLog("warn", "operator", pino.destination(2));
    const [world, live, seal] = [realWorld(), new LiveLoad(), sealer(dataDir)];
    const metrics = newMetrics();
    const services = {
      db,
      aside: db,
      databaseUrl,
      world,
      env,
      log,
      live,
      monitor: new Monitor(),
      seal,
      metrics,
      shares: makeShares(metrics),
    };
    if (env.lab) await restoreClock(services);
    return await command.run({ ...asked, services });
  } finally {
    await db.destroy();
    // A product that was started meanwhile goes on with the same database.
    if (embedded && !embedded.reused && !isLocked(dataDir)) await embedded.stop();
  }
}

const { positionals, values } = read();
const { command, args } = find(positionals);
try {
  const { ok, text, json } = await perform(command, { args, options: values });
  console.log(values.json ? JSON.stringify(json) : text);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  if (error instanceof Usage) usage(error.message);
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
