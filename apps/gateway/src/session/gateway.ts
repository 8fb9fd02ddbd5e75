/** Everything that a connection needs from its gateway. */
import type { SecureContext } from "node:tls";
import type { AuthContext } from "../authenticate/auth-context.ts";
import type { Connections } from "../authorise/connections.ts";
import type { StaticAddresses } from "../link/static-addresses.ts";
import type { Drain } from "../lib/drain.ts";
import type { Engine } from "../engine/engine.ts";
import type { ExitChooser } from "../dial/choose-exit.ts";
import type { Upstreams } from "../dial/upstreams.ts";
import type { Log } from "../lib/log.ts";
import type { Meter } from "../meter/meter.ts";
import type { UpstreamBook } from "../meter/upstream-book.ts";
import type { OwnerLimits } from "../authorise/owner-limits.ts";
import type { UdpAssociationLimiter } from "../relay/udp-association-limiter.ts";
import type { IdleTimeouts } from "../relay/idle-timeouts.ts";
import type { EmptyConnections } from "../authorise/empty-connections.ts";
import type { ByteBudgets } from "../meter/byte-budgets.ts";
import type { ConnectionLog } from "../report/connection-log.ts";
import type { LineFolding } from "../report/line-folding.ts";
import type { RequestLog } from "../report/request-log.ts";
import type { TargetResolver } from "../authorise/resolve-target.ts";
import type { RateLimiters } from "../meter/rate-limiters.ts";
import type { Counters } from "../report/counters.ts";

export interface Gateway {
  engine: Engine;
  auth: AuthContext;
  drain: Drain;
  /** The provider's name, as the hub says it; null: none is set. */
  brand: { name: string | null };
  /** Whether an address is a trusted proxy in front of the gateway, which sends a PROXY header. */
  isProxy: (address: string) => boolean;
  /** The TLS certificate of the gateway's own port; absent if TLS is off. */
  tls?: () => SecureContext;
  connections: Connections;
  ownerLimits: OwnerLimits;
  /** Counts connections that carried nothing. */
  emptyConnections: EmptyConnections;
  exits: ExitChooser;
  /** Counts bytes on our sockets to upstreams. */
  book: UpstreamBook;
  budgets: ByteBudgets;
  /** The rate limits of unlimited plans' ports. */
  rateLimiters: RateLimiters;
  meter: Meter;
  resolver: TargetResolver;
  /** The ports that this gateway listens on. */
  ownPorts: Set<number>;
  /** Limits the number of UDP associations. */
  udpLimiter: UdpAssociationLimiter;
  /** The ports that receive their datagrams: null for any port, empty if UDP is disabled. */
  udpPorts: readonly number[] | null;
  upstreams: Upstreams;
  /** The addresses of the static listeners of all workers. */
  staticAddresses: StaticAddresses;
  /** Reports a failed exit, so that it is probed sooner. */
  suspect: (exitId: string) => void;
  idleTimeouts: IdleTimeouts;
  /** The timeouts of a head or handshake, and between two requests (keep-alive). */
  headTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** The shorter timeouts used while few connections are left. */
  headShortMs: number;
  keepAliveShortMs: number;
  /** The time that an origin has to begin its response. */
  answerTimeoutMs: number;
  /** Logs of requests refused before they had an exit, and of all others. */
  requestLog: RequestLog;
  connectionLog: ConnectionLog;
  /** Folds the lines of accounts with very many connections on their way to the connection log. */
  lineFolding: LineFolding;
  /** When an open tunnel is first recorded, and the interval between further records. */
  openRecorded: { afterMs: number; everyMs: number };
  counters: Counters;
  log: Log;
  /** Returns a new request id, for `X-Request-Id` and the log. */
  id: () => string;
}
