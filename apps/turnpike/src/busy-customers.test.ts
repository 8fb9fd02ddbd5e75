/** Usage of many customers at once is exact (D3 of the quality bars). */
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { verifyAccounting } from "../../api/testing/verify-accounting.ts";
import { postUsage } from "../../api/src/products/lease/post-usage.ts";
import { usageRow } from "../../api/src/products/traffic/testing.ts";
import { Reporter } from "../../gateway/src/report/reporter.ts";
import {
  api,
  setUpLongLife,
  usageTotals,
  folder,
  full,
  link,
  log,
  openCustomer,
  type PlayedCustomer,
} from "./long-life-testing.ts";

setUpLongLife();

test("Usage of busy customers on two workers during an hour is exact, with few ledger entries (D3)", async () => {
  const [many, minutes, ticks] = full ? [100, 60, 20] : [4, 2, 8];
  const played: PlayedCustomer[] = [];
  for (let at = 0; at < many; at += 1) played.push(await openCustomer(`Busy${100 + at}x`, 0.9));
  const workers = [0, 1].map((of) => busyWorker(`busy-${of}`));
  const carried = new Map(played.map(({ owner }) => [owner.id, 0]));
  const before = await entriesPosted();
  let rows = 0;
  let ingestMs = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    for (const worker of workers) {
      const leases = await worker.take(played);
      for (let tick = 0; tick < ticks; tick += 1)
        rows += worker.flush(played, leases, { tick, carried });
      worker.reporter.flush([], [...leases.values()]);
    }
    const began = performance.now();
    await Promise.all(workers.map((worker) => worker.sendAll()));
    ingestMs += performance.now() - began;
    await postUsage(api.services);
  }
  for (const { reporter } of workers) reporter.stop();
  const sums = await Promise.all(
    played.map(async (each) => (await usageTotals(each, false)).billed),
  );
  expect(sums).toEqual(played.map(({ owner }) => carried.get(owner.id)));
  expect((await verifyAccounting(api.services.db)).difference).toBeNull();
  // One entry per customer and minute, plus some where the product's own job ran in between.
  const posted = (await entriesPosted()) - before;
  expect(posted).toBeLessThanOrEqual(full ? 40_000 : 2 * many * minutes);
  if (full)
    console.log(
      `D3: ${rows} usage rows, ${Math.round(rows / (ingestMs / 1000))}/s, ${posted} entries`,
    );
  for (const { worker } of played) worker.reporter.stop();
}, 600_000);

async function entriesPosted(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ledger_entry`.execute(api.services.db);
  return rows[0]?.count ?? Number.NaN;
}

/** A gateway worker that carries traffic of all customers at once. */
function busyWorker(gateway: string) {
  const reporter = new Reporter({
    gateway,
    epoch: "e1",
    folder: mkdtempSync(path.join(folder, "busy-")),
    link,
    log,
    now: () => api.services.world.now(),
    leasesOut: () => [],
    settled: () => {},
  });
  return {
    reporter,
    /** Takes a lease for each customer; by account id. */
    async take(played: PlayedCustomer[]) {
      const leases = new Map<string, string>();
      for (const { owner, subId } of played) {
        const question = { gateway, epoch: "e1", subAccountId: subId, wantedBytes: 1_000_000 };
        const answer = await link.ask("lease", question);
        if ("refused" in answer) throw new Error(answer.refused);
        leases.set(owner.id, answer.lease.id);
      }
      return leases;
    },
    /** Sends one report with a row per customer; returns the number of rows. */
    flush(
      played: PlayedCustomer[],
      leases: Map<string, string>,
      { tick, carried }: { tick: number; carried: Map<string, number> },
    ) {
      const rows = played.map(({ owner, subId }, at) => {
        const bytes = { upBytes: 100 * at + tick, downBytes: 9_000 + tick };
        carried.set(owner.id, (carried.get(owner.id) ?? 0) + bytes.upBytes + bytes.downBytes);
        const leaseId = leases.get(owner.id) ?? "";
        return usageRow({ leaseId, accountId: owner.id, subAccountId: subId, ...bytes });
      });
      const count = rows.length;
      reporter.flush(rows, []);
      return count;
    },
    async sendAll() {
      for (let tries = 0; !reporter.isDone() && tries < 5_000; tries += 1) {
        await reporter.pump();
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    },
  };
}
