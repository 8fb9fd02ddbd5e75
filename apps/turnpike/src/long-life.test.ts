/** Usage stays exact from day to day (D1 of the quality bars). */
import { expect, test } from "vitest";
import { advanceDays, beginLongLife, counted, day, exact, open } from "./long-life-testing.ts";

beginLongLife();

test("Twelve days of forty requests are in the statistics at once, each byte once (D1)", async () => {
  const played = await open("Twelvedays", 0.5);
  const { worker } = played;
  const late: number[] = [];
  for (let at = 1; at <= 12; at += 1) {
    if (!(await day(worker, 40))) late.push(at);
    await advanceDays(1);
  }
  expect([late, await counted(played)]).toEqual([[], exact(worker)]);
  worker.reporter.stop();
}, 120_000);
