/** `account …` and `verify`: accounts, their balances and the verification of the ledger. */
import { randomUUID } from "node:crypto";
import { lockAccountExclusively } from "../../identity/account/account-lock.ts";
import { setDisabled } from "../../identity/account/store/account.ts";
import { transaction } from "../../platform/db/database.ts";
import { recordAccountChanges } from "../../platform/changes/changes.ts";
import { balances } from "../../ledger/balances.ts";
import { lockDebt, payWalletDebt } from "../../ledger/debt.ts";
import { assets, post } from "../../ledger/post.ts";
import { verifyLedger } from "../../ledger/verify.ts";
import { removeMfa } from "../../identity/mfa/bind.ts";
import { mfaBound } from "../../identity/mfa/require.ts";
import { endSessions } from "../../identity/session/end.ts";
import { listAccounts } from "./account-list.ts";
import { showAccount } from "./account-show.ts";
import { accountOf, type Command, refuseClosed, UsageError, wholeNumber } from "./command.ts";

const verify: Command = {
  name: "verify",
  args: "",
  help: "Recompute every balance and total from the ledger entries",
  run: async ({ services }) => {
    const result = await verifyLedger(services.db, services.modules.verify);
    const { entries, postings, orders } = result.checked;
    const counts = `${entries} entries, ${postings} postings, ${orders} orders`;
    const text = result.ok
      ? `The ledger is consistent: ${counts}.`
      : `DIFFERENCE: ${result.difference}`;
    return { ok: result.ok, text, json: result };
  },
};

const grant: Command = {
  name: "account grant",
  args: "EMAIL --asset ASSET --amount N",
  help: "Add an amount of an asset, in cents, bytes or pieces",
  run: async ({ services, args: [email], options }) => {
    const asset = assets.find((one) => one === options.asset);
    if (!asset) throw new UsageError(`--asset must be one of ${assets.join(", ")}`);
    const amount = wholeNumber(options.amount, "--amount");
    const account = await accountOf(services, email);
    const key = `grant:${randomUUID()}`;
    const lines = [
      { owner: account.id, asset, bucket: "main", amount },
      { owner: null, asset, bucket: "grants", amount: -amount },
    ];
    const at = services.world.now();
    await transaction(services.db, async (tx) => {
      await refuseClosed(tx, account.id);
      const owedCents = asset === "wallet" ? await lockDebt(tx, account.id, asset) : 0;
      await post(tx, { key, kind: "grant", ref: "operator", at, lines });
      const entry = { key: `debt:${key}`, ref: "operator", at };
      await payWalletDebt(services, tx, account.id, { owedCents, cents: amount, entry });
    });
    const held = await balances(services.db, account.id);
    const text = `Granted ${amount} of ${asset} to ${email}.`;
    return { ok: true, text, json: { email, asset, amount, balances: held } };
  },
};

const LONGEST_REASON = 500;

/** Why, for other operators: `account show` names it. @throws UsageError where it is too long */
function readReason(reason: unknown): string | null {
  const text = typeof reason === "string" ? reason.trim() : "";
  if (text.length > LONGEST_REASON)
    throw new UsageError(`--reason takes ${LONGEST_REASON} characters at most`);
  return text || null;
}

/** Disabling ends an account's sessions, keys and traffic at once; its balances and products remain. */
const switches = (disabled: boolean): Command => ({
  name: disabled ? "account disable" : "account enable",
  args: disabled ? "EMAIL [--reason TEXT]" : "EMAIL",
  help: disabled
    ? "End an account's sessions and cut its traffic within a second"
    : "Enable a disabled account again",
  run: async ({ services, args: [email], options }) => {
    const reason = disabled ? readReason(options.reason) : null;
    const account = await accountOf(services, email);
    const at = new Date(services.world.now());
    await transaction(services.db, async (tx) => {
      // Waits for running purchases, so that their rows are among the changes recorded below.
      await lockAccountExclusively(tx, account.id);
      await refuseClosed(tx, account.id);
      await setDisabled(tx, account.id, disabled ? at : null, reason);
      // Sessions are not restored when the account is enabled again.
      if (disabled) await endSessions(tx, { accountId: account.id });
      await recordAccountChanges(services, tx, account.id);
    });
    const { disabled_at, disabled_reason } = await accountOf(services, email);
    const disabledAt = disabled_at?.toISOString() ?? null;
    const json = { id: account.id, email, disabledAt, disabledReason: disabled_reason };
    const text = `${email} is ${disabled ? "disabled" : "enabled"}.`;
    return { ok: true, text, json };
  },
});

/** For a customer who lost the device and the recovery codes and has proved their identity. */
const unbindMfa: Command = {
  name: "account unbind-mfa",
  args: "EMAIL",
  help: "Unbind an account's second factor and end its sessions",
  run: async ({ services, args: [email] }) => {
    const { id: accountId } = await accountOf(services, email);
    const operator = {
      ip: "",
      agent: "operator",
      ref: "operator",
      lang: "en",
      sessionId: "",
    } as const;
    if (!(await mfaBound(services.db, accountId))) throw new Error(`${email} has no MFA bound`);
    const ended = await transaction(services.db, async (tx) => {
      const count = await endSessions(tx, { accountId });
      await removeMfa(services, tx, { ...operator, accountId });
      return count;
    });
    const text = `Unbound MFA from ${email}; ended ${ended} sessions.`;
    return { ok: true, text, json: { id: accountId, email, mfaBound: false, ended } };
  },
};

export const accountCommands: Command[] = [
  verify,
  listAccounts,
  showAccount,
  grant,
  unbindMfa,
  switches(true),
  switches(false),
];
