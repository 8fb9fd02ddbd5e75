/** What a gateway worker is started with. */
import type { SecureContext } from "node:tls";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { MetricsPlace } from "@turnpike/net/metrics-server.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import type { Log } from "../lib/log.ts";
import type { GatewayWorld } from "../lib/world.ts";
import type { GatewayLimits } from "../listen/client-limiter.ts";
import type { ProbePace } from "../probe/exit-health.ts";
import type { LatencyPace } from "../probe/latency-schedule.ts";
import type { IdleTimeouts } from "../relay/idle-timeouts.ts";
import type { EngineChoice } from "./open-engine.ts";

export interface GatewayOptions {
  host: string;
  /** Addresses at which the gateway's own port and customers' ports are open; `host` by default. */
  hosts?: readonly string[];
  /** Networks of proxies in front, which send a PROXY header at every listener; none by default. */
  proxies?: readonly string[];
  /** The certificate of TLS at the gateway's own port; none by default. */
  tls?: () => SecureContext;
  /** 0 for any free port. */
  port: number;
  /** This worker's name, `NODE-WORKER`: the same after each restart. */
  gateway: string;
  /** This run of it (`newEpoch`), as the link proves it. */
  epoch: string;
  /** From 1 on: its share of listeners and probes, the same in each generation. */
  worker: number;
  workers: number;
  /** The number of the first worker of its generation, in journals and names; 1 by default. */
  firstNumber?: number;
  /**
   * Another generation serves beside it: it opens the gateway's port alone, until `takeOver` and
   * `adopt` are called.
   */
  beside?: boolean;
  journalFolder: string;
  /** The folder of all workers' journals, where this one adopts those of former workers. */
  adoptFrom?: string;
  link: GatewayLink;
  world: GatewayWorld;
  log: Log;
  /** Literals `ip:port` that the deny table lets through: the lab's targets. */
  allow: Iterable<string>;
  /** Host names of the product itself: they and their addresses are never targets. */
  ownNames: Iterable<string>;
  /** Public addresses of the installation that its machines do not have (NAT); none by default. */
  ownAddresses?: readonly string[];
  /** Target ports that are refused; none by default. */
  blockedPorts?: readonly number[];
  /** Ports of UDP associations: any by default, none where it is empty. */
  udpPorts?: readonly number[] | undefined;
  /** Whether upstream proxies' names may resolve to internal addresses, as in the lab; not by default. */
  internalUpstreams?: boolean;
  limits?: Partial<GatewayLimits>;
  /** The share of `limits.all` that one account may hold: 0.25 by default, 1 for no limit. */
  accountShare?: number;
  /** `auto` by default. */
  engine?: EngineChoice;
  idleTimeouts?: IdleTimeouts;
  headTimeoutMs?: number;
  /** A worker that ends waits so long for the hub to take its last usage reports. */
  lastReportsMs?: number;
  /** Where Prometheus scrapes; nowhere by default. */
  metrics?: MetricsPlace;
  /** Ports of static IPs, at their own addresses; none by default. */
  staticPorts?: readonly number[];
  /** The target dialled through exits to probe them. */
  probe?: Target | null;
  probePace?: Partial<ProbePace>;
  /** How often the latency of pool exits is measured. */
  latencyPace?: Partial<LatencyPace>;
  /** Latencies are reported, and changes of pool exits taken in, in batches of this time. */
  latencyBatchMs?: number;
  /** How often listeners of static IPs that failed to open are retried. */
  staticRetryMs?: number;
  /** How often customers' ports that failed to open are retried. */
  portRetryMs?: number;
  /** Descriptors that the process may open, where they are to be shared with listeners. */
  files?: number;
}
