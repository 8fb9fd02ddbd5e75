/** `targets …`: targets blocked for all accounts or for one. */
import { readBlockedTarget } from "@turnpike/rules/blocked-target.ts";
import { accountOf } from "./acts/account-of.ts";
import { block as blockAct, targetForms, unblock as unblockAct } from "./acts/targets.ts";
import { performFromCli, type Command, type CommandInput, UsageError } from "./command.ts";
import { blockedTargets } from "./read/targets.ts";
import { table } from "./table.ts";

/** Parses the pattern and the account. @throws UsageError */
function readScope({ args: [written = ""], options }: CommandInput) {
  if (readBlockedTarget(written) === null) throw new UsageError(`PATTERN is one of ${targetForms}`);
  return {
    pattern: written,
    account: typeof options.account === "string" ? options.account : null,
  };
}

const block: Command = {
  name: "targets block",
  args: "PATTERN [--account EMAIL]",
  help: `Refuse a target to every account or to one, and end open connections: ${targetForms}`,
  run: async (input) => {
    const json = await performFromCli(input.services, blockAct, readScope(input));
    const { pattern, account, added } = json;
    const scope = account ?? "every account";
    const text = `${pattern} is ${added ? "" : "already "}blocked for ${scope}.`;
    return { ok: true, text, json };
  },
};

const unblock: Command = {
  name: "targets unblock",
  args: "PATTERN [--account EMAIL]",
  help: "Allow a blocked target again",
  run: async (input) => {
    const json = await performFromCli(input.services, unblockAct, readScope(input));
    const whose = json.account ?? "every account";
    return { ok: true, text: `${json.pattern} is allowed again for ${whose}.`, json };
  },
};

const list: Command = {
  name: "targets list",
  args: "[--account EMAIL]",
  help: "List blocked targets",
  run: async ({ services, options: { account } }) => {
    const id = typeof account === "string" ? (await accountOf(services, account)).id : null;
    const json = (await blockedTargets(services.db, id)).map((row) => ({
      pattern: row.pattern,
      account: row.accountId && (row.email ?? `closed: ${row.accountId}`),
      createdAt: row.createdAt,
    }));
    const text = table(json, {
      none: "No target is blocked.",
      columns: ["pattern", "account", "createdAt"],
    });
    return { ok: true, text, json };
  },
};

export const targetCommands: Command[] = [block, unblock, list];
