/** `targets …`: what nobody, or one account, may go to. */
import { randomUUID } from "node:crypto";
import { readBlockedTarget } from "@turnpike/rules/blocked-target.ts";
import { emailsOf } from "../../identity/account/store/contacts.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { deleteBlocked, insertBlocked, listBlocked } from "../blocked-target/store.ts";
import { accountOf, type Command, type CommandInput, UsageError } from "./command.ts";
import { table } from "./table.ts";

const forms = "example.com, *.example.com, 198.51.100.0/24, 2001:db8::/32 or :25";

/** The pattern in its canonical spelling, and whose traffic is meant. @throws UsageError, Error */
async function readScope({ services, args: [written = ""], options }: CommandInput) {
  const pattern = readBlockedTarget(written)?.text;
  if (pattern === undefined) throw new UsageError(`PATTERN is one of ${forms}`);
  return { pattern, ...(await ofAccount(services, options.account)) };
}

async function ofAccount(services: Services, email: unknown) {
  if (typeof email !== "string") return { account: null, whose: "every account" };
  const account = await accountOf(services, email);
  return { account, whose: account.email };
}

const block: Command = {
  name: "targets block",
  args: "PATTERN [--account EMAIL]",
  help: `Refuse a target to every account or to one, and end open connections: ${forms}`,
  run: async (input) => {
    const { services } = input;
    const { pattern, account, whose } = await readScope(input);
    const row = { id: randomUUID(), pattern, account_id: account?.id ?? null };
    const created_at = new Date(services.world.now());
    const added = await transaction(services.db, async (tx) => {
      const isNew = await insertBlocked(tx, { ...row, created_at });
      if (isNew) await recordChanges(tx, [{ kind: "blockedTarget", id: row.id }]);
      return isNew;
    });
    const text = `${pattern} is ${added ? "" : "already "}blocked for ${whose}.`;
    return { ok: true, text, json: { pattern, account: account?.email ?? null, added } };
  },
};

const unblock: Command = {
  name: "targets unblock",
  args: "PATTERN [--account EMAIL]",
  help: "Allow a blocked target again",
  run: async (input) => {
    const { services } = input;
    const { pattern, account, whose } = await readScope(input);
    await transaction(services.db, async (tx) => {
      const id = await deleteBlocked(tx, { pattern, account_id: account?.id ?? null });
      if (id === null) throw new Error(`${pattern} is not blocked for ${whose}`);
      await recordChanges(tx, [{ kind: "blockedTarget", id }]);
    });
    const json = { pattern, account: account?.email ?? null };
    return { ok: true, text: `${pattern} is allowed again for ${whose}.`, json };
  },
};

const list: Command = {
  name: "targets list",
  args: "[--account EMAIL]",
  help: "List blocked targets",
  run: async ({ services, options }) => {
    const { account } = await ofAccount(services, options.account);
    const rows = await listBlocked(services.db, account?.id ?? null);
    const ids = rows.flatMap(({ account_id }) => account_id ?? []);
    const emails = await emailsOf(services.db, ids);
    const json = rows.map(({ pattern, account_id, created_at }) => ({
      pattern,
      account: account_id && (emails.get(account_id) ?? `closed: ${account_id}`),
      createdAt: created_at.toISOString(),
    }));
    const text = table(json, {
      none: "No target is blocked.",
      columns: ["pattern", "account", "createdAt"],
    });
    return { ok: true, text, json };
  },
};

export const targetCommands: Command[] = [block, unblock, list];
