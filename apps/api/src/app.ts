/** The whole API: the list of its modules, and how database, hub, jobs and servers start and stop. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import { ownHosts } from "@turnpike/contract/own-hosts.ts";
import { OwnNames } from "@turnpike/net/own-names.ts";
import type { Logger } from "pino";
import { connect } from "./platform/db/database.ts";
import { migrate } from "./platform/db/migrate.ts";
import { watchDisk } from "./platform/disk.ts";
import { seedLabExits } from "./inventory/exit/lab-seed.ts";
import { mostFiles, type Rooms, roomsFor } from "./platform/http/connection-room.ts";
import { BACKLOG } from "./platform/http/connections.ts";
import { makeServer } from "./platform/http/server.ts";
import { makeShares } from "./platform/http/shares.ts";
import { startHub } from "./across/hub/hub.ts";
import { restoreClock } from "./across/lab/clock.ts";
import { startLookup } from "./products/lookup/listen.ts";
import { sealer } from "./platform/seal.ts";
import { writeMinutes } from "./across/monitor/write.ts";
import { startJobs } from "./platform/jobs.ts";
import { collect } from "./platform/modules.ts";
import { requestModule } from "./platform/http/module.ts";
import { changesModule } from "./platform/changes/module.ts";
import { leaseModule } from "./products/lease/module.ts";
import { stickySessionModule } from "./products/sticky-session/module.ts";
import { mailModule } from "./platform/mail/module.ts";
import { ledgerModule } from "./ledger/module.ts";
import { accountModule } from "./identity/account/module.ts";
import { sessionModule } from "./identity/session/module.ts";
import { mfaModule } from "./identity/mfa/module.ts";
import { mailCodeModule } from "./identity/mail-code/module.ts";
import { credentialModule } from "./identity/credential/module.ts";
import { apiKeyModule } from "./identity/api-key/module.ts";
import { identityModule } from "./identity/identity/module.ts";
import { undoModule } from "./identity/undo/module.ts";
import { ticketModule } from "./identity/ticket/module.ts";
import { exitModule } from "./inventory/exit/module.ts";
import { geoModule } from "./inventory/geo/module.ts";
import { nodeModule } from "./inventory/node/module.ts";
import { listeningPortModule } from "./inventory/listening-port/module.ts";
import { checkoutModule } from "./commerce/checkout/module.ts";
import { disputeModule } from "./commerce/dispute/module.ts";
import { refundModule } from "./commerce/refund/module.ts";
import { productModule } from "./commerce/product/module.ts";
import { orderModule } from "./commerce/order/module.ts";
import { couponModule } from "./commerce/coupon/module.ts";
import { affiliateModule } from "./commerce/affiliate/module.ts";
import { invoiceModule } from "./commerce/invoice/module.ts";
import { statementModule } from "./commerce/statement/module.ts";
import { subAccountModule } from "./products/sub-account/module.ts";
import { whitelistModule } from "./products/whitelist/module.ts";
import { trafficModule } from "./products/traffic/module.ts";
import { staticModule } from "./products/static/module.ts";
import { unlimitedModule } from "./products/unlimited/module.ts";
import { poolModule } from "./products/pool/module.ts";
import { whitelistedPortModule } from "./products/whitelisted-port/module.ts";
import { extractionModule } from "./products/extraction/module.ts";
import { cdkeyModule } from "./products/cdkey/module.ts";
import { hubModule } from "./across/hub/module.ts";
import { requestLogModule } from "./across/request-log/module.ts";
import { liveModule } from "./products/live/module.ts";
import { monitorModule } from "./across/monitor/module.ts";
import { proxyTestModule } from "./across/proxy-test/module.ts";
import { forecastModule } from "./across/forecast/module.ts";
import { alertModule } from "./across/alert/module.ts";
import { findModule } from "./across/find/module.ts";
import { closureModule } from "./across/closure/module.ts";
import { docsModule } from "./across/docs/module.ts";
import { blockedTargetModule } from "./across/blocked-target/module.ts";
import { labModule } from "./across/lab/module.ts";
import { webhookModule } from "./across/webhook/module.ts";
import type { Services } from "./platform/services.ts";
import { newMetrics, serveMetrics } from "./platform/metrics/metrics.ts";
import { realWorld, type World } from "./platform/world.ts";

/** How long running calls may take when the API stops. */
const lastCallsMs = 3_000;
/** A pool for leases and reports of gateways, so that they never wait behind calls. */
const LINK_CONNECTIONS = 8;
/** See `Services.aside`: its statements take a millisecond each. */
const ASIDE_CONNECTIONS = 4;

/**
 * All modules, in the order in which closing an account locks them, jobs run and snapshots are sent.
 * Webhooks come last: they deliver the events of the others.
 */
export const modules = collect([
  requestModule,
  mailModule,
  changesModule,
  ledgerModule,
  accountModule,
  sessionModule,
  mfaModule,
  mailCodeModule,
  undoModule,
  credentialModule,
  apiKeyModule,
  identityModule,
  ticketModule,
  nodeModule,
  exitModule,
  geoModule,
  listeningPortModule,
  productModule,
  checkoutModule,
  orderModule,
  couponModule,
  affiliateModule,
  refundModule,
  disputeModule,
  invoiceModule,
  statementModule,
  subAccountModule,
  leaseModule,
  stickySessionModule,
  whitelistModule,
  trafficModule,
  staticModule,
  unlimitedModule,
  poolModule,
  whitelistedPortModule,
  extractionModule,
  cdkeyModule,
  hubModule,
  requestLogModule,
  liveModule,
  monitorModule,
  proxyTestModule,
  forecastModule,
  alertModule,
  findModule,
  closureModule,
  docsModule,
  blockedTargetModule,
  labModule,
  webhookModule,
]);

export interface ApiOptions {
  env: Environment;
  databaseUrl: string;
  log: Logger;
  world?: World;
  /** The socket that gateways connect to; absent in tests without a gateway. */
  linkPath?: string;
  /** Whether the schedule runs the jobs; tests run them by the lab's clock instead. */
  jobs?: boolean;
  /** The most connections of each server; by default derived from the limit of descriptors. */
  rooms?: Rooms;
  /** The loopback port that Prometheus scrapes; none where absent or 0. */
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
  mkdirSync(path.resolve(env.DATA_DIR), { recursive: true });
  await migrate(databaseUrl);
  const { services, release } = await openServices(options);
  if (env.lab) {
    await restoreClock(services);
    await seedLabExits(services);
  }
  const linkDb = connect(databaseUrl, { name: "turnpike-link", pool: LINK_CONNECTIONS });
  const hub = options.linkPath
    ? await startHub({ ...services, db: linkDb }, options.linkPath)
    : null;
  if (hub) {
    services.gateways = () => hub.gateways();
    services.changesDelivered = () => hub.delivered();
  }
  for (const { watch } of modules.list) watch?.(services);
  const jobs = options.jobs === false ? null : await startJobs(services);
  const rooms = options.rooms ?? roomsFor(mostFiles());
  const app = await makeServer(services, { room: rooms.api });
  await app.listen({ host: env.HOST, port: env.PORT, backlog: BACKLOG });
  const lookup =
    env.LOOKUP_PORT > 0 ? await startLookup(services, env.LOOKUP_PORT, rooms.lookup) : null;
  const { metricsPort = 0 } = options;
  const metrics = metricsPort > 0 ? await serveMetrics(services.metrics, metricsPort, log) : null;
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : env.PORT;
  // A port chosen by the system becomes part of the public address.
  if (env.PORT === 0 && !env.PUBLIC_URL) env.publicUrl = `http://${env.HOST}:${port}`;
  return {
    url: `http://${env.HOST}:${port}`,
    services,
    stop: async () => {
      // Node waits for connections that a browser opened in advance and never used.
      const late = setTimeout(() => app.server.closeAllConnections(), lastCallsMs);
      await Promise.all([app.close(), lookup?.stop()]);
      clearTimeout(late);
      await metrics?.stop();
      await jobs?.stop();
      await hub?.stop();
      // The running minute of the monitor would be lost otherwise.
      await writeMinutes(services, true).catch(() => undefined);
      await linkDb.destroy();
      await release();
    },
  };
}

/** Opens the database pools and everything else that handlers and jobs receive. */
async function openServices(options: ApiOptions) {
  const { env, log, databaseUrl } = options;
  const world = options.world ?? realWorld(env.RESOLVERS);
  const dataDir = path.resolve(env.DATA_DIR);
  const metrics = newMetrics();
  const db = connect(databaseUrl, {
    name: "turnpike-api",
    opened: (pool) => metrics.watchPool(pool),
  });
  const aside = connect(databaseUrl, { name: "turnpike-aside", pool: ASIDE_CONNECTIONS });
  const disk = await watchDisk({ log, metrics }, dataDir);
  const ownNames = new OwnNames({ names: ownHosts(env), lookup: (host) => world.lookup(host) });
  const services: Services = {
    db,
    aside,
    databaseUrl,
    world,
    env,
    log,
    seal: sealer(dataDir),
    memory: new Map(),
    modules,
    metrics,
    shares: makeShares(metrics),
    disk: () => disk.state(),
    ownNames,
  };
  const release = async () => {
    ownNames.stop();
    disk.stop();
    await Promise.all([db, aside].map((pool) => pool.destroy()));
  };
  return { services, release };
}
