/** Serves metrics for Prometheus: GET (or HEAD) `/metrics`, on loopback unless METRICS_HOST is set. */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

const LOOPBACK = "127.0.0.1";
/** Prevents DNS rebinding: a web page whose name resolves to loopback must not read anything. */
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;
const maxConnections = 16;
const requestTimeoutMs = 10_000;

/** Where metrics are served, and to whom. */
export interface MetricsPlace {
  /** 0 takes any free port. */
  port: number;
  /** 127.0.0.1 by default. */
  host?: string | undefined;
  /** Scrapers send it as `Authorization: Bearer`; without one, only a loopback Host is accepted. */
  token?: string | undefined;
}
export interface MetricsServerOptions extends MetricsPlace {
  /** The metrics in Prometheus' text format. */
  read: () => Promise<{ contentType: string; text: string }>;
  /** The response to `GET /healthz`; absent: 404. */
  health?: () => { status: number; body: object };
  warn: (fields: { error: string; port?: number }, message: string) => void;
}

export interface MetricsServer {
  /** 0 if the port could not be bound. */
  port: number;
  stop(): Promise<void>;
}

/** Serves metrics. A port in use causes only a warning: the product does not depend on metrics. */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { port, host = LOOPBACK, token, read, health, warn } = options;
  const server = createServer((request, response) => {
    const isForeign = !LOOPBACK_HOST.test(request.headers.host ?? "");
    if (isForeign && token === undefined) return response.writeHead(403).end();
    // Node sends no body in response to HEAD.
    if (request.method !== "GET" && request.method !== "HEAD") return response.writeHead(404).end();
    if (request.url === "/healthz" && health) return sendHealth(response, health());
    if (request.url !== "/metrics") return response.writeHead(404).end();
    if (token !== undefined && !hasToken(request, token))
      return response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    read().then(
      ({ contentType, text }) => response.writeHead(200, { "content-type": contentType }).end(text),
      (error: unknown) => {
        warn({ error: String(error) }, "metrics read failed");
        response.writeHead(500).end();
      },
    );
    return undefined;
  });
  server.maxConnections = maxConnections;
  server.requestTimeout = requestTimeoutMs;
  const bound = await new Promise<number>((resolve) => {
    server.once("error", (error) => {
      warn({ port, error: error.message }, "metrics port bind failed");
      resolve(0);
    });
    server.listen(port, host, () => {
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

const digest = (text: string) => createHash("sha256").update(text).digest();

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function sendHealth(response: ServerResponse, { status, body }: { status: number; body: object }) {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
