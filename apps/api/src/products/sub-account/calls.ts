/** Creates, changes and deletes sub-accounts (spec/traffic-plan#sub-accounts). */
import { setImmediate } from "node:timers/promises";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { availableSubUsers, SubAccount } from "@turnpike/contract/sub-account.ts";
import { gbToBytes } from "@turnpike/rules/bytes.ts";
import { allocatedBytes, availableBytes } from "@turnpike/rules/quota.ts";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { type Db, type Tx, transaction } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Services } from "../../platform/services.ts";
import { rotateTokenOf } from "../../platform/rotate-token.ts";
import { isPool } from "../../platform/traffic-pools/pools.ts";
import { allot, returnAllotment } from "./allot.ts";
import { refuseBeyondCap } from "./cap.ts";
import { nothingUsed, usedInPeriods } from "./store/days.ts";
import { verifierOf } from "./resources.ts";
import { changedLimits, limitsOf, storeLimits } from "./limits.ts";
import { changedBudgets, presentBudgets } from "./target-budgets.ts";
import { removeTargetUse, usedByTarget } from "./store/target-days.ts";
import { enabledOf, listSubAccountNames } from "./store/lists.ts";
import {
  changeSubAccount,
  insertSubAccount,
  lockLive,
  lockWithMain,
  pageOfSubAccounts,
  type SubAccountRow,
  deleteAndErase,
} from "./store/sub-accounts.ts";
import { unallottedBytes } from "./unallotted.ts";

type SubAccountCalls = Pick<
  Handlers,
  | "addSubUser"
  | "subUsers"
  | "upSubUser"
  | "delSubUser"
  | "upSubUserLevel"
  | "upSubUserPasswd"
  | "availableSubUsers"
  | "subAccounts"
>;

const none = () => 0;

/** Passwords decrypted per turn of the event loop: about 5 ms. */
const openedAtOnce = 250;

export function subAccountCalls(services: Services): SubAccountCalls {
  return { ...changes(services), ...lists(services) };
}

function lists(services: Services) {
  const { db, seal } = services;
  return {
    subUsers: async (question, { accountId }) => {
      const {
        page,
        limit,
        search,
        status,
        pool,
        sort = "-createdAt",
        mainFirst = false,
      } = question;
      const enabled = status === undefined ? undefined : status === "enabled";
      const offset = (page - 1) * limit;
      const narrowed = { accountId, search, enabled, pool };
      const found = await pageOfSubAccounts(db, { ...narrowed, sort, mainFirst, offset, limit });
      const items = await present(services, db, accountId, found.rows);
      return { items, total: found.total, page, limit };
    },
    availableSubUsers: async (_question, { accountId }) => {
      const rows = await enabledOf(db, accountId);
      const unallotted = rows.some((row) => row.main) ? await unallottedBytes(db, accountId) : none;
      const items: CallResponse<typeof availableSubUsers>["items"] = [];
      for (const [at, row] of rows.entries()) {
        // Decryption blocks the event loop, so yield after each batch.
        if (at % openedAtOnce === openedAtOnce - 1) await setImmediate();
        const { id, name: account, main, pool } = row;
        const of = { main, allottedBytes: row.allotted_bytes, usedBytes: row.used_bytes };
        const password = seal.open(row.sealed_password);
        items.push({
          id,
          account,
          password,
          rotateToken: rotateTokenOf(services, row),
          pool,
          availableBytes: availableBytes(of, unallotted(pool)),
        });
      }
      return { items };
    },
    subAccounts: async (_question, { accountId }) => {
      return { items: await listSubAccountNames(db, accountId) };
    },
  } satisfies Partial<SubAccountCalls>;
}

function changes(services: Services) {
  const { db, world, seal } = services;
  return {
    addSubUser: async (question, { accountId }, tx) => {
      const { account: name, password, trafficGb, remark = "", main = false } = question;
      const { pool = firstPool } = question;
      if (!(await isPool(services, pool))) throw new Refusal("badField", { field: "pool" });
      if (!main && trafficGb === undefined) {
        throw new Refusal("trafficNotNumber", { field: "trafficGb" });
      }
      await refuseBeyondCap(services, tx, accountId);
      const row = await insertSubAccount(tx, {
        id: world.id(),
        account_id: accountId,
        name,
        pool,
        sealed_password: seal.seal(password),
        verifier: verifierOf(name, password),
        main,
        remark,
        created_at: new Date(world.now()),
      });
      if (row === "accountTaken") throw new Refusal(row, { field: "account" });
      if (row === "secondMainAccount") throw new Refusal(row, { field: "main" });
      const targetBudgets = changedBudgets(row, question.targetBudgets);
      const limits = { ...changedLimits(row, question), targetBudgets };
      const limited = await storeLimits(tx, row.id, limits);
      const created = main ? limited : await allot(services, tx, row, gbToBytes(trafficGb ?? 0));
      return publish(services, tx, created);
    },
    upSubUser: async ({ id, trafficGb, remark, enabled, ...limits }, { accountId }) =>
      transaction(db, async (tx) => {
        const row = await lockOne(tx, accountId, id);
        const targetBudgets = changedBudgets(row, limits.targetBudgets);
        await storeLimits(tx, id, { ...changedLimits(row, limits), targetBudgets });
        // The main sub-account has no allotment, so a total in the request is ignored.
        if (trafficGb !== undefined && !row.main) {
          await allot(services, tx, row, gbToBytes(trafficGb));
        }
        return publish(
          services,
          tx,
          await changeSubAccount(tx, id, definedFields({ remark, enabled })),
        );
      }),
    delSubUser: async ({ ids }, { accountId }) =>
      transaction(db, (tx) => deleteSubAccounts(services, tx, accountId, ids)),
    upSubUserLevel: async ({ id }, { accountId }) =>
      transaction(db, (tx) => setMain(services, tx, accountId, id)),
    upSubUserPasswd: async ({ id, password }, { accountId }) =>
      transaction(db, async (tx) => {
        const row = await lockOne(tx, accountId, id);
        const sealed_password = seal.seal(password);
        const verifier = verifierOf(row.name, password);
        await changeSubAccount(tx, id, { sealed_password, verifier });
        await recordChanges(tx, [{ kind: "subAccount", id }]);
        return {};
      }),
  } satisfies Partial<SubAccountCalls>;
}

/** Deletes for good: unused traffic returns, whitelist entries are removed, names stay taken. */
async function deleteSubAccounts(services: Services, tx: Tx, accountId: string, ids: string[]) {
  const rows = await lockLive(tx, accountId, ids);
  if (rows.length < ids.length) throw new Refusal("subAccountNotFound");
  const deleted_at = new Date(services.world.now());
  for (const row of rows) await returnAllotment(services, tx, row);
  const deletedIds = rows.map((row) => row.id);
  await deleteAndErase(
    tx,
    deletedIds.map((id) => ({ id, freeBytes: 0 })),
    deleted_at,
  );
  await removeTargetUse(tx, deletedIds);
  for (const { withSubAccounts } of services.modules.erase) await withSubAccounts?.(tx, deletedIds);
  await recordChanges(
    tx,
    deletedIds.map((id) => ({ kind: "subAccount", id })),
  );
  return { deleted: rows.length };
}

/**
 * Makes a sub-account the main one. An account has at most one, so the former one becomes an
 * ordinary sub-account with no more allotted than it has used. The new one's own allotment returns
 * to the account's rest, which it uses from now on.
 */
async function setMain(services: Services, tx: Tx, accountId: string, id: string) {
  const locked = await lockWithMain(tx, accountId, id);
  const row = locked.find((each) => each.id === id);
  if (row === undefined) throw new Refusal("subAccountNotFound");
  if (row.main) return presentOne(services, tx, row);
  const former = locked.find((each) => each.main && each.pool === row.pool);
  if (former) await changeSubAccount(tx, former.id, { main: false });
  await returnAllotment(services, tx, row);
  return publish(services, tx, await changeSubAccount(tx, id, { main: true }));
}

async function lockOne(tx: Tx, accountId: string, id: string): Promise<SubAccountRow> {
  const [row] = await lockLive(tx, accountId, [id]);
  if (row === undefined) throw new Refusal("subAccountNotFound");
  return row;
}

/** The fields whose value is not undefined. */
function definedFields<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** Records a changed row for gateways and returns it as customers see it. */
async function publish(services: Services, tx: Tx, row: SubAccountRow): Promise<SubAccount> {
  await recordChanges(tx, [{ kind: "subAccount", id: row.id }]);
  return presentOne(services, tx, row);
}

async function presentOne(services: Services, tx: Tx, row: SubAccountRow): Promise<SubAccount> {
  const [item] = await present(services, tx, row.account_id, [row]);
  return item as SubAccount;
}

async function present(
  services: Services,
  db: Db | Tx,
  accountId: string,
  rows: SubAccountRow[],
): Promise<SubAccount[]> {
  const { seal, world } = services;
  const unallotted = rows.some((row) => row.main) ? await unallottedBytes(db, accountId) : none;
  const ids = rows.map((row) => row.id);
  const used = await usedInPeriods(db, ids, world.now());
  const budgeted = rows.filter((row) => row.target_budgets.length > 0).map(({ id }) => id);
  const byTarget = await usedByTarget(db, budgeted, world.now());
  return rows.map((row) => {
    const quota = {
      main: row.main,
      allottedBytes: row.allotted_bytes,
      usedBytes: row.used_bytes,
    };
    return {
      id: row.id,
      account: row.name,
      password: seal.open(row.sealed_password),
      rotateToken: rotateTokenOf(services, row),
      main: row.main,
      enabled: row.enabled,
      pool: row.pool,
      allocatedBytes: allocatedBytes(quota, unallotted(row.pool)),
      usedBytes: row.used_bytes,
      availableBytes: availableBytes(quota, unallotted(row.pool)),
      limits: limitsOf(row),
      targetBudgets: presentBudgets(row, byTarget.get(row.id)),
      ...(used.get(row.id) ?? nothingUsed),
      remark: row.remark,
      createdAt: row.created_at.toISOString(),
    };
  });
}
