/** How a module declares a partitioned table (spec/accounting#partitions). */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { PartitionStep } from "@turnpike/rules/partitions.ts";

export interface Partitioned {
  table: string;
  /** The partition key: an instant, a UTC day, or the number of a ledger entry. */
  column: string;
  type: "instant" | "day" | "entry";
  step: PartitionStep;
  /**
   * A partition is dropped once all of it is older than this, in milliseconds, possibly taken from
   * a setting; absent: kept for ever.
   */
  keptMs?: number | ((env: Environment) => number);
}
