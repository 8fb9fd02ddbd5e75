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
import type { Settings } from "./setting/settings.ts";
import type { World } from "./world.ts";

export interface Services {
  db: Db;
  /**
   * A separate pool for what has to persist even if a call's transaction is rolled back: a used MFA
   * code, a counted attempt. Only for single statements that wait for no account lock: with `db`,
   * calls that hold all of its connections would each wait for one more.
   */
  autocommitDb: Db;
  /** Reads that decide nothing, on a replica if there is one; absent in the operator's commands. */
  statistics?: ReadStatistics;
  /** For connections that no pooler may share: migrations, the job schedule, backups. */
  databaseUrl: string;
  /** What the operator sets while the installation runs. */
  settings: Settings;
  /** Messages between API processes; absent in the operator's commands. */
  listener?: Listener;
  world: World;
  env: Environment;
  log: Logger;
  /** Encrypts secrets that have to be readable again. */
  seal: Seal;
  /** The modules' in-process state (`in-memory.ts`). */
  memory: Memory;
  /** The modules' declarations. */
  modules: Modules;
  /** Concurrency limits by account and network. */
  shares: Shares;
  /** Metrics for Prometheus. */
  metrics: Metrics;
  /** The addresses that this installation's names resolve to; absent in the operator's commands. */
  ownNames?: OwnNames;
  /** The state of the data directory's disk; absent if it is not watched. */
  disk?: () => DiskState;
  /** Set when this process is about to stop: `/readyz` is 503, so that a balancer leaves it out. */
  leaving?: boolean;
  /** Identifies this API process; absent in the operator's commands. */
  replica?: string;
  /** Messages to and from other API processes; absent in the operator's commands. */
  exchange?: Exchange;
  /** How many gateway workers are connected to this process; absent before the hub has started. */
  gateways?: () => number;
  /** The same across all API processes, from the database; absent without a hub. */
  gatewaysAnywhere?: () => Promise<number>;
  /** The number of workers connected to other processes, from the database. */
  gatewaysElsewhere?: () => Promise<number>;
  /**
   * Asks a node's gateway which of the numbers it cannot bind; null if the node is this machine.
   * With `onlyHere`, other machines are not asked and can bind all. Absent without a hub.
   */
  askNode?: (
    nodeId: string,
    numbers: number[],
    options: { onlyHere: boolean },
  ) => Promise<number[] | null>;
  /** Resolves once gateways were sent all changes committed so far; absent without a hub. */
  changesDelivered?: () => Promise<void>;
}
