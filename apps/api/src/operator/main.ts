/**
 * `npm run operator -- <command>`: the operator's command line (contract §15). Works while the product
 * runs or not. Exit codes: 0 done, 1 refused or a difference found, 2 usage.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { readEnvironment } from "@turnpike/contract/environment.ts";
import { connect } from "../db/database.ts";
import { startEmbedded } from "../db/embedded.ts";
import { isLocked } from "../db/lock.ts";
import { migrate } from "../db/migrate.ts";
import { type Command, commands } from "./commands.ts";

const env = readEnvironment(process.env);
const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { json: { type: "boolean" } },
});

/** The command by its longest name: `account show` before `account`. */
function find(): { command: Command; rest: string[] } | null {
  for (const words of [2, 1]) {
    const name = positionals.slice(0, words).join(" ");
    const command = commands.find((one) => one.name === name);
    if (command) return { command, rest: positionals.slice(words) };
  }
  return null;
}

function usage(): never {
  console.error("usage: npm run operator -- <command> [--json]\n");
  for (const { name, args, help } of commands)
    console.error(`  ${`${name} ${args}`.padEnd(52)} ${help}`);
  process.exit(2);
}

const found = find();
if (
  !found ||
  found.rest.length !== found.command.args.split(" ").filter((a) => /^[A-Z]/.test(a)).length
) {
  usage();
}
const dataDir = path.resolve(env.DATA_DIR);
const embedded = env.DATABASE_URL ? null : await startEmbedded(dataDir, { guard: false });
const url = env.DATABASE_URL ?? embedded?.url ?? "";
await migrate(url);
const db = connect(url, { name: "turnpike-operator", pool: 2, statementTimeoutMs: 0 });
try {
  const { ok, text, json } = await found.command.run({
    db,
    env,
    args: found.rest,
    options: values,
  });
  console.log(values.json ? JSON.stringify(json) : text);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await db.destroy();
  // A product that was started meanwhile goes on with the same database.
  if (embedded && !embedded.reused && !isLocked(dataDir)) await embedded.stop();
}
