/** Finds and runs the commands of the operator's command line (spec/operator#commands). */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Environment } from "@turnpike/contract/environment.ts";
import { loadEnvironment } from "@turnpike/contract/load-environment.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import { FieldRefused } from "../../platform/act-refused.ts";
import { connect } from "../../platform/db/database.ts";
import { startEmbedded } from "../../platform/db/embedded.ts";
import { isLocked } from "../../platform/db/lock.ts";
import { migrateInstallation } from "../../platform/db/migrate.ts";
import { restoreClock } from "../lab/clock.ts";
import type { Modules } from "../../platform/modules.ts";
import { accountCommands } from "./accounts.ts";
import { auditCommands } from "./audit.ts";
import { backupCommands } from "./backup.ts";
import { brandCommands } from "./brand.ts";
import { headCommands } from "./head.ts";
import { caseCommands } from "./cases.ts";
import { cdkeyCommands } from "./cdkeys.ts";
import { type CommandInput, type Command, type CommandResult, UsageError } from "./command.ts";
import { commandServices } from "./command-services.ts";
import { costCommands } from "./costs.ts";
import { doctorCommands } from "./doctor/doctor.ts";
import { disposableMailCommands } from "./disposable-mail.ts";
import { disputeCommands } from "./disputes.ts";
import { exitCommands } from "./exits.ts";
import { gateCommands } from "./gates.ts";
import { groupCommands } from "./groups.ts";
import { identityCommands } from "./identity.ts";
import { importCommands } from "./import.ts";
import { mailCommands } from "./mails.ts";
import { invoiceCommands } from "./invoices.ts";
import { keyCommands } from "./key.ts";
import { legalCommands } from "./legal.ts";
import { nodeCommands } from "./nodes.ts";
import { paymentCommands } from "./payments.ts";
import { policyCommands } from "./policies.ts";
import { poolCommands } from "./pools.ts";
import { promoCommands } from "./promos.ts";
import { promotionCommands } from "./promotions.ts";
import { rateCommands } from "./rates.ts";
import { refundCommands } from "./refund.ts";
import { regionCommands } from "./regions.ts";
import { revenueCommands } from "./revenue.ts";
import { printable } from "./printable.ts";
import { productCommands } from "./products.ts";
import { shopCommands } from "./shop.ts";
import { staffCommands } from "./staff.ts";
import { staffAlertCommands } from "./staff-alerts.ts";
import { targetCommands } from "./targets.ts";
import { taxCommands } from "./tax.ts";
import { traceCommands } from "./trace.ts";
import { upstreamCommands } from "./upstreams.ts";
import { usageCommands } from "./usage.ts";
import { withdrawalCommands } from "./withdrawals.ts";

const commands = [
  ...accountCommands,
  ...auditCommands,
  ...backupCommands,
  ...brandCommands,
  ...caseCommands,
  ...cdkeyCommands,
  ...costCommands,
  ...doctorCommands,
  ...disposableMailCommands,
  ...disputeCommands,
  ...exitCommands,
  ...headCommands,
  ...gateCommands,
  ...groupCommands,
  ...identityCommands,
  ...importCommands,
  ...mailCommands,
  ...keyCommands,
  ...legalCommands,
  ...nodeCommands,
  ...policyCommands,
  ...poolCommands,
  ...promoCommands,
  ...promotionCommands,
  ...invoiceCommands,
  ...paymentCommands,
  ...rateCommands,
  ...refundCommands,
  ...regionCommands,
  ...revenueCommands,
  ...productCommands,
  ...shopCommands,
  ...staffCommands,
  ...staffAlertCommands,
  ...targetCommands,
  ...taxCommands,
  ...traceCommands,
  ...upstreamCommands,
  ...usageCommands,
  ...withdrawalCommands,
];
/** All commands' options that take a value. */
const stringOptions = [
  ..."account asset amount cents title body lang kind percent min-cents sku days country".split(
    " ",
  ),
  ..."pdf seen status reason starts ends from-cents ports mbps maker code region host relay lease-seconds".split(
    " ",
  ),
  ..."search translations from to by per-gb per-ip-month keep mail role identity exit at target window export check id reporter hours".split(
    " ",
  ),
  ..."state city isp asn postal sid minutes priority weight upstream session".split(" "),
  ..."quarter product how provenance url name node until subject version origins".split(" "),
  ..."title-de title-fr title-ru title-vi title-zh title-zh-tw".split(" "),
  ..."gift max per-account skus group pools except over-gb on".split(" "),
];

const flags = Object.fromEntries(
  [
    "json",
    "help",
    "due",
    "all",
    "dry-run",
    "mail-customer",
    "preview",
    "list",
    "consent",
    "new-only",
    "csv",
    "conflicts",
  ].map((name) => [name, { type: "boolean" as const }]),
);

/** Describes the commands that begin with this word (`node`: all of `node …`), or all commands. */
function helpText(first: string | undefined): string {
  const group = commands.filter(({ name }) => name.split(" ")[0] === first);
  const listed = group.length > 0 ? group : commands;
  return [
    "usage: npm run operator -- <command> [--json]\n",
    ...listed.flatMap(({ name, args, help }) => [`  ${name} ${args}`.trimEnd(), `      ${help}`]),
  ].join("\n");
}

function parse(words: string[]) {
  const options = Object.fromEntries(
    stringOptions.map((name) => [name, { type: "string" as const }]),
  );
  const own = commands.find(({ name }) => name === words.slice(0, 2).join(" "))?.flags ?? [];
  const ownFlags = Object.fromEntries(own.map((name) => [name, { type: "boolean" as const }]));
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { ...options, ...flags, ...ownFlags },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Finds a command by its name of one or two words; the rest are its arguments. */
function findCommand(words: string[]): { command: Command; args: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(" ");
    const command = commands.find((one) => one.name === name);
    if (!command) continue;
    const args = words.slice(length);
    // Capitals after the first option are values of options.
    const [positional = ""] = command.args.split("--", 1);
    const needed = positional.split(" ").filter((word) => /^[A-Z]+$/.test(word)).length;
    const optional = command.args.split(" ").filter((word) => /^\[[A-Z]+\]$/.test(word)).length;
    const fits = args.length >= needed && args.length <= needed + optional;
    if (!fits) throw new UsageError(`usage: ${command.name} ${command.args}`.trimEnd());
    return { command, args };
  }
  throw new UsageError(words.length > 0 ? `unknown command: ${words.join(" ")}` : "no command");
}

/** Runs a command on the product's database, starting the embedded one if it is not running. */
async function runCommand(
  command: Command,
  input: Omit<CommandInput, "services">,
  { env, modules }: { env: Environment; modules: Modules },
): Promise<CommandResult> {
  if (command.runAlone) return command.runAlone(env, modules, input);
  const dataDir = path.resolve(env.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  const embedded = env.DATABASE_URL ? null : await startEmbedded(dataDir, { guard: false });
  const databaseUrl = env.DATABASE_URL ?? embedded?.url ?? "";
  // Long reads without a limit need sessions of their own, which a pooler would share.
  const directUrl = env.DATABASE_DIRECT_URL ?? databaseUrl;
  const db = connect(directUrl, { name: "turnpike-operator", pool: 2, statementTimeoutMs: 0 });
  try {
    const unusable = await migrateInstallation(env, databaseUrl).then(
      () => null,
      (error: unknown) => error,
    );
    if (unusable !== null) {
      if (!command.runWithoutDatabase) throw unusable;
      return await command.runWithoutDatabase(env, input.options, unusable);
    }
    const services = await commandServices({ db, databaseUrl: directUrl, env, modules });
    if (env.lab) await restoreClock(services);
    return await command.run({ ...input, services });
  } finally {
    await db.destroy();
    // The product may have been started in the meantime and be using the database.
    if (embedded && !embedded.reused && !isLocked(dataDir)) await embedded.stop();
  }
}

export interface OperatorResult {
  /** Exit code: 0 success, 1 refused or a difference found, 2 invalid command line. */
  code: 0 | 1 | 2;
  /** For stdout. */
  out: string;
  /** For stderr. */
  error: string;
}

/** What a failed command says. */
function sentenceOf(error: unknown): string {
  const { code, path: file } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" && file) return `${file}: there is no such file`;
  if (error instanceof Refusal) return refusalSentence("en", error.reason);
  return error instanceof Error ? error.message : String(error);
}

/**
 * Runs one command line, such as `["account", "show", "me@example.com", "--json"]`, with the given
 * environment variables, whether the product runs or not. Never throws.
 */
export async function runOperator(
  words: string[],
  environment: Record<string, string | undefined>,
  modules: Modules,
): Promise<OperatorResult> {
  try {
    const { positionals, values } = parse(words);
    const [first, second] = positionals;
    if (values.help || first === "help")
      return { code: 0, out: helpText(first === "help" ? second : first), error: "" };
    const { command, args } = findCommand(positionals);
    const env = loadEnvironment(environment);
    const { ok, text, json } = await runCommand(
      command,
      { args, options: values },
      { env, modules },
    );
    const out = printable(values.json ? JSON.stringify(json) : text);
    return { code: ok ? 0 : 1, out, error: "" };
  } catch (error) {
    const sentence = printable(sentenceOf(error));
    const field = (error instanceof Refusal && error.details.field) || null;
    const message = field === null ? sentence : `${field}: ${sentence}`;
    const at = error instanceof FieldRefused ? error.at : { error: sentence, field, column: null };
    const out = words.includes("--json") ? printable(JSON.stringify(at)) : "";
    if (!(error instanceof UsageError)) return { code: 1, out, error: message };
    const help = helpText(words[0]);
    return { code: 2, out, error: message ? `${message}\n\n${help}` : help };
  }
}
