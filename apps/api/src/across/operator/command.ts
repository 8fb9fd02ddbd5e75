/** What a command of the operator is, and what several of them need. */
import { lockAccount } from "../../identity/account/account-lock.ts";
import { findByEmail, findById } from "../../identity/account/store/account.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";

export interface Asked {
  services: Services;
  args: string[];
  /** Options as written, by their name: `--min-cents 5` is `{"min-cents": "5"}`. */
  options: Record<string, string | boolean | undefined>;
}
export interface Told {
  /** False: a difference was found (exit code 1). */
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
  run: (asked: Asked) => Promise<Told>;
}

/** The command was written wrongly (exit code 2). */
export class Usage extends Error {}

/** A whole number that was written out; throws `Usage` where it is none within the bounds. */
export function wholeNumber(text: unknown, what: string, min = 1): number {
  const value = typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min)) throw new Usage(`${what} is a whole number, ${min} or more`);
  return value;
}

/** The account of an e-mail address, or of an id (closed ones have no other name); or throws. */
export async function accountOf({ db }: Services, email = "") {
  const name = email.trim().toLowerCase();
  const id = isUuid(name) ? name : (await findByEmail(db, name))?.id;
  const account = id && (await findById(db, id));
  if (!account) throw new Error(`no account has the e-mail ${email}`);
  return account;
}

/** Keeps an account open until the transaction ends; throws where it was closed. */
export async function refuseClosed(tx: Tx, accountId: string): Promise<void> {
  const standing = await lockAccount(tx, accountId);
  if (standing?.closed) throw new Error(`the account ${accountId} was closed by its holder`);
}
