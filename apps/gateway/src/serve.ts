/** One gateway worker: everything put together, started and ended. */
import { networkInterfaces } from "node:os";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { DestinationPolicy } from "@turnpike/rules/destination.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { Connections } from "./connections.ts";
import { type EngineChoice, openEngine } from "./engine/open.ts";
import { Exits } from "./exits/choose.ts";
import { welcome } from "./listen/first-byte.ts";
import type { Log } from "./log.ts";
import { Meter } from "./meter.ts";
import type { Gateway } from "./passage.ts";
import { defaultPatience, type PatienceLimits } from "./patience.ts";
import { Purses } from "./purses.ts";
import { Reporter } from "./report.ts";
import { openResolver } from "./resolve.ts";
import { Snapshot } from "./snapshot.ts";
import { Sync } from "./sync.ts";
import { TriesTable } from "./tries.ts";
import type { GatewayWorld } from "./world.ts";

/** Counted bytes are journalled and reported this often (design §3). */
const tickMs = 250;
const sweepMs = 1_000;
/** News that come together are judged together. */
const judgeDelayMs = 20;
/** Rows that the disk did not take; with more of them nothing may be carried. */
const mostKeptRows = 100_000;
const reportTimeoutMs = 5_000;

export interface GatewayOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** This worker's name, the same after each restart. */
  gateway: string;
  worker: number;
  workers: number;
  journalFolder: string;
  link: GatewayLink;
  world: GatewayWorld;
  log: Log;
  /** Literals `ip:port` that the deny table lets through: the lab's targets. */
  allow: Iterable<string>;
  /** Names of the product itself, which no tunnel may lead to. */
  ownNames: Iterable<string>;
  limits?: { perSubAccount: number; all: number };
  /** `auto` unless said otherwise. */
  engine?: EngineChoice;
  patience?: PatienceLimits;
  headTimeoutMs?: number;
}
export interface RunningGateway {
  port: number;
  epoch: string;
  connections: Connections;
  tries: TriesTable;
  /** Stops accepting, lets tunnels end for `drainMs`, cuts the rest, reports and settles. */
  stop(drainMs: number): Promise<void>;
}

/** Resolves when the first snapshot is loaded and the port is bound. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { link, world, log, gateway } = options;
  const epoch = Date.now().toString(36) + world.id().slice(0, 8);
  const snapshot = new Snapshot();
  const connections = new Connections();
  const meter = new Meter(world.now);
  const books = openBooks({ ...options, epoch, connections, meter });
  let judging: NodeJS.Timeout | undefined;
  const judge = () => {
    judging = undefined;
    connections.judge(snapshot, world.now());
  };
  const sync = new Sync({
    gateway,
    epoch,
    link,
    snapshot,
    log,
    setOffset: world.setOffset,
    changed: () => {
      judging ??= setTimeout(judge, judgeDelayMs);
      books.reporter.wake();
    },
  });
  await sync.loaded;
  const parts = assemble(options, { snapshot, connections, meter, purses: books.purses });
  const mostClients = parts.door.limits.all + 1_000;
  const at = { host: options.host, port: options.port, mostClients };
  const listener = await parts.engine.listen(at, (client) => welcome(parts, client));
  log.info({ engine: parts.engine.name, port: listener.port }, "listening");
  const sweep = setInterval(() => {
    connections.judge(snapshot, world.now());
    connections.sweep(performance.now());
  }, sweepMs);
  return {
    port: listener.port,
    epoch,
    connections,
    tries: parts.door.tries,
    stop: async (drainMs) => {
      listener.stop();
      await until(() => connections.size === 0, drainMs);
      connections.cutAll("notReady");
      clearInterval(sweep);
      clearTimeout(judging);
      await books.stop();
      sync.stop();
      await link.stop();
    },
  };
}

/** What carries connections, as they see it. */
function assemble(
  options: GatewayOptions,
  made: Pick<Gateway, "connections" | "meter" | "purses"> & { snapshot: Snapshot },
): Gateway {
  const { link, world, log, worker, workers } = options;
  const { snapshot, connections } = made;
  const limits = options.limits ?? { perSubAccount: 5_000, all: 20_000 };
  const tries = new TriesTable();
  return {
    ...made,
    engine: openEngine(options.engine ?? "auto", { worker, workers, random: world.random, log }),
    door: { snapshot, connections, tries, limits, now: world.now },
    exits: new Exits({ link, snapshot, now: world.now, random: world.random }),
    resolver: openResolver(policyOf(options), world.lookup),
    patience: options.patience ?? defaultPatience,
    headTimeoutMs: options.headTimeoutMs ?? 10_000,
    keepAliveTimeoutMs: 30_000,
    answerTimeoutMs: 120_000,
    log,
    id: world.id,
  };
}

/** This machine's own addresses are no targets, whichever network they are of (quality G6). */
function policyOf({ allow, ownNames }: GatewayOptions): DestinationPolicy {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return {
    allow: new Set(allow),
    ownAddresses: new Set(own.map(({ address }) => canonicalAddress(address) ?? address)),
    ownNames: new Set([...ownNames].map((name) => name.toLowerCase())),
  };
}

/** Leases, meter, journal and reports, every 250 ms. */
function openBooks(
  options: GatewayOptions & { epoch: string; connections: Connections; meter: Meter },
) {
  const { gateway, epoch, link, log, world, connections, meter, journalFolder } = options;
  const purses: Purses = new Purses({
    gateway,
    epoch,
    link,
    now: world.now,
    granted: (leaseId) => reporter.granted(leaseId),
    cut: (subAccountId, why) => connections.cut(subAccountId, why === "hubAway" ? "notReady" : why),
  });
  const reporter: Reporter = new Reporter({
    gateway,
    epoch,
    folder: journalFolder,
    link,
    log,
    leasesOut: () => purses.out(),
    settled: (leaseIds) => purses.settled(leaseIds),
  });
  const rows: ReturnType<Meter["collect"]> = [];
  const drained: string[] = [];
  const book = () => {
    purses.tick();
    for (const row of meter.collect()) rows.push(row);
    drained.push(...purses.drained());
    try {
      reporter.flush(rows, [...drained]);
      drained.length = 0;
    } catch (error) {
      log.error({ error: String(error), rows: rows.length }, "the journal takes nothing");
      if (rows.length > mostKeptRows) connections.cutAll("notReady");
    }
  };
  const ticking = setInterval(book, tickMs);
  const stop = async () => {
    clearInterval(ticking);
    purses.stop();
    book();
    await until(() => {
      book();
      return reporter.isDone();
    }, reportTimeoutMs);
    reporter.stop();
  };
  return { purses, reporter, stop };
}

/** Waits until it holds, at most so long. */
async function until(holds: () => boolean, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!holds() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
