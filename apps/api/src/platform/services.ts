/** The services that handlers and jobs receive; there are no globals. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { OwnNames } from "@turnpike/net/own-names.ts";
import type { DiskState } from "@turnpike/rules/disk.ts";
import type { Logger } from "pino";
import type { Db } from "./db/database.ts";
import type { ReadStatistics } from "./db/replica.ts";
import type { Listener } from "./db/listener.ts";
import type { Exchange } from "./exchange.ts";
import type { Shares } from "./http/shares.ts";
import type { Memory } from "./in-memory.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Modules } from "./modules.ts";
import type { Seal } from "./seal.ts";
import type { World } from "./world.ts";

export interface Services {
  db: Db;
  /**
   * A pool of its own for what has to persist even where a call's transaction is rolled back: a used
   * MFA code, a counted try. Only single statements that wait for no account lock: in `db` itself,
   * calls that hold all of its connections would each wait for one more.
   */
  aside: Db;
  /** Reads that decide nothing: on a replica where there is one; absent in the operator's commands. */
  statistics?: ReadStatistics;
  /** For connections that no pooler may share: migrations, the schedule of jobs, backups. */
  databaseUrl: string;
  /** Messages between API processes; absent in the operator's commands. */
  listener?: Listener;
  world: World;
  env: Environment;
  log: Logger;
  /** Encrypts secrets that have to be readable again. */
  seal: Seal;
  /** What modules keep in this process's memory (`in-memory.ts`). */
  memory: Memory;
  /** What the listed modules declare. */
  modules: Modules;
  /** Concurrency limits by account and network. */
  shares: Shares;
  /** Metrics for Prometheus. */
  metrics: Metrics;
  /** The addresses that this installation's names resolve to; absent in the operator's commands. */
  ownNames?: OwnNames;
  /** The state of the data directory's disk; absent where it is not watched. */
  disk?: () => DiskState;
  /** Names this API process; absent in the operator's commands. */
  replica?: string;
  /** Messages to and from other API processes; absent in the operator's commands. */
  exchange?: Exchange;
  /** How many gateway workers are connected to this process; absent before the hub has started. */
  gateways?: () => number;
  /** The same over all API processes, from rows; absent without a hub. */
  gatewaysAnywhere?: () => Promise<number>;
  /** The workers that are connected to other processes, from rows. */
  gatewaysElsewhere?: () => Promise<number>;
  /** Resolves once gateways were sent all changes committed by now; absent without a hub. */
  changesDelivered?: () => Promise<void>;
}
