import { expect, test } from "vitest";
import { busyRows, sumOf, withShares } from "./sums.ts";

const row = (at: string, upBytes: number, downBytes: number, requests = 1) => ({
  at,
  bytes: upBytes + downBytes,
  upBytes,
  downBytes,
  requests,
});

test("sums add every column; rows without traffic are left out, newest first", () => {
  const rows = [row("1", 1, 2), row("2", 0, 0, 0), row("3", 10, 20, 5), row("4", 0, 0, 1)];
  expect(sumOf(rows)).toEqual({ bytes: 33, upBytes: 11, downBytes: 22, requests: 7 });
  expect(busyRows(rows).map(({ at }) => at)).toEqual(["4", "3", "1"]);
});

test("shares are of all rows, bars of the largest", () => {
  expect(withShares([{ bytes: 60 }, { bytes: 40 }])).toMatchObject([
    { percent: 60, barPercent: 100 },
    { percent: 40, barPercent: (40 / 60) * 100 },
  ]);
  expect(withShares([{ bytes: 0 }])).toMatchObject([{ percent: 0, barPercent: 0 }]);
});
