/** Blocks targets for all customers or for one, and unblocks them (spec/operator#targets). */
import { randomUUID } from "node:crypto";
import {
  isTooMuchForAll,
  isTooWideForAll,
  maxBlockedTargets,
  readBlockedTarget,
} from "@turnpike/rules/blocked-target.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { recordChanges } from "../../../platform/changes/changes.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { deleteBlocked, insertBlocked, lockBlocked } from "../../blocked-target/store.ts";
import { accountOf } from "./account-of.ts";
import { defineAct } from "./act.ts";

export const targetForms = "example.com, *.example.com, 198.51.100.0/24, 2001:db8::/32 or :25";

export interface TargetInput {
  pattern: string;
  /** For this customer only; null: for all. */
  account: string | null;
}

interface Target {
  /** In canonical form. */
  pattern: string;
  /** The customer's e-mail address; null: all customers. */
  account: string | null;
}

async function readTarget(tx: Tx, { pattern: written, account: name }: TargetInput) {
  const pattern = readBlockedTarget(written)?.text;
  if (pattern === undefined)
    throw new ActRefused(`PATTERN is one of ${targetForms}`, { reason: "badField" });
  const account = name === null ? null : await accountOf({ db: tx }, name);
  return { pattern, account };
}

/** @throws ActRefused if nothing more can be blocked, or not for all */
async function refuseTooMuch(tx: Tx, pattern: string, isForAll: boolean): Promise<void> {
  const target = readBlockedTarget(pattern);
  if (isForAll && target !== null && isTooWideForAll(target))
    throw new ActRefused(`${pattern} would stop most traffic of all customers: name less`);
  const { count, forAll } = await lockBlocked(tx);
  if (count >= maxBlockedTargets)
    throw new ActRefused(
      `${maxBlockedTargets} targets are blocked, the most there can be: import a list of domains (policies), or unblock some`,
    );
  const others = forAll.filter((one) => one !== pattern).map(readBlockedTarget);
  if (
    isForAll &&
    target !== null &&
    isTooMuchForAll(
      target,
      others.filter((one) => one !== null),
    )
  )
    throw new ActRefused(
      `${pattern} and what is blocked already would stop most traffic of all customers: name less`,
    );
}

export const block = defineAct<TargetInput, Target & { added: boolean }>({
  action: "target.block",
  run: async ({ world }, tx, named) => {
    const { pattern, account } = await readTarget(tx, named);
    await refuseTooMuch(tx, pattern, account === null);
    const row = { id: randomUUID(), pattern, account_id: account?.id ?? null };
    const added = await insertBlocked(tx, { ...row, created_at: new Date(world.now()) });
    if (added) await recordChanges(tx, [{ kind: "blockedTarget", id: row.id }]);
    return {
      result: { pattern, account: account?.email ?? null, added },
      subject: pattern,
      accountId: row.account_id,
      after: { added },
    };
  },
});

export const unblock = defineAct<TargetInput, Target>({
  action: "target.unblock",
  run: async (_services, tx, named) => {
    const { pattern, account } = await readTarget(tx, named);
    const id = await deleteBlocked(tx, { pattern, account_id: account?.id ?? null });
    const scope = account?.email ?? "every account";
    if (id === null)
      throw new ActRefused(`${pattern} is not blocked for ${scope}`, { reason: "notFound" });
    await recordChanges(tx, [{ kind: "blockedTarget", id }]);
    const result = { pattern, account: account?.email ?? null };
    return { result, subject: pattern, accountId: account?.id ?? null };
  },
});
