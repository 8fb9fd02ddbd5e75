/** Usage stays exact over years and restarts (D2 of the quality bars). */
import { isFull } from "@turnpike/net/testing/full.ts";
import { expect, test } from "vitest";
import {
  advanceDays,
  beginLongLife,
  counted,
  day,
  exact,
  full,
  open,
  waitingAside,
} from "./long-life-testing.ts";

beginLongLife();

/** D2 requires 400 days. */
const [days, step, restartEvery] = full ? [400, 1, 100] : [200, 50, 50];

test(`${days} days with three restarts are exact, and nothing is set aside (D2)`, async () => {
  const played = await open("Longyears", 0.5);
  const { worker } = played;
  const late: number[] = [];
  for (let at = 0; at < days; at += step) {
    if (!(await day(worker, full ? 4 : 12))) late.push(at);
    if (at > 0 && at % restartEvery === 0) {
      if (at === restartEvery) worker.reporter.stop();
      // SIGKILL leaves the journal unchanged, here with a report that was not sent.
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

test.runIf(isFull)(
  "A gateway that was away for 30 days returns with its journal, and all of it counts once",
  async () => {
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
  },
  120_000,
);
