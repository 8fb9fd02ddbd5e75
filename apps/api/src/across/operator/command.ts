/** The shape of an operator command, and helpers that several of them use. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { findByEmail, findById } from "../../identity/account/store/account.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";

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

/** Finds an account by e-mail address or id (closed accounts have no address). @throws Error */
export async function accountOf({ db }: Services, email = "") {
  const key = email.trim().toLowerCase();
  const id = isUuid(key) ? key : (await findByEmail(db, key))?.id;
  const account = id && (await findById(db, id));
  if (!account) throw new Error(`no account with the e-mail ${email}`);
  return account;
}

/** Keeps an account open until the transaction ends. @throws Error where it is closed */
export async function refuseClosed(tx: Tx, accountId: string): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (account?.closed) throw new Error(`the account ${accountId} was closed by its holder`);
}
