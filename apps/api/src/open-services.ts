/** What a running API's handlers and jobs receive (`services.ts`): opened before it listens. */
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import { ownHosts } from "@turnpike/contract/own-hosts.ts";
import { OwnNames } from "@turnpike/net/own-names.ts";
import type { Logger } from "pino";
import { connect } from "./platform/db/database.ts";
import { Listener } from "./platform/db/listener.ts";
import { readStatistics } from "./platform/db/replica.ts";
import { watchDisk } from "./platform/disk.ts";
import { Exchange } from "./platform/exchange.ts";
import { makeShares } from "./platform/http/shares.ts";
import { openCurrency } from "./platform/installation/currency.ts";
import { followKey } from "./platform/installation/follow-key.ts";
import { openSeal } from "./platform/installation/key.ts";
import { newMetrics } from "./platform/metrics/metrics.ts";
import type { Modules } from "./platform/modules.ts";
import { type Services, withoutHub } from "./platform/services.ts";
import { Settings } from "./platform/setting/settings.ts";
import { realWorld, type World } from "./platform/world.ts";

/** Pools: `autocommitDb` is done in a millisecond. */
const connections = { replica: 8, autocommit: 4 };

interface OpenOptions {
  env: Environment;
  databaseUrl: string;
  log: Logger;
  world?: World;
  modules: Modules;
}

/** Opens the database pools and everything else that handlers and jobs receive. */
export async function openServices(options: OpenOptions) {
  const { env, log, databaseUrl, modules } = options;
  const world = options.world ?? realWorld(env.RESOLVERS);
  const metrics = newMetrics();
  const db = connect(databaseUrl, {
    name: "turnpike-api",
    onPoolCreated: (pool) => metrics.watchPool(pool),
  });
  const directUrl = env.DATABASE_DIRECT_URL ?? databaseUrl;
  const listener = new Listener(directUrl, log);
  const ended = async (error: unknown): Promise<never> => {
    await Promise.all([listener.stop(), db.destroy()]);
    throw error;
  };
  const seal = await openSeal(db, env).catch(ended);
  await openCurrency(db, env).catch(ended);
  const settings = await Settings.open({ db, log, listener }).catch(ended);
  const aside = connect(databaseUrl, { name: "turnpike-aside", pool: connections.autocommit });
  const readDb = env.DATABASE_READ_URL
    ? connect(env.DATABASE_READ_URL, { name: "turnpike-statistics", pool: connections.replica })
    : null;
  const replica = world.id();
  followKey({ db, aside, ring: seal, listener, replica, log });
  const disk = await watchDisk({ log, metrics }, path.resolve(env.DATA_DIR));
  const ownNames = new OwnNames({ names: ownHosts(env), lookup: (host) => world.lookup(host) });
  const services: Services = {
    db,
    autocommitDb: aside,
    statistics: readStatistics(db, readDb),
    databaseUrl: directUrl,
    listener,
    settings,
    replica,
    exchange: new Exchange(aside, { id: replica, listener }),
    world,
    env,
    log,
    seal,
    memory: new Map(),
    modules,
    metrics,
    shares: makeShares(metrics),
    disk: () => disk.state(),
    ownNames,
    leaving: false,
    hub: withoutHub(),
  };
  const release = async () => {
    ownNames.stop();
    disk.stop();
    settings.stop();
    await listener.stop();
    await Promise.all([db, aside, ...(readDb ? [readDb] : [])].map((pool) => pool.destroy()));
  };
  return { services, release };
}
