/** Everything that a connection needs of its gateway. */
import type { SecureContext } from "node:tls";
import type { AuthContext } from "./authenticate/admit.ts";
import type { Connections } from "./session/connections.ts";
import type { StaticAddresses } from "./listeners/static-addresses.ts";
import type { Drain } from "./listen/drain.ts";
import type { Engine } from "./engine/engine.ts";
import type { ExitChooser } from "./dial/choose-exit.ts";
import type { Upstreams } from "./dial/upstreams.ts";
import type { Log } from "./lib/log.ts";
import type { Meter } from "./meter/meter.ts";
import type { OwnerLimits } from "./authorise/owner-limits.ts";
import type { UdpRoom } from "./relay/udp-room.ts";
import type { IdleTimeouts } from "./relay/idle-timeouts.ts";
import type { ByteBudgets } from "./meter/byte-budgets.ts";
import type { ConnectionLog } from "./report/connection-log.ts";
import type { RequestLog } from "./report/request-log.ts";
import type { TargetResolver } from "./authorise/resolve-target.ts";
import type { RateLimiters } from "./meter/rate-limiters.ts";
import type { Counters } from "./report/counters.ts";

export interface Gateway {
  engine: Engine;
  auth: AuthContext;
  drain: Drain;
  /** Whether an address is a proxy in front, which sends a PROXY header. */
  isProxy: (address: string) => boolean;
  /** The certificate of TLS at the gateway's own port; absent where it speaks none. */
  tls?: () => SecureContext;
  connections: Connections;
  ownerLimits: OwnerLimits;
  exits: ExitChooser;
  budgets: ByteBudgets;
  /** The rate limits of unlimited plans' ports. */
  rateLimiters: RateLimiters;
  meter: Meter;
  resolver: TargetResolver;
  /** Ports that this gateway listens at. */
  ownPorts: Set<number>;
  /** Places for UDP associations. */
  udpRoom: UdpRoom;
  /** Where their datagrams come in: null for any port, empty where UDP is refused. */
  udpPorts: readonly number[] | null;
  upstreams: Upstreams;
  /** Addresses of static listeners, of all workers. */
  staticAddresses: StaticAddresses;
  /** An exit failed: it is probed sooner. */
  suspect: (exitId: string) => void;
  idleTimeouts: IdleTimeouts;
  /** The timeouts of a head or handshake, and between two requests (keep-alive). */
  headTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** The same while few connections are left. */
  headShortMs: number;
  keepAliveShortMs: number;
  /** The timeout until an origin's answer begins. */
  answerTimeoutMs: number;
  /** Lines of what was refused before it had an exit, and of the rest. */
  requestLog: RequestLog;
  connectionLog: ConnectionLog;
  /** A tunnel is recorded while it is open after so many milliseconds, and then at this interval. */
  openRecorded: { afterMs: number; everyMs: number };
  counters: Counters;
  log: Log;
  /** A fresh request id, for `X-Request-Id` and the log. */
  id: () => string;
}
