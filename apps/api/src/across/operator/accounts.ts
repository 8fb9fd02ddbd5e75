/** `account …` and `verify`: accounts, balances, and verification of the ledger and audit log. */
import { verifyLedger } from "../../ledger/verify.ts";
import { assets } from "@turnpike/rules/assets.ts";
import { poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import { isPool } from "../../platform/traffic-pools/pools.ts";
import { verifyAudit } from "../../platform/audit/audit.ts";
import { showAccount } from "./account-show.ts";
import { callCommand } from "./call-command.ts";
import { type Command, UsageError } from "./command.ts";
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

const grant = callCommand({
  call: "customerGrant",
  name: "account grant",
  args: "EMAIL --asset ASSET --amount N [--reason TEXT]",
  help: "Add an amount of an asset, in cents, bytes or pieces",
  words: ["account"],
  fields: async ({ services, options: { asset } }) => {
    const pool = poolOfAsset(String(asset));
    const isKnown =
      pool === null ? assets.some((one) => one === asset) : await isPool(services, pool);
    if (!isKnown) throw new UsageError(`--asset must be one of ${assets.join(", ")}, traffic:POOL`);
    return {};
  },
  show: ({ balances }, { account: email, asset, amount }) => ({
    text: `Granted ${amount} of ${asset} to ${email}.`,
    json: { email, asset, amount, balances },
  }),
});

const disable = callCommand({
  call: "customerDisable",
  name: "account disable",
  args: "EMAIL [--reason TEXT]",
  help: "End an account's sessions and cut its traffic within a second",
  words: ["account"],
  show: (state, { account: email }) => ({
    text: `${email} is disabled.`,
    json: { email, ...state },
  }),
});

const enable = callCommand({
  call: "customerEnable",
  name: "account enable",
  args: "EMAIL",
  help: "Enable a disabled account again",
  words: ["account"],
  show: (state, { account: email }) => ({
    text: `${email} is enabled.`,
    json: { email, ...state },
  }),
});

/** For customers who lost their device and recovery codes and proved their identity. */
const unbindMfa = callCommand({
  call: "customerUnbindMfa",
  name: "account unbind-mfa",
  args: "EMAIL [--reason TEXT]",
  help: "Unbind an account's second factor and end its sessions",
  words: ["account"],
  show: ({ id, ended }, { account: email }) => ({
    text: `Unbound MFA from ${email}; ended ${ended} sessions.`,
    json: { id, email, mfaBound: false, ended },
  }),
});

const verifyAddress = callCommand({
  call: "customerVerifyEmail",
  name: "account verify-email",
  args: "EMAIL [--reason TEXT]",
  help: "Mark an account's e-mail address as verified",
  words: ["account"],
  show: ({ id }, { account: email }) => ({
    text: `${email} counts as verified.`,
    json: { id, email },
  }),
});

const view = callCommand({
  call: "customerView",
  name: "account view",
  args: "EMAIL --reason TEXT",
  help: "Print a link that opens an account's dashboard once, read only; the account's login log shows it",
  words: ["account"],
  show: (json) => ({ text: json.url, json }),
});

const endSessions = callCommand({
  call: "customerEndSessions",
  name: "account end-sessions",
  args: "EMAIL [--reason TEXT]",
  help: "End all sessions of an account",
  words: ["account"],
  show: ({ ended }, { account: email }) => ({
    text: `Ended ${ended} sessions of ${email}.`,
    json: { email, ended },
  }),
});

const note = callCommand({
  call: "noteAdd",
  name: "account note",
  args: "EMAIL --body TEXT",
  help: "Write a note about an account that only staff can read",
  words: ["account"],
  options: { body: "text" },
  show: (json, { account: email }) => ({ text: `Noted about ${email}.`, json: json.note }),
});

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
  disable,
  enable,
];
