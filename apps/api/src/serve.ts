/** The API as a whole: database, hub, jobs and the door, started and ended together. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import type { Logger } from "pino";
import { connect } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { seedLabExits } from "./exit/exits.ts";
import { makeServer } from "./http/server.ts";
import { startHub } from "./hub/hub.ts";
import { allJobs, startJobs } from "./jobs.ts";
import { restoreClock } from "./lab/clock.ts";
import { startLookup } from "./lookup/listen.ts";
import { sealer } from "./seal.ts";
import { LiveLoad } from "./live/load.ts";
import { Monitor } from "./monitor/load.ts";
import { writeMinutes } from "./monitor/write.ts";
import type { Services } from "./services.ts";
import { newMetrics } from "./metrics.ts";
import { serveMetrics } from "./metrics-port.ts";
import { watchHub } from "./hub/measure.ts";
import { watchWebhooks } from "./webhook/measure.ts";
import { realWorld, type World } from "./world.ts";

/** Calls at work have so long when the API ends. */
const lastCallsMs = 3_000;
/** See `Services.aside`: its statements take a millisecond each. */
const ASIDE_CONNECTIONS = 4;

export interface ApiOptions {
  env: Environment;
  databaseUrl: string;
  log: Logger;
  world?: World;
  /** Where gateways connect; none in tests that need no gateway. */
  linkPath?: string;
  /** Whether pg-boss runs the jobs by the clock; tests run them by the lab's clock alone. */
  jobs?: boolean;
  /** Where Prometheus reads, on loopback; absent or 0: nowhere. */
  metricsPort?: number;
}
export interface Api {
  url: string;
  services: Services;
  stop(): Promise<void>;
}

/** Starts the API; resolves when it answers. `env.PORT` 0 takes any free port. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { env, log, databaseUrl } = options;
  const world = options.world ?? realWorld();
  const dataDir = path.resolve(env.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  await migrate(databaseUrl);
  const metrics = newMetrics();
  const db = connect(databaseUrl, {
    name: "turnpike-api",
    opened: (pool) => metrics.watchPool(pool),
  });
  const aside = connect(databaseUrl, { name: "turnpike-aside", pool: ASIDE_CONNECTIONS });
  const [live, monitor, seal] = [new LiveLoad(), new Monitor(), sealer(dataDir)];
  const inMemory = { live, monitor, metrics };
  const services: Services = { db, aside, databaseUrl, world, env, log, seal, ...inMemory };
  if (env.lab) {
    await restoreClock(services);
    await seedLabExits(services);
  }
  const hub = options.linkPath ? await startHub(services, options.linkPath) : null;
  if (hub) {
    services.gateways = () => hub.gateways();
    services.gatewaysTold = () => hub.told();
  }
  watchHub(services);
  watchWebhooks(services);
  const jobs = options.jobs === false ? null : await startJobs(services, databaseUrl);
  const app = await makeServer(services, allJobs);
  await app.listen({ host: env.HOST, port: env.PORT });
  const lookup = env.LOOKUP_PORT > 0 ? await startLookup(services, env.LOOKUP_PORT) : null;
  const { metricsPort = 0 } = options;
  const watched = metricsPort > 0 ? await serveMetrics(metrics, metricsPort, log) : null;
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : env.PORT;
  // A port that the system chose is part of the address that people and providers are given.
  if (env.PORT === 0 && !env.PUBLIC_URL) env.publicUrl = `http://${env.HOST}:${port}`;
  return {
    url: `http://${env.HOST}:${port}`,
    services,
    stop: async () => {
      // Node waits for a connection that a browser opened ahead and never asked anything on.
      const late = setTimeout(() => app.server.closeAllConnections(), lastCallsMs);
      await Promise.all([app.close(), lookup?.stop()]);
      clearTimeout(late);
      await watched?.stop();
      await jobs?.stop();
      await hub?.stop();
      // Else the running minute of the monitor is lost.
      await writeMinutes(services, true).catch(() => undefined);
      await Promise.all([db.destroy(), aside.destroy()]);
    },
  };
}
