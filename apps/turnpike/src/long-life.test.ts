/** Usage stays exact from day to day (D1 of the quality bars). */
import { expect, test } from "vitest";
import {
  advanceDays,
  setUpLongLife,
  usageTotals,
  carryRequests,
  expectedTotals,
  openCustomer,
} from "./long-life-testing.ts";

setUpLongLife();

test("The requests of twelve days, forty a day, appear promptly in the statistics, each byte once (D1)", async () => {
  const played = await openCustomer("Twelvedays", 0.5);
  const { worker } = played;
  const late: number[] = [];
  for (let at = 1; at <= 12; at += 1) {
    if (!(await carryRequests(worker, 40))) late.push(at);
    await advanceDays(1);
  }
  expect([late, await usageTotals(played)]).toEqual([[], expectedTotals(worker)]);
  worker.reporter.stop();
}, 120_000);
