/** Writes imported static IPs: the addresses that customers had, until the day that they paid for. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { dayMs } from "@turnpike/rules/static-ip.ts";
import { freeExitsAt, takeExitsAt } from "../../inventory/exit/store/static-stock.ts";
import { postMany } from "../../ledger/post.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { creditAsset, creditsUsedBucket } from "../../products/static/credits.ts";
import { recordEvents } from "../../products/static/store/events.ts";
import { insertStatics, type NewStatic } from "../../products/static/store/static-ips.ts";
import { verifierOf } from "../../products/sub-account/resources.ts";
import { inChunks } from "./chunks.ts";
import { moved } from "./moved.ts";
import { refuseFaults } from "./read-file.ts";
import type { ImportedStatic } from "./read-logins.ts";
import { withOwners } from "./write-sub-accounts.ts";

/** Periods that are sold; a static IP's time is that of a credit, so that it adds up. */
const periods: Record<StaticTerm, readonly number[]> = { static: [7, 30, 90], short: [1, 3, 7] };

type Taker = ImportedStatic & { accountId: string; taker: string };

/** Refuses what could not be written. Writes nothing, and takes no address. */
export async function judgeStatics(
  services: Services,
  tx: Tx,
  statics: ImportedStatic[],
): Promise<void> {
  const now = new Date(services.world.now());
  refuseEnded(statics, now);
  await withOwners(tx, statics);
  await inChunks(statics, async (chunk) => {
    const ips = chunk.map(({ ip }) => ip);
    const free = new Map((await freeExitsAt(tx, ips, now)).map(({ ip, term }) => [ip, term]));
    refuseFaults(chunk.filter(({ ip }) => !free.has(ip)).map(notFree));
    for (const row of chunk) periodOf(row, free.get(row.ip) ?? "static", now);
  });
}

function refuseEnded(statics: ImportedStatic[], now: Date): void {
  refuseFaults(
    statics
      .filter(({ endsAt }) => endsAt <= now.getTime())
      .map(({ line, ip }) => ({ line, text: `the time of ${ip} is over` })),
  );
}

const notFree = ({ line, ip }: ImportedStatic) => ({
  line,
  text: `${ip} is no free exit of the products static and short: import it with exits import first`,
});

/** Writes all static IPs, or throws. `file` makes the keys of the entries. */
export async function writeStatics(
  services: Services,
  tx: Tx,
  { statics, file }: { statics: ImportedStatic[]; file: string },
): Promise<void> {
  const now = new Date(services.world.now());
  refuseEnded(statics, now);
  const owned = await withOwners(tx, statics);
  const takers = owned.map((one) => ({ ...one, taker: services.world.id() }));
  const taken: NewStatic[] = [];
  await inChunks(takers, async (chunk) => {
    taken.push(...(await takenRows(services, tx, chunk, now)));
  });
  // Last: from here on the customers' other calls wait for their balances until the commit.
  await inChunks(taken, async (rows) => {
    await postMany(
      tx,
      rows.flatMap((row) => entriesOf(row, { at: now.getTime(), file })),
    );
    await insertStatics(tx, rows);
    await recordEvents(services, tx, rows, { action: "taken" });
    await recordChanges(
      tx,
      rows.map(({ id }) => ({ kind: "staticIp", id })),
    );
  });
}

/** Takes the addresses. @throws ActRefused naming those that are not free */
async function takenRows(
  { seal }: Services,
  tx: Tx,
  takers: Taker[],
  now: Date,
): Promise<NewStatic[]> {
  const taken = await takeExitsAt(tx, takers, now);
  const exitOf = new Map(taken.map((exit) => [exit.taker, exit]));
  refuseFaults(takers.filter(({ taker }) => !exitOf.has(taker)).map(notFree));
  return takers.map((row) => {
    const exit = exitOf.get(row.taker);
    if (exit === undefined) throw new Error("an exit that was taken is missing");
    const { taker: id, term, ...place } = exit;
    const days = periodOf(row, term, now);
    return {
      ...place,
      id,
      account_id: row.accountId,
      term,
      days,
      started_at: new Date(row.endsAt - days * dayMs),
      expires_at: new Date(row.endsAt),
      name: row.user,
      sealed_password: seal.seal(row.password),
      verifier: verifierOf(row.user, row.password),
      whitelist: [],
      remark: row.remark,
    };
  });
}

/** The shortest period that has begun. @throws ActRefused if the end is too far away */
function periodOf({ line, ip, endsAt }: ImportedStatic, term: StaticTerm, now: Date): number {
  const days = periods[term].find((each) => endsAt - each * dayMs <= now.getTime());
  const most = periods[term].at(-1) ?? 0;
  if (days === undefined)
    refuseFaults([{ line, text: `endsAt of ${ip} is more than ${most} days from now` }]);
  return days ?? most;
}

/** One credit comes along and is used at once, as for a static IP that is taken. */
function entriesOf(row: NewStatic, { at, file }: { at: number; file: string }) {
  const asset = creditAsset(row);
  const [owner, key] = [row.account_id, `migration:${file}:${row.id}`];
  const had = [
    { owner, asset, bucket: "main", amount: 1 },
    { owner: null, asset, bucket: "migration", amount: -1 },
  ];
  const taken = [
    { owner, asset, bucket: "main", amount: -1 },
    { owner: null, asset, bucket: creditsUsedBucket, amount: 1 },
  ];
  const ref = row.country;
  return [
    moved({ key, at, lines: had }),
    { key: `staticTaken:${row.id}`, kind: "staticTaken" as const, ref, at, lines: taken },
  ];
}
