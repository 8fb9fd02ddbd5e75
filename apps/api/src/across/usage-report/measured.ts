/** The sums behind a usage report, before formatting. */
import type { Grain, UsageSpan } from "@turnpike/rules/usage.ts";
import { noSums, plus, type Sums } from "../../products/usage/store/columns.ts";
import type { KeySums, StepSums } from "../../products/usage/store/read.ts";
import type { UsageFilter } from "../../products/usage/store/rows.ts";

/** What a report covers. */
export interface Frame {
  filter: UsageFilter;
  span: UsageSpan;
}

export interface MeasuredUsage extends Frame {
  grain: Grain;
  byProduct: (KeySums & StepSums)[];
  /** Traffic without a recorded place, by step. */
  rest: Map<number, Sums>;
  /** All traffic, by step. */
  steps: Map<number, Sums>;
  totals: Sums;
}

export function summed(all: Iterable<Sums>): Sums {
  let sums = noSums();
  for (const each of all) sums = plus(sums, each);
  return sums;
}

/** Sums as responses contain them. */
export const pointOf = ({ upBytes, downBytes, requests, ok, refused, cut, failed }: Sums) => ({
  bytes: upBytes + downBytes,
  upBytes,
  downBytes,
  requests,
  succeeded: ok,
  failed: refused + cut + failed,
});
