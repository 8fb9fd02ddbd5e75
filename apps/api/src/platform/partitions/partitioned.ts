/** How a module declares a table that is split into partitions (spec/accounting#partitions). */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { PartitionStep } from "@turnpike/rules/partitions.ts";

export interface Partitioned {
  table: string;
  /** What rows are told apart by: an instant, a UTC day, or the number of a ledger entry. */
  column: string;
  type: "instant" | "day" | "entry";
  step: PartitionStep;
  /**
   * A partition is dropped once all of it is older, in milliseconds, which a setting may say; absent:
   * kept for ever.
   */
  keptMs?: number | ((env: Environment) => number);
}
