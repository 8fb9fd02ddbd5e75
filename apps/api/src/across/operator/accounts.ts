/** `account …` and `verify`: accounts, balances, and verification of the ledger and audit log. */
import { viewCustomer } from "./acts/view.ts";
import { verifyLedger } from "../../ledger/verify.ts";
import { assets } from "@turnpike/rules/assets.ts";
import { assetOfPool, poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import { isPool } from "../../platform/traffic-pools/pools.ts";
import { verifyAudit } from "../../platform/audit/audit.ts";
import { showAccount } from "./account-show.ts";
import {
  addNote,
  disable,
  enable,
  endAllSessions,
  grant as grantAct,
  unbindMfa as unbind,
  verifyEmail,
} from "./acts/customer.ts";
import { performFromCli, type Command, UsageError, wholeNumber } from "./command.ts";
import { findAccounts } from "../../identity/account/store/find-accounts.ts";
import { table } from "./table.ts";

/* `account list`: the newest customers, or those that match a text. */

/** The most accounts listed; a search narrows them down. */
const LIST_LIMIT = 500;

const listAccounts: Command = {
  name: "account list",
  args: "[--search TEXT]",
  help: `List the newest ${LIST_LIMIT} accounts, or those with TEXT in an e-mail address, their id or invitation code`,
  run: async ({ services, options }) => {
    const search = typeof options.search === "string" ? options.search.trim() : "";
    const rows = await findAccounts(services.db, { search, limit: LIST_LIMIT });
    const json = rows.map((row) => ({
      id: row.id,
      email: row.email,
      secureEmail: row.secure_email,
      emailVerified: row.email_verified_at !== null,
      createdAt: row.created_at.toISOString(),
      lastLoginAt: row.last_login_at?.toISOString() ?? null,
      disabledAt: row.disabled_at?.toISOString() ?? null,
      closedAt: row.closed_at?.toISOString() ?? null,
    }));
    const text = table(json, {
      none: search ? `No account matches ${search}.` : "There are no accounts.",
      columns: ["email", "id", "createdAt", "lastLoginAt", "disabledAt", "closedAt"],
    });
    return { ok: true, text, json };
  },
};

const verify: Command = {
  name: "verify",
  args: "",
  help: "Recompute every balance and total from the ledger entries, and the chain of the audit log",
  run: async ({ services }) => {
    const result = await verifyLedger(services.db, services.modules.verify);
    const audit = await verifyAudit(services);
    const { entries, postings, orders } = result.checked;
    const counts = `${entries} entries, ${postings} postings, ${orders} orders`;
    const isEmpty = result.checked.entries === 0;
    const consistent = isEmpty
      ? "NOTHING TO VERIFY: the ledger has no entries. Is this the right database?"
      : `The ledger is consistent: ${counts}.`;
    const ledger = result.ok ? consistent : `DIFFERENCE: ${result.difference}`;
    const log = audit.ok
      ? `The audit log is whole: ${audit.entries} entries.`
      : `DIFFERENCE: ${audit.difference}`;
    const json = { ...result, ok: result.ok && !isEmpty && audit.ok, audit };
    return { ok: json.ok, text: `${ledger}\n${log}`, json };
  },
};

const grant: Command = {
  name: "account grant",
  args: "EMAIL --asset ASSET --amount N [--reason TEXT]",
  help: "Add an amount of an asset, in cents, bytes or pieces",
  run: async ({ services, args: [email = ""], options }) => {
    const pool = poolOfAsset(String(options.asset));
    const isTraffic = pool !== null && (await isPool(services, pool));
    const asset = isTraffic ? assetOfPool(pool) : assets.find((one) => one === options.asset);
    if (!asset) throw new UsageError(`--asset must be one of ${assets.join(", ")}, traffic:POOL`);
    const amount = wholeNumber(options.amount, "--amount");
    const reason = readReason(options.reason);
    const { balances } = await performFromCli(
      services,
      grantAct,
      { account: email, asset, amount },
      reason,
    );
    const text = `Granted ${amount} of ${asset} to ${email}.`;
    return { ok: true, text, json: { email, asset, amount, balances } };
  },
};

const LONGEST_REASON = 500;

/** The reason that `account show` shows to other operators. @throws UsageError if it is too long */
function readReason(reason: unknown): string | null {
  const text = typeof reason === "string" ? reason.trim() : "";
  if (text.length > LONGEST_REASON)
    throw new UsageError(`--reason must have at most ${LONGEST_REASON} characters`);
  return text || null;
}

const switchCommand = (disabled: boolean): Command => ({
  name: disabled ? "account disable" : "account enable",
  args: disabled ? "EMAIL [--reason TEXT]" : "EMAIL",
  help: disabled
    ? "End an account's sessions and cut its traffic within a second"
    : "Enable a disabled account again",
  run: async ({ services, args: [email = ""], options }) => {
    const reason = disabled ? readReason(options.reason) : null;
    const input = { account: email, disabled, reason };
    const { id, ...state } = await performFromCli(
      services,
      disabled ? disable : enable,
      input,
      reason,
    );
    const text = `${email} is ${disabled ? "disabled" : "enabled"}.`;
    return { ok: true, text, json: { id, email, ...state } };
  },
});

/** For customers who lost their device and recovery codes and proved their identity. */
const unbindMfa: Command = {
  name: "account unbind-mfa",
  args: "EMAIL [--reason TEXT]",
  help: "Unbind an account's second factor and end its sessions",
  run: async ({ services, args: [email = ""], options }) => {
    const reason = readReason(options.reason);
    const { id, ended } = await performFromCli(services, unbind, { account: email }, reason);
    const text = `Unbound MFA from ${email}; ended ${ended} sessions.`;
    return { ok: true, text, json: { id, email, mfaBound: false, ended } };
  },
};

const verifyAddress: Command = {
  name: "account verify-email",
  args: "EMAIL [--reason TEXT]",
  help: "Mark an account's e-mail address as verified",
  run: async ({ services, args: [email = ""], options }) => {
    const { id } = await performFromCli(
      services,
      verifyEmail,
      { account: email },
      readReason(options.reason),
    );
    return { ok: true, text: `${email} counts as verified.`, json: { id, email } };
  },
};

const view: Command = {
  name: "account view",
  args: "EMAIL --reason TEXT",
  help: "Print a link that opens an account's dashboard once, read only; the account's login log shows it",
  run: async ({ services, args: [email = ""], options }) => {
    const reason = readReason(options.reason);
    if (reason === null) throw new UsageError("--reason is required");
    const input = { account: email, staffSessionId: null };
    const json = await performFromCli(services, viewCustomer, input, reason);
    return { ok: true, text: json.url, json };
  },
};

const endSessions: Command = {
  name: "account end-sessions",
  args: "EMAIL [--reason TEXT]",
  help: "End all sessions of an account",
  run: async ({ services, args: [email = ""], options }) => {
    const reason = readReason(options.reason);
    const { ended } = await performFromCli(services, endAllSessions, { account: email }, reason);
    return { ok: true, text: `Ended ${ended} sessions of ${email}.`, json: { email, ended } };
  },
};

const note: Command = {
  name: "account note",
  args: "EMAIL --body TEXT",
  help: "Write a note about an account that only staff can read",
  run: async ({ services, args: [email = ""], options: { body } }) => {
    const text = typeof body === "string" ? body.trim() : "";
    if (!text || text.length > 2_000)
      throw new UsageError("--body is required, 2,000 characters at most");
    const json = await performFromCli(services, addNote, { account: email, text });
    return { ok: true, text: `Noted about ${email}.`, json };
  },
};

export const accountCommands: Command[] = [
  verify,
  listAccounts,
  showAccount,
  grant,
  unbindMfa,
  verifyAddress,
  endSessions,
  view,
  note,
  switchCommand(true),
  switchCommand(false),
];
