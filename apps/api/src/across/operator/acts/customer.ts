/** Acts on a customer's account. */
import { randomUUID } from "node:crypto";
import { lockAccountExclusively } from "../../../identity/account/account-lock.ts";
import { setDisabled } from "../../../identity/account/store/account.ts";
import { deleteKeysOfPerson } from "../../../identity/team/store.ts";
import { markEmailVerified } from "../../../identity/account/verified-email.ts";
import { removeMfa } from "../../../identity/mfa/bind.ts";
import { mfaBound } from "../../../identity/mfa/require.ts";
import { endSessions } from "../../../identity/session/end.ts";
import { balances } from "../../../ledger/balances.ts";
import { lockDebt, payWalletDebt } from "../../../ledger/debt.ts";
import { type Asset, mostGiven } from "@turnpike/rules/assets.ts";
import { poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import { post } from "../../../ledger/post.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { isPool } from "../../../platform/traffic-pools/pools.ts";
import { recordAccountChanges } from "../../../platform/changes/changes.ts";
import { insertNote } from "../../customer-note/store.ts";
import { accountOf, refuseClosed } from "./account-of.ts";
import { defineAct } from "./act.ts";
import { refuseAgain } from "./refuse-again.ts";

interface Named {
  /** Account id or e-mail address. */
  account: string;
}

/**
 * Grants an amount of an asset. An amount for the wallet first pays what the account owes.
 * @throws ActRefused for traffic of a pool that does not exist, and for more than can be counted
 */
export const grant = defineAct<
  Named & { asset: Asset; amount: number },
  { balances: Record<string, number> }
>({
  action: "account.grant",
  run: async (services, tx, { account: name, asset, amount }, actor) => {
    const account = await accountOf({ db: tx }, name);
    const at = services.world.now();
    await refuseClosed(tx, account.id);
    const pool = poolOfAsset(asset);
    if (pool !== null && !(await isPool(services, pool)))
      throw new ActRefused(`There is no pool ${pool}`);
    const held = (await balances(tx, account.id))[asset] ?? 0;
    if (amount > Math.min(mostGiven(asset), Number.MAX_SAFE_INTEGER - held))
      throw new ActRefused(
        `at most ${mostGiven(asset)} of ${asset} can be granted at a time, and only as much as can be counted`,
      );
    const act = { action: "account.grant", subject: account.id, accountId: account.id, now: at };
    await refuseAgain(tx, act, { actor, same: { asset, amount } });
    const key = `grant:${randomUUID()}`;
    const lines = [
      { owner: account.id, asset, bucket: "main", amount },
      { owner: null, asset, bucket: "grants", amount: -amount },
    ];
    const owedCents = asset === "wallet" ? await lockDebt(tx, account.id, asset) : 0;
    await post(tx, { key, kind: "grant", ref: "operator", at, lines });
    const entry = { key: `debt:${key}`, ref: "operator", at };
    await payWalletDebt(services, tx, account.id, { owedCents, cents: amount, entry });
    const after = await balances(tx, account.id);
    const logged = { asset, amount, balances: after };
    return {
      result: { balances: { ...after } },
      subject: account.id,
      accountId: account.id,
      after: logged,
    };
  },
});

/** Disabling ends an account's sessions, keys and traffic at once; balances and products remain. */
export const switchAccount = defineAct<
  Named & { disabled: boolean; reason: string | null },
  { id: string; disabledAt: string | null; disabledReason: string | null }
>({
  action: "account.switch",
  run: async (services, tx, { account: name, disabled, reason }) => {
    const before = await accountOf({ db: tx }, name);
    const { id } = before;
    // Waits for purchases in progress, so that their rows are among the changes recorded below.
    await lockAccountExclusively(tx, id);
    await refuseClosed(tx, id);
    const at = disabled ? new Date(services.world.now()) : null;
    await setDisabled(tx, id, at, disabled ? reason : null);
    // Sessions, and keys made for other accounts, are not restored when the account is enabled again.
    if (disabled) {
      await endSessions(tx, { accountId: id });
      await deleteKeysOfPerson(tx, id);
    }
    await recordAccountChanges(services, tx, id);
    const now = await accountOf({ db: tx }, id);
    const disabledAt = now.disabled_at?.toISOString() ?? null;
    return {
      result: { id, disabledAt, disabledReason: now.disabled_reason },
      subject: id,
      accountId: id,
      before: { disabledAt: before.disabled_at?.toISOString() ?? null },
      after: { disabledAt },
    };
  },
});
/** Separate actions, so that the audit log distinguishes them. */
export const disable = { ...switchAccount, action: "account.disable" };
export const enable = { ...switchAccount, action: "account.enable" };

/** For customers who lost their device and recovery codes and proved their identity. */
export const unbindMfa = defineAct<Named, { id: string; ended: number }>({
  action: "account.unbindMfa",
  run: async (services, tx, { account: name }) => {
    const { id } = await accountOf({ db: tx }, name);
    if (!(await mfaBound(tx, id)))
      throw new ActRefused(`${name} has no MFA bound`, { reason: "mfaNotBound" });
    const operator = { ip: "", agent: "operator", ref: "operator", lang: "en" } as const;
    const ended = await endSessions(tx, { accountId: id });
    await removeMfa(services, tx, { ...operator, sessionId: "", accountId: id });
    return { result: { id, ended }, subject: id, accountId: id, after: { sessionsEnded: ended } };
  },
});

/** Marks an e-mail address as verified without the mailed code. */
export const verifyEmail = defineAct<Named, { id: string }>({
  action: "account.verifyEmail",
  run: async (services, tx, { account: name }) => {
    const { id } = await accountOf({ db: tx }, name);
    await refuseClosed(tx, id);
    await markEmailVerified(services, tx, id);
    return { result: { id }, subject: id, accountId: id };
  },
});

export const endAllSessions = defineAct<Named, { ended: number }>({
  action: "account.endSessions",
  run: async (_services, tx, { account: name }) => {
    const { id } = await accountOf({ db: tx }, name);
    const ended = await endSessions(tx, { accountId: id });
    return { result: { ended }, subject: id, accountId: id, after: { ended } };
  },
});

/** Adds a note about a customer that only staff can see. */
export const addNote = defineAct<
  Named & { text: string },
  { id: string; at: string; author: string; text: string }
>({
  action: "account.note",
  run: async ({ world }, tx, { account: name, text }, actor) => {
    const account = await accountOf({ db: tx }, name);
    const row = { id: world.id(), at: new Date(world.now()), author: actor.name, text };
    await insertNote(tx, { ...row, accountId: account.id });
    const result = { ...row, at: row.at.toISOString() };
    return { result, subject: account.id, accountId: account.id, after: { noteId: row.id } };
  },
});
