/** The services that handlers and jobs receive; there are no globals. */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { OwnNames } from "@turnpike/net/own-names.ts";
import type { DiskState } from "@turnpike/rules/disk.ts";
import type { Logger } from "pino";
import type { Db } from "./db/database.ts";
import type { ReadStatistics } from "./db/replica.ts";
import type { Notifications } from "./db/listener.ts";
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
  /** Reads that decide nothing, on a replica if there is one. */
  statistics: ReadStatistics;
  /** For connections that no pooler may share: migrations, the job schedule, backups. */
  databaseUrl: string;
  /** What the operator sets while the installation runs. */
  settings: Settings;
  /** Wake-ups between API processes; the operator's commands receive none. */
  listener: Notifications;
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
  /** The addresses that this installation's names resolve to; none in the operator's commands. */
  ownNames: OwnNames;
  /** The state of the data directory's disk; null if it is not watched. */
  disk: () => DiskState | null;
  /** Set when this process is about to stop: `/readyz` is 503, so that a balancer leaves it out. */
  leaving: boolean;
  /** Identifies this process. */
  replica: string;
  /** Messages to and from other API processes. */
  exchange: Exchange;
  /** The gateways, as far as this process knows of them. */
  hub: HubServices;
}

/**
 * What the hub adds. All copies of `Services` share the object, and `startApi` fills it in. Before,
 * and in the operator's commands, no gateway is connected (`withoutHub`).
 */
export interface HubServices {
  /** How many gateway workers are connected to this process. */
  gateways: () => number;
  /** The same across all API processes, from the database. */
  gatewaysAnywhere: () => Promise<number>;
  /** The number of workers connected to other processes, from the database. */
  gatewaysElsewhere: () => Promise<number>;
  /**
   * Asks a node's gateway which of the numbers it cannot bind; null if the node is this machine.
   * With `onlyHere`, other machines are not asked and can bind all.
   */
  askNode: (
    nodeId: string,
    numbers: number[],
    options: { onlyHere: boolean },
  ) => Promise<number[] | null>;
  /** Resolves once gateways were sent all changes committed so far. */
  changesDelivered: () => Promise<void>;
}

export function withoutHub(): HubServices {
  return {
    gateways: () => 0,
    gatewaysAnywhere: async () => 0,
    gatewaysElsewhere: async () => 0,
    askNode: async () => null,
    changesDelivered: async () => undefined,
  };
}
