/** The whole API: its list of modules, and how database, hub, jobs and servers start and stop. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Environment, listeningUrl } from "@turnpike/contract/environment.ts";
import type { MetricsPlace } from "@turnpike/net/metrics-server.ts";
import type { Logger } from "pino";
import { connect } from "./platform/db/database.ts";
import { migrateInstallation } from "./platform/db/migrate.ts";
import { seedLabExits } from "./inventory/exit/lab-seed.ts";
import { maxOpenFiles, type ConnectionLimits, limitsFor } from "./platform/http/max-connections.ts";
import { listen } from "./platform/http/listen.ts";
import { clusterGatewayCounts } from "./across/hub/gateways.ts";
import { startHub } from "./across/hub/hub.ts";
import { restoreClock } from "./across/lab/clock.ts";
import { startLookup } from "./products/lookup/listen.ts";
import { endOldAudit } from "./platform/audit/audit.ts";
import { writeMinutes } from "./across/monitor/write.ts";
import { startJobs } from "./platform/jobs.ts";
import { collect } from "./platform/modules.ts";
import { requestModule } from "./platform/http/module.ts";
import { openServices } from "./open-services.ts";
import { keepPartitions } from "./platform/partitions/keep.ts";
import { partitionsModule } from "./platform/partitions/module.ts";
import { changesModule } from "./platform/changes/module.ts";
import { leaseModule } from "./products/lease/module.ts";
import { lotModule } from "./products/lot/module.ts";
import { stickySessionModule } from "./products/sticky-session/module.ts";
import { brandModule } from "./platform/brand/module.ts";
import { headModule } from "./platform/head/module.ts";
import { ratesModule } from "./platform/rates/module.ts";
import { trafficPoolsModule } from "./platform/traffic-pools/module.ts";
import { mailModule } from "./platform/mail/module.ts";
import { ledgerModule } from "./ledger/module.ts";
import { accountModule } from "./identity/account/module.ts";
import { sessionModule } from "./identity/session/module.ts";
import { mfaModule } from "./identity/mfa/module.ts";
import { disposableMailModule } from "./identity/disposable-mail/module.ts";
import { mailCodeModule } from "./identity/mail-code/module.ts";
import { credentialModule } from "./identity/credential/module.ts";
import { apiKeyModule } from "./identity/api-key/module.ts";
import { teamModule } from "./identity/team/module.ts";
import { legalModule } from "./identity/legal/module.ts";
import { identityModule } from "./identity/identity/module.ts";
import { vatIdModule } from "./identity/vat-id/module.ts";
import { accountViewModule } from "./identity/account-view/module.ts";
import { staffModule } from "./identity/staff/module.ts";
import { inviteFirstOwner } from "./identity/staff/links.ts";
import { undoModule } from "./identity/undo/module.ts";
import { ticketModule } from "./identity/ticket/module.ts";
import { exitModule } from "./inventory/exit/module.ts";
import { upstreamModule } from "./inventory/upstream/module.ts";
import { geoModule } from "./inventory/geo/module.ts";
import { nodeModule } from "./inventory/node/module.ts";
import { listeningPortModule } from "./inventory/listening-port/module.ts";
import { gateModule } from "./commerce/gate/module.ts";
import { identityCheckModule } from "./commerce/identity-check/module.ts";
import { checkoutModule } from "./commerce/checkout/module.ts";
import { savedCardModule } from "./commerce/saved-card/module.ts";
import { topUpModule } from "./commerce/top-up/module.ts";
import { disputeModule } from "./commerce/dispute/module.ts";
import { refundModule } from "./commerce/refund/module.ts";
import { productModule } from "./commerce/product/module.ts";
import { orderModule } from "./commerce/order/module.ts";
import { taxModule } from "./commerce/tax/module.ts";
import { couponModule } from "./commerce/coupon/module.ts";
import { affiliateModule } from "./commerce/affiliate/module.ts";
import { invoiceModule } from "./commerce/invoice/module.ts";
import { invoiceRecordModule } from "./commerce/invoice-record/module.ts";
import { statementModule } from "./commerce/statement/module.ts";
import { subAccountModule } from "./products/sub-account/module.ts";
import { whitelistModule } from "./products/whitelist/module.ts";
import { trafficModule } from "./products/traffic/module.ts";
import { usageModule } from "./products/usage/module.ts";
import { rotateLinkModule } from "./across/rotate-link/module.ts";
import { usageReportModule } from "./across/usage-report/module.ts";
import { staticModule } from "./products/static/module.ts";
import { unlimitedModule } from "./products/unlimited/module.ts";
import { poolModule } from "./products/pool/module.ts";
import { whitelistedPortModule } from "./products/whitelisted-port/module.ts";
import { extractionModule } from "./products/extraction/module.ts";
import { cdkeyModule } from "./products/cdkey/module.ts";
import { hubModule } from "./across/hub/module.ts";
import { abuseModule } from "./across/abuse/module.ts";
import { requestLogModule } from "./across/request-log/module.ts";
import { liveModule } from "./products/live/module.ts";
import { setUpModule } from "./across/set-up/module.ts";
import { monitorModule } from "./across/monitor/module.ts";
import { proxyTestModule } from "./across/proxy-test/module.ts";
import { forecastModule } from "./across/forecast/module.ts";
import { alertModule } from "./across/alert/module.ts";
import { findModule } from "./across/find/module.ts";
import { type ConsoleAddress, startConsole } from "./across/console/listen.ts";
import { closureModule } from "./across/closure/module.ts";
import { legalPagesModule } from "./across/legal/module.ts";
import { personalDataModule } from "./across/personal-data/module.ts";
import { docsModule } from "./across/docs/module.ts";
import { mcpModule } from "./across/mcp/module.ts";
import { blockedTargetModule } from "./across/blocked-target/module.ts";
import { targetPolicyModule } from "./across/target-policy/module.ts";
import { customerNoteModule } from "./across/customer-note/module.ts";
import { labModule } from "./across/lab/module.ts";
import { staffWatchModule } from "./across/staff-watch/module.ts";
import { webhookModule } from "./across/webhook/module.ts";
import type { HubServices, Services } from "./platform/services.ts";
import { serveMetrics } from "./platform/metrics/metrics.ts";
import type { World } from "./platform/world.ts";

/** Gateways' leases and reports never wait behind calls. */
const linkConnections = 10;

/**
 * All modules, in the order in which closing an account locks them, jobs run and snapshots are
 * sent. Webhooks come last: they deliver the events of the others.
 */
export const modules = collect([
  partitionsModule,
  requestModule,
  brandModule,
  headModule,
  ratesModule,
  trafficPoolsModule,
  mailModule,
  changesModule,
  ledgerModule,
  accountModule,
  sessionModule,
  mfaModule,
  mailCodeModule,
  disposableMailModule,
  undoModule,
  credentialModule,
  apiKeyModule,
  teamModule,
  identityModule,
  legalModule,
  ticketModule,
  staffModule,
  accountViewModule,
  vatIdModule,
  nodeModule,
  exitModule,
  upstreamModule,
  geoModule,
  listeningPortModule,
  productModule,
  gateModule,
  identityCheckModule,
  savedCardModule,
  topUpModule,
  checkoutModule,
  orderModule,
  taxModule,
  couponModule,
  affiliateModule,
  refundModule,
  disputeModule,
  invoiceModule,
  invoiceRecordModule,
  statementModule,
  subAccountModule,
  leaseModule,
  lotModule,
  stickySessionModule,
  whitelistModule,
  trafficModule,
  usageModule,
  staticModule,
  unlimitedModule,
  poolModule,
  whitelistedPortModule,
  extractionModule,
  cdkeyModule,
  hubModule,
  requestLogModule,
  abuseModule,
  usageReportModule,
  rotateLinkModule,
  liveModule,
  monitorModule,
  setUpModule,
  proxyTestModule,
  forecastModule,
  alertModule,
  findModule,
  closureModule,
  legalPagesModule,
  personalDataModule,
  docsModule,
  mcpModule,
  blockedTargetModule,
  targetPolicyModule,
  customerNoteModule,
  labModule,
  staffWatchModule,
  webhookModule,
]);

export interface ApiOptions {
  env: Environment;
  databaseUrl: string;
  log: Logger;
  world?: World;
  /** The socket to which gateways of this machine connect; absent if there are none. */
  linkPath?: string;
  /** Whether gateways of other machines may connect; by default only if `linkPath` is given. */
  nodes?: boolean;
  /** Whether to start the job schedule; tests run jobs when they move the lab's clock instead. */
  jobs?: boolean;
  /** The longest that a due job waits before it is found, in seconds. */
  jobPollSeconds?: number;
  /** The most connections of each server; by default derived from the limit of descriptors. */
  connectionLimits?: ConnectionLimits;
  /** How long `/readyz` is 503 before the servers close: a balancer leaves this API out first. */
  leaveMs?: number;
  /** Where to serve metrics for Prometheus; absent: nowhere. */
  metrics?: MetricsPlace;
  /** Where to serve the operator's console; absent: nowhere. */
  console?: ConsoleAddress;
}
export interface Api {
  url: string;
  /** The URL of the console; empty if it is not served. */
  consoleUrl: string;
  /** The sign-up link for the console's first owner, as long as no staff member can sign in. */
  firstOwnerLink: string | null;
  services: Services;
  reloadCertificate(): void;
  stop(): Promise<void>;
}

/** Starts the API; resolves when it accepts requests. `env.PORT` 0 takes any free port. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { env, log, databaseUrl } = options;
  mkdirSync(path.resolve(env.DATA_DIR), { recursive: true });
  await migrateInstallation(env, databaseUrl);
  const { services, release } = await openServices({ ...options, modules });
  if (env.lab) {
    await restoreClock(services);
    await seedLabExits(services);
  }
  await endOldAudit(services);
  await keepPartitions(services, services.world.now());
  const linkDb = connect(databaseUrl, { name: "turnpike-link", pool: linkConnections });
  const { linkPath = null, nodes = linkPath !== null } = options;
  const hub =
    linkPath !== null || nodes ? await startHub({ ...services, db: linkDb }, linkPath) : null;
  if (hub) {
    Object.assign(services.hub, {
      gateways: () => hub.gateways(),
      ...clusterGatewayCounts(services, linkDb),
      askNode: hub.askNode,
      changesDelivered: () => hub.delivered(),
    } satisfies HubServices);
  }
  for (const { watch } of modules.list) watch?.(services);
  const jobs = options.jobs === false ? null : await startJobs(services, options.jobPollSeconds);
  const limits = options.connectionLimits ?? limitsFor(maxOpenFiles());
  const server = await listen(services, {
    maxConnections: limits.api,
    onCreated: (httpServer) => void (nodes && hub?.attach(httpServer)),
  });
  const lookup =
    env.LOOKUP_PORT > 0 ? await startLookup(services, env.LOOKUP_PORT, limits.lookup) : null;
  const console = options.console ? await startConsole(services, options.console) : null;
  const invited = options.console ? await inviteFirstOwner(services) : null;
  const metrics = options.metrics
    ? await serveMetrics(services.metrics, options.metrics, log)
    : null;
  const url = listeningUrl({ ...env, PORT: server.port });
  // A port chosen by the system becomes part of the public address.
  if (env.PORT === 0 && !env.PUBLIC_URL) env.publicUrl = url;
  return {
    url,
    consoleUrl: console?.url ?? "",
    firstOwnerLink: invited?.link ?? null,
    services,
    reloadCertificate: () => server.reloadCertificate(),
    stop: async () => {
      services.leaving = true;
      if (options.leaveMs) await sleep(options.leaveMs);
      await hub?.detach();
      await Promise.all([server.stop(), lookup?.stop(), console?.stop()]);
      await metrics?.stop();
      await jobs?.stop();
      await hub?.stop();
      // The monitor's current minute would be lost otherwise.
      await writeMinutes(services, true).catch(() => undefined);
      await linkDb.destroy();
      await release();
    },
  };
}
