/** The shape of an operator command, and helpers that several of them use. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { commandLine } from "../../platform/audit/audit.ts";
import type { Services } from "../../platform/services.ts";
import { type Act, perform } from "./acts/act.ts";

export interface CommandInput {
  services: Services;
  args: string[];
  /** Options by name: `--min-cents 5` is `{"min-cents": "5"}`. */
  options: Record<string, string | boolean | undefined>;
}
export interface CommandResult {
  /** False where a difference was found (exit code 1). */
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
  run: (input: CommandInput) => Promise<CommandResult>;
  /** In place of `run` where the database cannot be used; without it that is an error. */
  runWithoutDatabase?: (
    env: Environment,
    options: CommandInput["options"],
    reason: unknown,
  ) => Promise<CommandResult>;
}

/** The command line is wrong (exit code 2). */
export class UsageError extends Error {}

/** Parses a whole number. @throws UsageError where it is none or below `min` */
export function wholeNumber(text: unknown, what: string, min = 1): number {
  const value = typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min)) throw new UsageError(`${what} must be a whole number, ${min} or more`);
  return value;
}

/** Does what the command line asks for; the audit log names it `cli`. */
export function act<I, R>(
  services: Services,
  one: Act<I, R>,
  input: I,
  reason?: string | null,
): Promise<R> {
  return perform(services, one, { actor: commandLine, input, reason });
}
