/** The type of operator commands, and helpers that they share. */
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { decodeText } from "@turnpike/rules/text-encoding.ts";
import type { Environment } from "@turnpike/contract/environment.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import { commandLine } from "../../platform/audit/audit.ts";
import type { Modules } from "../../platform/modules.ts";
import type { Services } from "../../platform/services.ts";
import { type Act, perform } from "./acts/act.ts";

export interface CommandInput {
  services: Services;
  args: string[];
  /** Options by name: `--min-cents 5` is `{"min-cents": "5"}`. */
  options: Record<string, string | boolean | undefined>;
}
export interface CommandResult {
  /** False if a difference was found (exit code 1). */
  ok: boolean;
  text: string;
  json: unknown;
}
export interface Command {
  /** One or two words. */
  name: string;
  /** Positional arguments in capitals, then options. */
  args: string;
  help: string;
  /** Options that are flags of this command, and take a value elsewhere. */
  flags?: readonly string[];
  run: (input: CommandInput) => Promise<CommandResult>;
  /** Used in place of `run`: neither opens nor migrates the installation's database. */
  runAlone?: (
    env: Environment,
    modules: Modules,
    input: Omit<CommandInput, "services">,
  ) => Promise<CommandResult>;
  /** Used in place of `run` if the database is unavailable; without it, that is an error. */
  runWithoutDatabase?: (
    env: Environment,
    options: CommandInput["options"],
    reason: unknown,
  ) => Promise<CommandResult>;
}

/** Reads a file as text; `-` is the standard input. @throws ActRefused if it is not UTF-8 */
export async function readText(file: string): Promise<string> {
  if (file === "-") return readAll(process.stdin);
  const decoded = decodeText(await readFile(file));
  if ("encoding" in decoded)
    throw new ActRefused(`${file} is not UTF-8 but ${decoded.encoding}: save it as UTF-8`);
  return decoded.text;
}

/** Reads a file for a field of a call, which has no carriage returns. @throws ActRefused */
export const readField = async (file: string): Promise<string> =>
  (await readText(file)).replaceAll("\r\n", "\n");

/** An invalid command line (exit code 2). */
export class UsageError extends Error {}

/** Parses a whole number. @throws UsageError if it is not one or is below `min` */
export function wholeNumber(text: unknown, what: string, min = 1): number {
  const value = typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min)) throw new UsageError(`${what} must be a whole number, ${min} or more`);
  return value;
}

/** Performs an act of the command line, which the audit log records as `cli`. */
export function performFromCli<I, R>(
  services: Services,
  one: Act<I, R>,
  input: I,
  reason?: string | null,
): Promise<R> {
  return perform(services, one, { actor: commandLine, input, reason });
}
