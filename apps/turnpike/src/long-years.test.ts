/** Usage stays exact over years, returns and many customers (D2, D3 of the quality bars). */
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { verifyBooks } from "../../api/testing/verify.ts";
import { usageRow } from "../../api/src/products/traffic/testing.ts";
import { Reporter } from "../../gateway/src/report/reporter.ts";
import {
  advanceDays,
  api,
  counted,
  day,
  exact,
  folder,
  full,
  link,
  log,
  open,
  type Played,
  waitingAside,
} from "./long-life-testing.ts";

test("400 days with three restarts are exact, and nothing is set aside (D2)", async () => {
  const played = await open("Longyears", 0.5);
  const { worker } = played;
  const late: number[] = [];
  const step = full ? 1 : 20;
  for (let at = 0; at < 400; at += step) {
    if (!(await day(worker, full ? 4 : 24))) late.push(at);
    if (at > 0 && at % 100 === 0) {
      if (at === 100) worker.reporter.stop();
      // A kill -9 leaves the journal as it is, here with a report that was not sent.
      else {
        await worker.away(true);
        await worker.carry(5_000);
        await worker.away(false);
      }
      worker.restart();
    }
    await advanceDays(step);
  }
  expect([late, await worker.reported()]).toEqual([[], true]);
  expect([await counted(played), await waitingAside()]).toEqual([exact(worker), 0]);
  worker.reporter.stop();
}, 900_000);

test("A gateway that was away for 30 days returns with its journal, and all of it counts once", async () => {
  const played = await open("Returning", 0.5);
  const { worker } = played;
  await day(worker, 20);
  await worker.away(true);
  for (let at = 0; at < 450; at += 1) await worker.carry(1_000 + at);
  await advanceDays(30);
  worker.restart();
  await worker.carry(7_000);
  expect(worker.reporter.segments).toBeGreaterThan(1);
  await worker.away(false);
  expect(await worker.reported(20_000)).toBe(true);
  expect([await counted(played), await waitingAside()]).toEqual([exact(worker), 0]);
  worker.reporter.stop();
}, 120_000);

test("Many customers busy on two workers are billed what was carried (D3)", async () => {
  const many = full ? 100 : 12;
  const played: Played[] = [];
  for (let at = 0; at < many; at += 1) played.push(await open(`Busy${100 + at}x`, 0.9));
  const pairs = [0, 1].map((of) => ({
    reporter: new Reporter({
      gateway: `busy-${of}`,
      epoch: "e1",
      folder: mkdtempSync(path.join(folder, "busy-")),
      link,
      log,
      now: () => api.services.world.now(),
      leasesOut: () => [],
      settled: () => {},
    }),
    gateway: `busy-${of}`,
  }));
  const carried = new Map(played.map(({ owner }) => [owner.id, 0]));
  for (const { reporter, gateway } of pairs) {
    const leases = new Map<string, string>();
    for (const { owner, subId } of played) {
      const question = { gateway, epoch: "e1", subAccountId: subId, wantedBytes: 16_000_000 };
      const answer = await link.ask("lease", question);
      if ("refused" in answer) throw new Error(answer.refused);
      leases.set(owner.id, answer.lease.id);
    }
    for (let tick = 0; tick < 40; tick += 1) {
      const rows = played.map(({ owner, subId }, at) => {
        const bytes = { upBytes: 100 * at + tick, downBytes: 9_000 + tick };
        carried.set(owner.id, (carried.get(owner.id) ?? 0) + bytes.upBytes + bytes.downBytes);
        const leaseId = leases.get(owner.id) ?? "";
        return usageRow({ leaseId, accountId: owner.id, subAccountId: subId, ...bytes });
      });
      reporter.flush(rows, []);
    }
    reporter.flush([], [...leases.values()]);
  }
  for (const { reporter } of pairs) {
    for (let tries = 0; !reporter.isDone() && tries < 5_000; tries += 1) {
      await reporter.pump();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    reporter.stop();
  }
  const sums = await Promise.all(played.map(async (each) => (await counted(each, false)).billed));
  expect(sums).toEqual(played.map(({ owner }) => carried.get(owner.id)));
  expect((await verifyBooks(api.services.db)).difference).toBeNull();
  for (const { worker } of played) worker.reporter.stop();
}, 300_000);
