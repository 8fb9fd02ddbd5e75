/** The options of a gateway worker. */
import type { emptyRate } from "../authorise/empty-connections.ts";
import type { SecureContext } from "node:tls";
import type { MetricsPlace } from "@turnpike/net/metrics-server.ts";
import type { Gateway } from "../session/gateway.ts";
import type { GatewayLimits } from "../authenticate/client-limiter.ts";
import type { ListenersOptions } from "../listeners/open-listeners.ts";
import type { IdleTimeouts } from "../relay/idle-timeouts.ts";
import type { EngineChoice } from "./open-engine.ts";

export interface GatewayOptions extends ListenersOptions {
  /** Networks of proxies in front, which send a PROXY header to every listener; none by default. */
  proxies?: readonly string[];
  /** The TLS certificate of the gateway's own port; none by default. */
  tls?: () => SecureContext;
  /** 0 for any free port. */
  port: number;
  /** This run's epoch (`newEpoch`), which the link proves. */
  epoch: string;
  /** The number of its generation's first worker, used in journals and names; defaults to 1. */
  firstNumber?: number;
  /**
   * Another generation is running: opens only the gateway's own port until `takeOver` and `adopt`
   * are called.
   */
  waitForTakeOver?: boolean;
  journalFolder: string;
  /** Where the node's workers keep lists of refused targets; beside the journal by default. */
  policyFolder?: string;
  /** The folder of all workers' journals, in which this worker adopts those of former workers. */
  adoptFrom?: string;
  /** Literal `ip:port` targets that the deny table allows: the lab's. */
  allow: Iterable<string>;
  /** Host names of the product itself; neither they nor their addresses can be targets. */
  ownNames: Iterable<string>;
  /** Public addresses of the installation that its machines do not have (NAT); none by default. */
  ownAddresses?: readonly string[];
  /** Target ports that are refused; none by default. */
  blockedPorts?: readonly number[];
  /** Ports of UDP associations: any by default; if empty, UDP is disabled. */
  udpPorts?: readonly number[] | undefined;
  /** Internal networks where upstreams may be (EXIT_NETWORKS), canonical; none by default. */
  exitNetworks?: readonly string[];
  limits?: Partial<GatewayLimits>;
  /** The share of `limits.all` that one account may hold; 0.25 by default, 1 for no limit. */
  accountShare?: number;
  /** `auto` by default. */
  engine?: EngineChoice;
  idleTimeouts?: IdleTimeouts;
  headTimeoutMs?: number;
  /** How long a stopping worker waits for the hub to accept its last usage reports. */
  lastReportsMs?: number;
  /** Where to serve metrics for Prometheus; nowhere by default. */
  metrics?: MetricsPlace;
  /** When open tunnels are recorded for the trace; defaults to the values of `rules/trace.ts`. */
  openRecorded?: Gateway["openRecorded"];
  /** How many connections an account may open that carry nothing; see `EmptyConnections`. */
  emptyRate?: typeof emptyRate;
}
