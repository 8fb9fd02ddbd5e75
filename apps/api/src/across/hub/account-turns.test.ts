/** A customer's flood of questions keeps no other customer's client waiting (spec/nodes#link). */
import type { Answers, Peer } from "@turnpike/link/link.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createSubAccount, startTraffic } from "../../products/traffic/testing.ts";
import { withNodeShares } from "./node-shares.ts";

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

test("A machine that names ever new accounts has 5,000 questions waiting, and keeps no other machine out", async () => {
  const begun: string[] = [];
  const lease = (_question: unknown, { identity }: Peer) => {
    begun.push(identity.nodeId);
    return new Promise<never>(() => {});
  };
  const answers = withNodeShares({ lease } as unknown as Answers);
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
  const answers = withNodeShares(given as unknown as Answers);
  const of = (nodeName: string) => ({ identity: { nodeId: nodeName, nodeName } }) as Peer;
  for (let worker = 0; worker < 12; worker += 1)
    for (const name of ["local", "eu-1"])
      void Promise.resolve(answers.report({ reports: [] }, of(name))).catch(() => {});
  void answers.settle({ gateway: "g", epoch: "e", leaseIds: [] }, of("local"));
  const lease = { gateway: "g", epoch: "e", subAccountId: "s", accountId: "a", wantedBytes: 1 };
  void answers.lease(lease, of("local"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(["report", "report", "report", "report", "lease"]);
});
