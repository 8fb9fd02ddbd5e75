/** Sums of a usage report, before they are put into words. */
import type { Grain, UsageSpan } from "@turnpike/rules/usage.ts";
import { noSums, plus, type Sums } from "../../products/usage/store/columns.ts";
import type { KeySums, StepSums, UsageFilter } from "../../products/usage/store/read.ts";

/** What a report is about. */
export interface Frame {
  filter: UsageFilter;
  span: UsageSpan;
}

export interface Measured extends Frame {
  grain: Grain;
  byProduct: (KeySums & StepSums)[];
  /** Traffic that is not recorded by place, by step. */
  rest: Map<number, Sums>;
  /** All of both, by step. */
  steps: Map<number, Sums>;
  totals: Sums;
}

export function summed(all: Iterable<Sums>): Sums {
  let sums = noSums();
  for (const each of all) sums = plus(sums, each);
  return sums;
}

/** As calls answer it. */
export const pointOf = ({ upBytes, downBytes, requests, ok, refused, cut, failed }: Sums) => ({
  bytes: upBytes + downBytes,
  upBytes,
  downBytes,
  requests,
  succeeded: ok,
  failed: refused + cut + failed,
});
