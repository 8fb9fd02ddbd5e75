import { OwnNames } from "@turnpike/net/own-names.ts";
import pino from "pino";
import { noNotifications } from "../../platform/db/listener.ts";
import { readStatistics } from "../../platform/db/replica.ts";
import { Exchange } from "../../platform/exchange.ts";
import { makeShares } from "../../platform/http/shares.ts";
import { openLog } from "../../platform/log/log.ts";
import { newMetrics } from "../../platform/metrics/metrics.ts";
import { openCurrency } from "../../platform/installation/currency.ts";
import { openSeal } from "../../platform/installation/key.ts";
import { type Services, withoutHub } from "../../platform/services.ts";
import { Settings } from "../../platform/setting/settings.ts";
import { realWorld } from "../../platform/world.ts";

/** What commands receive: they live briefly, beside the product, and no gateway connects to them. */
export async function commandServices({
  db,
  databaseUrl,
  env,
  modules,
}: Pick<Services, "db" | "databaseUrl" | "env" | "modules">): Promise<Services> {
  const log = openLog("warn", "operator", pino.destination(2));
  const [world, seal, metrics] = [realWorld(), await openSeal(db, env), newMetrics()];
  await openCurrency(db, env);
  const [replica, listener] = [world.id(), noNotifications];
  return {
    db,
    autocommitDb: db,
    statistics: readStatistics(db, null),
    databaseUrl,
    listener,
    replica,
    exchange: new Exchange(db, { id: replica, listener }),
    world,
    env,
    log,
    settings: await Settings.open({ db, log }),
    memory: new Map(),
    modules,
    seal,
    metrics,
    shares: makeShares(metrics),
    disk: () => null,
    ownNames: new OwnNames({ names: [], lookup: (host) => world.lookup(host) }),
    leaving: false,
    hub: withoutHub(),
  };
}
