/** Where Prometheus reads: `GET /metrics` on loopback, whatever HOST is. */
import { createServer } from "node:http";
import { collectDefaultMetrics } from "prom-client";
import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";

const LOOPBACK = "127.0.0.1";
/** A page of another site that points its own name here reads nothing. */
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/;
const mostReaders = 16;
const requestTimeoutMs = 10_000;

export interface MetricsPort {
  /** 0 where the port could not be bound. */
  port: number;
  stop(): Promise<void>;
}

/** Serves the metrics. A port that is taken is a warning: the product does not need it. */
export async function serveMetrics(metrics: Metrics, port: number, log: Logger) {
  collectDefaultMetrics({ register: metrics.registry });
  const server = createServer((request, answer) => {
    if (!LOOPBACK_HOST.test(request.headers.host ?? "")) return answer.writeHead(403).end();
    if (request.method !== "GET" || request.url !== "/metrics") return answer.writeHead(404).end();
    metrics.registry.metrics().then(
      (text) => answer.writeHead(200, { "content-type": metrics.registry.contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, "the metrics could not be read");
        answer.writeHead(500).end();
      },
    );
    return undefined;
  });
  server.maxConnections = mostReaders;
  server.requestTimeout = requestTimeoutMs;
  const bound = await new Promise<number>((resolve) => {
    server.once("error", (error) => {
      log.warn({ port, error: error.message }, "no metrics: the port cannot be bound");
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
      server.closeAllConnections();
      if (bound > 0) await new Promise((resolve) => server.close(resolve));
    },
  };
}
