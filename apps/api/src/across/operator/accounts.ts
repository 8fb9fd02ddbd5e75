/** `account …` and `verify`: accounts, their balances and the verification of the ledger. */
import { randomUUID } from "node:crypto";
import { lockAccountExclusively } from "../../identity/account/account-lock.ts";
import { setDisabled } from "../../identity/account/store/account.ts";
import { transaction } from "../../platform/db/database.ts";
import { liveLeasedPortsOf } from "../../inventory/listening-port/store/leased-ports.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { balances } from "../../ledger/balances.ts";
import { assets, post } from "../../ledger/post.ts";
import { verifyLedger } from "../../ledger/verify.ts";
import { removeMfa } from "../../identity/mfa/bind.ts";
import { mfaBound } from "../../identity/mfa/require.ts";
import { endSessions } from "../../identity/session/end.ts";
import { liveStaticIdsOf } from "../../products/static/store/static-ips.ts";
import { liveIdsOf } from "../../products/sub-account/store/sub-accounts.ts";
import {
  countLiveOf as countLivePlans,
  livePortIdsOf,
} from "../../products/unlimited/store/end.ts";
import { countWebhooks } from "../webhook/store/webhooks.ts";
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

const show: Command = {
  name: "account show",
  args: "EMAIL",
  help: "Show an account and its balances",
  run: async ({ services, args: [email] }) => {
    const account = await accountOf(services, email);
    const held = await balances(services.db, account.id);
    const json = {
      id: account.id,
      email: account.email,
      disabledAt: account.disabled_at?.toISOString() ?? null,
      closedAt: account.closed_at?.toISOString() ?? null,
      balances: held,
      unlimitedPlans: await countLivePlans(services.db, account.id),
      webhooks: await countWebhooks(services.db, account.id),
    };
    const counted = { ...held, plans: json.unlimitedPlans, webhooks: json.webhooks };
    const lines = Object.entries(counted).map(
      ([asset, amount]) => `  ${asset.padEnd(10)} ${amount}`,
    );
    const title = `${account.email}  ${account.id}${json.closedAt ? `  closed ${json.closedAt}` : ""}`;
    return { ok: true, text: [title, ...lines].join("\n"), json };
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
      await post(tx, { key, kind: "grant", ref: "operator", at, lines });
    });
    const held = await balances(services.db, account.id);
    const text = `Granted ${amount} of ${asset} to ${email}.`;
    return { ok: true, text, json: { email, asset, amount, balances: held } };
  },
};

/** Disabling ends an account's sessions, keys and traffic at once; its balances and products remain. */
const switches = (disabled: boolean): Command => ({
  name: disabled ? "account disable" : "account enable",
  args: "EMAIL",
  help: disabled
    ? "End an account's sessions and cut its traffic within a second"
    : "Enable a disabled account again",
  run: async ({ services, args: [email] }) => {
    const account = await accountOf(services, email);
    const at = new Date(services.world.now());
    await transaction(services.db, async (tx) => {
      // Waits for running purchases, so that their rows are among the changes recorded below.
      await lockAccountExclusively(tx, account.id);
      await refuseClosed(tx, account.id);
      await setDisabled(tx, account.id, disabled ? at : null);
      // Sessions are not restored when the account is enabled again.
      if (disabled) await endSessions(tx, { accountId: account.id });
      const ids = await liveIdsOf(tx, account.id);
      const staticIds = await liveStaticIdsOf(tx, account.id);
      const portIds = await livePortIdsOf(tx, account.id);
      await recordChanges(tx, [
        ...ids.map((id) => ({ kind: "subAccount", id }) as const),
        ...staticIds.map((id) => ({ kind: "staticIp", id }) as const),
        ...portIds.map((id) => ({ kind: "unlimitedPort", id }) as const),
        ...(await liveLeasedPortsOf(tx, [account.id])),
      ]);
    });
    const { disabled_at } = await accountOf(services, email);
    const json = { id: account.id, email, disabledAt: disabled_at?.toISOString() ?? null };
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
  show,
  grant,
  unbindMfa,
  switches(true),
  switches(false),
];
