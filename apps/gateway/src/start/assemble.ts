/** Builds the parts of a gateway worker from its options. */
import type { DestinationPolicy } from "@turnpike/rules/destination.ts";
import { networkMatcher } from "@turnpike/rules/network.ts";
import { openRecordIntervals } from "@turnpike/rules/trace.ts";
import { FailedAttempts } from "../authenticate/failed-attempts.ts";
import { HubLookups } from "../authenticate/hub-lookups.ts";
import { Passwords } from "../authenticate/passwords.ts";
import { Turns } from "../authenticate/turns.ts";
import { EmptyConnections } from "../authorise/empty-connections.ts";
import { OwnAddresses } from "../authorise/own-addresses.ts";
import { openResolver } from "../authorise/resolve-target.ts";
import { ExitChooser } from "../dial/choose-exit.ts";
import { Members } from "../dial/members.ts";
import { MemberStates } from "../dial/member-states.ts";
import { type IsOwnAddress, Upstreams } from "../dial/upstreams.ts";
import type { Gateway } from "../session/gateway.ts";
import type { Snapshot } from "../link/snapshot.ts";
import { ClientLimiter, defaultLimits } from "../authenticate/client-limiter.ts";
import { maxPipes } from "../listeners/descriptors.ts";
import { StaticAddresses } from "../link/static-addresses.ts";
import { RateLimiters } from "../meter/rate-limiters.ts";
import { UdpAssociationLimiter } from "../relay/udp-association-limiter.ts";
import { defaultIdleTimeouts } from "../relay/idle-timeouts.ts";
import type { UpstreamOutbox } from "../report/upstream-outbox.ts";
import type { GatewayOptions } from "./gateway-options.ts";
import { openEngine } from "./open-engine.ts";

/** A client that sends no complete head is closed after 11 s, including 2 s for the refusal. */
const defaultHeadTimeoutMs = 8_500;

/** Parts that exist before the gateway is assembled. */
type StartedParts = Pick<
  Gateway,
  | "connections"
  | "meter"
  | "book"
  | "counters"
  | "budgets"
  | "ownerLimits"
  | "requestLog"
  | "connectionLog"
  | "lineFolding"
  | "drain"
  | "brand"
>;

/** Builds everything that connections need from their gateway. */
export function assemble(
  options: GatewayOptions,
  { snapshot, changed }: { snapshot: Snapshot; changed: () => void },
  { outbox, ...started }: StartedParts & { outbox: UpstreamOutbox },
  own: OwnAddresses,
): Gateway {
  const { link, world, log, worker, workers } = options;
  const { perSubAccount, ...limits } = { ...defaultLimits, ...options.limits };
  const { connections, counters } = started;
  const { accountShare = 0.25, files = Number.POSITIVE_INFINITY } = options;
  const { evicted } = counters;
  const limiter = new ClientLimiter({ connections, limits, accountShare, evicted });
  const { now } = world;
  const authentication = authenticationOf(options, snapshot, changed);
  const auth = { snapshot, connections, limiter, perSubAccount, now, ...authentication };
  const members = new Members(snapshot, new MemberStates({ outbox, now, workers, accountShare }));
  const ownPorts = new Set([options.port]);
  const staticAddresses = new StaticAddresses(options.staticPorts ?? []);
  const ownNames = new Set([...options.ownNames].map((name) => name.toLowerCase()));
  const isOwnAddress = anyOf([own, staticAddresses, snapshot.prefixes]);
  const policy = policyOf(options, isOwnAddress, targetNames(ownNames, own));
  const isOwnHere = (host: string) => own.isThisMachine(host) || ownNames.has(host);
  const isTaken = anyPort(snapshot.isPort.bind(snapshot), staticAddresses);
  const isOwn: IsOwnAddress = (host, port) =>
    ((ownPorts.has(port) || isTaken(port)) && isOwnHere(host)) ||
    staticAddresses.isListener(host, port, isOwnHere);
  const isAllowed = networkMatcher(options.exitNetworks ?? []);
  const engine = openEngine(options.engine ?? "auto", {
    worker,
    workers,
    random: world.random,
    maxPipes: maxPipes(files),
    // With HOST 0.0.0.0 a port that is listened on cannot be a source port, whatever the exit.
    isTaken,
    log,
  });
  return {
    ...started,
    engine,
    isProxy: networkMatcher(options.proxies ?? []),
    ...(options.tls ? { tls: options.tls } : {}),
    rateLimiters: new RateLimiters({
      mbpsOf: (portId) => snapshot.unlimitedPort(portId)?.mbps ?? null,
      open: (portId) => connections.count(portId),
      failed: (error) => log.error({ error: String(error) }, "rate limiter turn failed"),
    }),
    auth,
    emptyConnections: new EmptyConnections(options.emptyRate),
    exits: new ExitChooser({ link, snapshot, members, now, random: world.random }),
    resolver: openResolver(policy, world.lookup),
    ownPorts,
    staticAddresses,
    ...udpOf(options, limiter, accountShare),
    suspect: () => {},
    upstreams: new Upstreams({ engine, lookup: world.lookup, isOwn, isAllowed }),
    ...timeoutsOf(options),
    openRecorded: options.openRecorded ?? openRecordIntervals,
    log,
    id: world.id,
  };
}

/** Whether a port of the gateway's hosts is a customer's. */
const anyPort = (isPort: (port: number) => boolean, addresses: StaticAddresses) => (port: number) =>
  isPort(port) || addresses.isSharedPort(port);

/** What is kept to authenticate clients. */
function authenticationOf(
  { link, workers }: GatewayOptions,
  snapshot: Snapshot,
  changed: () => void,
) {
  return {
    failedAttempts: new FailedAttempts(),
    turns: new Turns(),
    passwords: new Passwords(workers > 1 ? 1 : 2),
    hubLookups: new HubLookups({ link, snapshot, changed }),
  };
}

function timeoutsOf({ headTimeoutMs = defaultHeadTimeoutMs, idleTimeouts }: GatewayOptions) {
  return {
    idleTimeouts: idleTimeouts ?? defaultIdleTimeouts,
    headTimeoutMs,
    keepAliveTimeoutMs: 30_000,
    headShortMs: Math.min(2_000, headTimeoutMs),
    keepAliveShortMs: 3_000,
    answerTimeoutMs: 120_000,
  };
}

function udpOf({ udpPorts }: GatewayOptions, { limits }: ClientLimiter, accountShare: number) {
  return {
    udpLimiter: new UdpAssociationLimiter({ most: () => limits.all, accountShare }),
    udpPorts: udpPorts ?? null,
  };
}

const anyOf = (all: readonly { has: (address: string) => boolean }[]) => (address: string) =>
  all.some((each) => each.has(address));

/** This machine's addresses, and those that the installation's names resolve to. */
export function ownAddressesOf({
  world,
  ownNames,
  ownAddresses = [],
}: GatewayOptions): OwnAddresses {
  const lookup = (host: string) => world.lookup(host);
  return new OwnAddresses(world.addresses, { names: [...ownNames, ...ownAddresses], lookup });
}

/** An upstream may be at another node (its relay), so that these names are refused as targets only. */
const targetNames = (ownNames: ReadonlySet<string>, own: OwnAddresses) => ({
  has: (name: string) => ownNames.has(name) || own.isNodeName(name),
  [Symbol.iterator]: () => ownNames[Symbol.iterator](),
});

/** This machine's own addresses are never targets, in whatever network (spec/quality#g6). */
function policyOf(
  { allow, blockedPorts }: GatewayOptions,
  isOwn: (address: string) => boolean,
  ownNames: DestinationPolicy["ownNames"],
): DestinationPolicy {
  return {
    allow: new Set(allow),
    ownAddresses: { has: isOwn },
    ownNames,
    blockedPorts: new Set(blockedPorts),
  };
}
