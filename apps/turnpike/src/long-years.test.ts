/** Usage stays exact over years and restarts (D2 of the quality bars). */
import { isFull } from "@turnpike/net/testing/full.ts";
import { expect, test } from "vitest";
import {
  advanceDays,
  setUpLongLife,
  usageTotals,
  carryRequests,
  expectedTotals,
  full,
  openCustomer,
  quarantinedUsageRows,
} from "./long-life-testing.ts";

setUpLongLife();

/** D2 requires 400 days. */
const [days, step, restartEvery] = full ? [400, 1, 100] : [200, 50, 50];

test(`Usage of ${days} days with three restarts is exact, and nothing is quarantined (D2)`, async () => {
  const played = await openCustomer("Longyears", 0.5);
  const { worker } = played;
  const late: number[] = [];
  for (let at = 0; at < days; at += step) {
    if (!(await carryRequests(worker, full ? 4 : 12))) late.push(at);
    if (at > 0 && at % restartEvery === 0) {
      if (at === restartEvery) worker.reporter.stop();
      // SIGKILL leaves the journal unchanged, here with a report that was not sent.
      else {
        await worker.setOffline(true);
        await worker.carry(5_000);
        await worker.setOffline(false);
      }
      worker.restart();
    }
    await advanceDays(step);
  }
  expect([late, await worker.waitUntilReported()]).toEqual([[], true]);
  expect([await usageTotals(played), await quarantinedUsageRows()]).toEqual([
    expectedTotals(worker),
    0,
  ]);
  worker.reporter.stop();
}, 900_000);

test.runIf(isFull)(
  "The journal of a gateway that was offline for 30 days is counted completely and only once",
  async () => {
    const played = await openCustomer("Returning", 0.5);
    const { worker } = played;
    await carryRequests(worker, 20);
    await worker.setOffline(true);
    for (let at = 0; at < 450; at += 1) await worker.carry(1_000 + at);
    await advanceDays(30);
    worker.restart();
    await worker.carry(7_000);
    expect(worker.reporter.segments).toBeGreaterThan(1);
    await worker.setOffline(false);
    expect(await worker.waitUntilReported(20_000)).toBe(true);
    expect([await usageTotals(played), await quarantinedUsageRows()]).toEqual([
      expectedTotals(worker),
      0,
    ]);
    worker.reporter.stop();
  },
  120_000,
);
