/** Writes imported sub-accounts with their old names and passwords. */
import { assetOfPool } from "@turnpike/rules/traffic-pool.ts";
import { maxSubAccounts } from "@turnpike/rules/sub-account-cap.ts";
import { lockByEmail } from "../../identity/account/store/imported.ts";
import { mainBalances } from "../../ledger/balances.ts";
import { type Entry, postMany } from "../../ledger/post.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { isPool } from "../../platform/traffic-pools/pools.ts";
import { allotmentBucket, restBucket } from "../../products/sub-account/moves.ts";
import { verifierOf } from "../../products/sub-account/resources.ts";
import { countLiveEach } from "../../products/sub-account/store/counts.ts";
import {
  type ImportedRow,
  insertImportedRows,
  mainsOf,
  takenNames,
} from "../../products/sub-account/store/imported.ts";
import { inChunks } from "./chunks.ts";
import { refuseFaults } from "./read-file.ts";
import type { ImportedSubAccount } from "./read-logins.ts";

type Owned = ImportedSubAccount & { accountId: string };

/** Refuses what could not be written, and returns whose the sub-accounts will be. Writes nothing. */
export async function judgeSubAccounts(
  services: Services,
  tx: Tx,
  subAccounts: ImportedSubAccount[],
): Promise<Owned[]> {
  const owned = await withOwners(tx, subAccounts);
  await inChunks(owned, (chunk) => refuseTakenNames(tx, chunk));
  await refuseSecondMains(tx, owned);
  await refuseBeyond(services, tx, owned);
  return owned;
}

/** Writes all sub-accounts, or throws. */
export async function writeSubAccounts(
  services: Services,
  tx: Tx,
  subAccounts: ImportedSubAccount[],
): Promise<void> {
  const owned = await judgeSubAccounts(services, tx, subAccounts);
  const inserted: ImportedRow[] = [];
  await inChunks(owned, async (chunk) => {
    const rows = chunk.map((one) => rowOf(services, one));
    const refused = await insertImportedRows(tx, rows);
    const lineOf = new Map(rows.map(({ id }, at) => [id, chunk[at]?.line ?? 0]));
    refuseFaults(
      refused.map(({ id, name, main }) => ({
        line: lineOf.get(id) ?? 0,
        text: main ? secondMain(name) : `the user ${name} is taken`,
      })),
    );
    inserted.push(...rows);
  });
  // Last: from here on the customers' other calls wait for their balances until the commit.
  await inChunks(inserted, async (rows) => {
    await postMany(
      tx,
      rows.flatMap((row) => allotmentOf(services, row)),
    );
    await recordChanges(
      tx,
      rows.map(({ id }) => ({ kind: "subAccount", id })),
    );
  });
}

/**
 * Finds the customers of lines.
 * @throws ActRefused naming those that are no customers, or may be strangers who registered the
 *   address
 */
export async function withOwners<T extends { line: number; email: string }>(
  tx: Tx,
  rows: T[],
): Promise<(T & { accountId: string })[]> {
  const owners = await lockByEmail(tx, [...new Set(rows.map(({ email }) => email))]);
  refuseFaults(
    rows
      .filter(({ email }) => !owners.has(email))
      .map(({ line, email }) => ({ line, text: `no customer has the address ${email}` })),
  );
  refuseFaults(
    rows
      .filter(({ email }) => owners.get(email)?.isProved === false)
      .map(({ line, email }) => ({
        line,
        text: `nobody has proved that ${email} is theirs: they do with a new password by mail`,
      })),
  );
  return rows.map((row) => ({ ...row, accountId: owners.get(row.email)?.id ?? "" }));
}

async function refuseTakenNames(db: Db | Tx, rows: ImportedSubAccount[]): Promise<void> {
  const taken = await takenNames(
    db,
    rows.map(({ user }) => user.toLowerCase()),
  );
  refuseFaults(
    rows
      .filter(({ user }) => taken.has(user.toLowerCase()))
      .map(({ line, user }) => ({ line, text: `the user ${user} is taken` })),
  );
}

const secondMain = (user: string) =>
  `trafficGb is empty for ${user}, and its customer has a main sub-account already`;

async function refuseSecondMains(db: Db | Tx, rows: Owned[]): Promise<void> {
  const mains = rows.filter(({ bytes }) => bytes === null);
  const owners = [...new Set(mains.map(({ accountId }) => accountId))];
  const taken = new Set((await mainsOf(db, owners)).map(keyOf));
  refuseFaults(
    mains
      .filter((row) => taken.has(keyOf(row)))
      .map(({ line, user }) => ({ line, text: secondMain(user) })),
  );
}

const keyOf = ({ accountId, pool }: Pick<Owned, "accountId" | "pool">) => `${accountId} ${pool}`;

/** @throws ActRefused if a customer would have too many, or less traffic than is allotted */
async function refuseBeyond(services: Services, tx: Tx, rows: Owned[]): Promise<void> {
  for (const pool of new Set(rows.map((row) => row.pool))) {
    const ofPool = rows.filter((row) => row.pool === pool);
    if (!(await isPool(services, pool)))
      refuseFaults([{ line: ofPool[0]?.line ?? 0, text: `there is no pool ${pool}` }]);
    const owners = [...new Set(ofPool.map(({ accountId }) => accountId))];
    const free = await mainBalances(tx, { owners, asset: assetOfPool(pool) });
    refuseFaults(
      overdrawn(ofPool, free).map(({ line, email }) => ({
        line,
        text: `trafficGb: up to this line more is allotted than ${email} has`,
      })),
    );
  }
  const counts = await countLiveEach(tx, [...new Set(rows.map(({ accountId }) => accountId))]);
  for (const { line, email, accountId } of rows) {
    const count = (counts.get(accountId) ?? 0) + 1;
    counts.set(accountId, count);
    if (count > maxSubAccounts)
      refuseFaults([{ line, text: `${email} would have more than ${maxSubAccounts} users` }]);
  }
}

/** The first line of each customer that is allotted more than is free. */
function overdrawn(rows: Owned[], free: Map<string, number>): Owned[] {
  const used = new Map<string, number>();
  const found = new Map<string, Owned>();
  for (const row of rows) {
    const sum = (used.get(row.accountId) ?? 0) + (row.bytes ?? 0);
    used.set(row.accountId, sum);
    if (sum > (free.get(row.accountId) ?? 0) && (row.bytes ?? 0) > 0 && !found.has(row.accountId))
      found.set(row.accountId, row);
  }
  return [...found.values()];
}

function rowOf({ world, seal }: Services, { user, password, ...row }: Owned): ImportedRow {
  return {
    id: world.id(),
    account_id: row.accountId,
    name: user,
    pool: row.pool,
    sealed_password: seal.seal(password),
    verifier: verifierOf(user, password),
    main: row.bytes === null,
    remark: row.remark,
    created_at: new Date(world.now()),
    allotted_bytes: row.bytes ?? 0,
  };
}

function allotmentOf({ world }: Services, row: ImportedRow): Entry[] {
  if (row.allotted_bytes === 0) return [];
  const [owner, asset] = [row.account_id, assetOfPool(row.pool)];
  const lines = [
    { owner, asset, bucket: restBucket, amount: -row.allotted_bytes },
    { owner, asset, bucket: allotmentBucket(row.id), amount: row.allotted_bytes },
  ];
  return [{ key: `allot:${world.id()}`, kind: "allot", ref: row.name, at: world.now(), lines }];
}
