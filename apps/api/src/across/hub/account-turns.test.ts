/** A customer's flood of questions keeps no other customer's client waiting (spec/nodes#link). */
import type { Peer } from "@turnpike/link/link.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createSubAccount, startTraffic, usageRow } from "../../products/traffic/testing.ts";
import { type AnswersInTurn, withNodeShares } from "./node-shares.ts";

const api = forTests(startTraffic);
const sessions = 800;

test("A customer with many new sessions at once delays no other customer's lease", async () => {
  const [many, one] = [await api.customer(10), await api.customer(10)];
  const busy = await createSubAccount(many, "Sessions1", { trafficGb: 5 });
  const calm = await createSubAccount(one, "Honest001", { trafficGb: 5 });
  const flooded = await Promise.all(
    [1, 2, 3, 4].map((worker) => api.link({ worker, epoch: `e${worker}`, awaited: false })),
  );
  const link = await api.link({ worker: 5, epoch: "e5", awaited: false });
  const lease = (subAccountId: string, accountId: string) =>
    link.ask("lease", { gateway: "g", epoch: "e5", subAccountId, accountId, wantedBytes: 1e6 });
  await lease(busy.id, many.id);
  await lease(calm.id, one.id);
  const { rows } = await sql<{ id: string }>`select id from exit limit 1`.execute(api.services.db);
  const proposedExitId = rows[0]?.id ?? "";
  let answered = 0;
  const of = { subAccountId: busy.id, accountId: many.id, minutes: 3, deadExitId: null };
  const holds = flooded.flatMap((worker, at) =>
    Array.from({ length: sessions / flooded.length }, (_, count) =>
      worker
        .ask("hold", { ...of, proposedExitId, key: `||||||s${at}s${count}` }, 30_000)
        .finally(() => (answered += 1)),
    ),
  );
  const before = [];
  for (let round = 0; round < 5; round += 1) {
    const answer = await lease(calm.id, one.id);
    expect(answer).toHaveProperty("lease");
    before.push(answered);
  }
  await Promise.all(holds);
  // Each lease waited for some of those that were being answered, not for all that waited.
  expect(before.at(-1)).toBeLessThan(sessions);
});

test("Leases that wait for the locks of their own customers' calls leave the hub connections", async () => {
  const honest = await api.customer(10);
  const calm = await createSubAccount(honest, "Honest002", { trafficGb: 5 });
  const links = await Promise.all(
    [6, 7, 8, 9].map((worker) => api.link({ worker, epoch: `e${worker}`, awaited: false })),
  );
  const waiting: Promise<unknown>[] = [];
  const answers: string[] = [];
  const { locks, unlock } = await lockedAccounts(3);
  for (const { subAccountId, accountId } of locks) {
    const row = usageRow({ leaseId: "", accountId, subAccountId, upBytes: 1 });
    for (const [at, link] of links.entries()) {
      const by = { gateway: `local-${6 + at}`, epoch: `e${6 + at}` };
      const asked = { ...by, subAccountId, accountId, wantedBytes: 1e6 };
      for (let count = 0; count < 3; count += 1) waiting.push(link.ask("lease", asked, 30_000));
      const report = { ...by, sequence: 1 + locks.findIndex((one) => one.accountId === accountId) };
      waiting.push(link.ask("report", { reports: [{ ...report, rows: [row] }] }, 30_000));
    }
  }
  for (const one of waiting) one.then(() => answers.push("own customer's")).catch(() => undefined);
  try {
    for (let count = 0; count < 3; count += 1) {
      const of = { subAccountId: calm.id, accountId: honest.id };
      const began = performance.now();
      await links[0]?.ask("lease", { gateway: "g", epoch: "e6", ...of, wantedBytes: 1e6 });
      answers.push("another's");
      expect(performance.now() - began).toBeLessThan(2_000);
    }
    expect(answers).toEqual(["another's", "another's", "another's"]);
  } finally {
    await unlock();
  }
  const leases = (await Promise.all(waiting)).filter((one) =>
    Object.hasOwn(one as object, "lease"),
  );
  expect(leases).toHaveLength(36);
});

/** Customers with a sub-account each, whose rows are locked as bulk calls lock them. */
async function lockedAccounts(count: number) {
  const locks = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const customer = await api.customer(10);
      const { id } = await createSubAccount(customer, `Locked00${at}`, { trafficGb: 5 });
      return { accountId: customer.id, subAccountId: id };
    }),
  );
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ids = locks.map(({ subAccountId }) => subAccountId);
  const ended = api.db.transaction().execute(async (tx) => {
    await sql`select from sub_account where id = any(${ids}::uuid[]) for update`.execute(tx);
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  const unlock = () => {
    done.resolve();
    return ended;
  };
  return { locks, unlock };
}

test("A machine that names ever new accounts has 5,000 questions waiting, and keeps no other machine out", async () => {
  const begun: string[] = [];
  const lease = (_question: unknown, { identity }: Peer) => {
    begun.push(identity.nodeId);
    return new Promise<never>(() => {});
  };
  const answers = withNodeShares({ lease } as unknown as AnswersInTurn);
  const of = (nodeId: string) => ({ identity: { nodeId, nodeName: nodeId } }) as Peer;
  const ask = async (nodeId: string, accountId: string) =>
    answers.lease(
      { gateway: "g", epoch: "e", subAccountId: accountId, accountId, wantedBytes: 1 },
      of(nodeId),
    );
  let refused = 0;
  for (let count = 0; count < 6_000; count += 1)
    void ask("hostile", `account-${count}`).catch(() => (refused += 1));
  void ask("honest", "account-0");
  await new Promise((resolve) => setImmediate(resolve));
  expect([begun.length, begun.at(-1), refused]).toEqual([49, "honest", 6_000 - 5_000 - 48]);
});

test("Reports of all workers leave the hub connections for what clients wait for", async () => {
  const begun: string[] = [];
  const begins = (what: string) => () => {
    begun.push(what);
    return new Promise<never>(() => {});
  };
  const given = { report: begins("report"), lease: begins("lease"), settle: begins("settle") };
  const answers = withNodeShares(given as unknown as AnswersInTurn);
  const of = (nodeName: string) => ({ identity: { nodeId: nodeName, nodeName } }) as Peer;
  for (let worker = 0; worker < 12; worker += 1)
    for (const name of ["local", "eu-1"])
      void Promise.resolve(answers.report({ reports: [] }, of(name))).catch(() => {});
  // It is refused after a while, when other tests run.
  const settled = answers.settle({ gateway: "g", epoch: "e", leaseIds: [] }, of("local"));
  void Promise.resolve(settled).catch(() => {});
  const lease = { gateway: "g", epoch: "e", subAccountId: "s", accountId: "a", wantedBytes: 1 };
  void answers.lease(lease, of("local"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(["report", "report", "report", "report", "lease"]);
});
