/** What handlers and jobs are given: nothing is reached through globals. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { OwnNames } from "@turnpike/net/own-names.ts";
import type { DiskState } from "@turnpike/rules/disk.ts";
import type { Logger } from "pino";
import type { Db } from "./db/database.ts";
import type { Memory } from "./in-memory.ts";
import type { Modules } from "./modules.ts";
import type { Shares } from "./http/shares.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Seal } from "./seal.ts";
import type { World } from "./world.ts";

export interface Services {
  db: Db;
  /**
   * Connections of its own for what has to stand even where a call's transaction is undone: a used
   * MFA code, a counted try. Single statements that wait for no account: were they `db`'s, calls
   * that keep all of its connections would each wait for one more.
   */
  aside: Db;
  /** Where `db` connects to, for connections of one's own (LISTEN). */
  databaseUrl: string;
  world: World;
  env: Environment;
  log: Logger;
  /** Encrypts secrets that are shown again. */
  seal: Seal;
  /** What modules keep in this process's memory (`in-memory.ts`). */
  memory: Memory;
  /** What the listed modules declare. */
  modules: Modules;
  /** How much of this process each account and network may use at once. */
  shares: Shares;
  /** What is counted for Prometheus. */
  metrics: Metrics;
  /** Where this installation's names lead; absent in the operator's commands. */
  ownNames?: OwnNames;
  /** The room on the data directory's disk; absent where nobody watches it. */
  disk?: () => DiskState;
  /** How many gateways are connected now; absent before the hub has started. */
  gateways?: () => number;
  /** Resolves once gateways were sent all changes that are committed by now. */
  changesDelivered?: () => Promise<void>;
}
