/**
 * A worker's metrics for Prometheus: `GET /metrics` on loopback, whatever HOST is. And `GET /healthz` for
 * load balancers.
 */
import { createServer, type ServerResponse } from "node:http";
import { Registry } from "prom-client";
import type { Log } from "../lib/log.ts";
import type { Counters } from "./counters.ts";
import {
  dialLines,
  registerCounters,
  registerLookups,
  registerProcess,
  registerState,
  type WorkerState,
} from "./metric-definitions.ts";

const LOOPBACK = "127.0.0.1";
/** Other Host headers are refused, so that a web page cannot read this by DNS rebinding. */
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/;
const maxReaders = 16;
const requestTimeoutMs = 10_000;

/** What `GET /healthz` tells: only `up` is 200, the others are 503 (spec/gateway#drain). */
export type Health = "up" | "draining" | "noHub";

export interface MetricsOptions {
  /** 0 for any free port. */
  port: number;
  counters: Counters;
  state: () => WorkerState;
  health: () => Health;
  log: Log;
}
export interface RunningMetrics {
  /** 0 where the port could not be bound. */
  port: number;
  stop(): Promise<void>;
}

/** Serves a worker's metrics. A port that is taken is a warning: nothing depends on it. */
export async function serveMetrics(options: MetricsOptions): Promise<RunningMetrics> {
  const { port, counters, log } = options;
  const registry = new Registry();
  const watched = registerProcess(registry);
  registerCounters(registry, counters);
  registerState(registry, options.state);
  registerLookups(registry, options.state);
  const server = createServer((request, answer) => {
    if (!LOOPBACK_HOST.test(request.headers.host ?? "")) return answer.writeHead(403).end();
    if (request.method !== "GET") return answer.writeHead(404).end();
    if (request.url === "/healthz") return answerHealth(answer, options.health());
    if (request.url !== "/metrics") return answer.writeHead(404).end();
    registry.metrics().then(
      (text) => {
        answer.writeHead(200, { "content-type": registry.contentType });
        answer.end(`${text.trimEnd()}\n\n${dialLines(counters)}`);
      },
      (error: unknown) => {
        log.warn({ error: String(error) }, "metrics read failed");
        answer.writeHead(500).end();
      },
    );
    return undefined;
  });
  server.maxConnections = maxReaders;
  server.requestTimeout = requestTimeoutMs;
  const bound = await new Promise<number>((resolve) => {
    server.once("error", (error) => {
      log.warn({ port, error: error.message }, "metrics listen failed");
      resolve(0);
    });
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
  return {
    port: bound,
    stop: async () => {
      watched.stop();
      server.closeAllConnections();
      if (bound > 0) await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerHealth(answer: ServerResponse, state: Health): void {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  answer.writeHead(state === "up" ? 200 : 503, headers);
  answer.end(JSON.stringify({ state }));
}
