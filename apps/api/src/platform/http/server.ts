/** The HTTP server of dashboard and API: its routes. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { CertificatePair } from "@turnpike/net/certificate.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import { version } from "../version.ts";
import { makeBaseServer } from "./base-server.ts";
import { type Dashboard, dashboardRoutes } from "./dashboard.ts";
import { publicBrand } from "../brand/public.ts";
import { headOf } from "../head/head.ts";
import { brandRoutes } from "./brand-routes.ts";
import { callRoutes } from "./dispatch.ts";
import { downloadRoutes, managerPortOf } from "./downloads.ts";
import { refusalEnvelope, success } from "./envelope.ts";
import { measureCalls } from "./call-metrics.ts";
import { cachedFor } from "../gateways.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { writeReadiness } from "./store.ts";
import { once } from "node:events";
import { networkOf } from "@turnpike/rules/network-of.ts";
import { clientIp } from "./client-ip.ts";
import { disconnectSignal } from "./disconnect.ts";

/**
 * Large responses (documents, downloads) are copied into the kernel by the thread that serves every
 * call. A network gets one at a time and 50 a second, so that many readers in one place do not slow
 * down others.
 */
const LARGE_BYTES = 64_000;
/** The longest that a slow reader occupies its network's turn. */
const TURN_MS = 100;
/** The pause before a network's next large response: 50 a second are plenty for documents. */
const SPACING_MS = 20;

const sizeOf = (payload: unknown) =>
  Buffer.isBuffer(payload) || typeof payload === "string" ? payload.length : 0;

/** Makes large responses to GET requests wait for their network's turn. */
function limitLargeResponses(app: FastifyInstance, { shares }: Services): void {
  app.addHook("onSend", async (request, reply, payload) => {
    if (request.method === "GET" && sizeOf(payload) > LARGE_BYTES) {
      const caller = networkOf(clientIp(request));
      const piece = { caller, signal: disconnectSignal(reply) };
      await new Promise<void>((begin, refuse) => {
        shares.large
          .run(piece, () => {
            begin();
            return Promise.all([responseSent(reply), sleep(SPACING_MS)]);
          })
          .catch(refuse);
      });
    }
    return payload;
  });
}

/** Resolves when the response was sent, or after the longest turn. */
async function responseSent({ raw }: FastifyReply): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(raw, "close", { signal }).catch(() => undefined);
  await Promise.race([ended, sleep(TURN_MS, null, { signal }).catch(() => undefined)]);
  over.abort();
}

/*
 * Readiness (spec/environment#health): the database accepts writes and its disk is not full; the
 * migrations have run before anything listens. Gateways are only information: they may be connected
 * to another API.
 */

/** Timeout and caching of the write check: a full disk or a replica would still serve reads. */
const TIMEOUT_MS = 2_000;
const KEEP_MS = 1_000;

/**
 * Returns a probe that writes one row: at most once a second, one write at a time, shared by all
 * callers. It resolves within 2 s, to false if the write fails or takes longer.
 */
function writeProbe({ autocommitDb }: Pick<Services, "autocommitDb">): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  let last: { at: number; works: boolean } | null = null;
  const write = async () => {
    const works = await writeReadiness(autocommitDb).then(
      () => true,
      () => false,
    );
    last = { at: performance.now(), works };
    running = null;
    return works;
  };
  return async () => {
    if (last && performance.now() - last.at < KEEP_MS) return last.works;
    running ??= write();
    const late = new AbortController();
    const timeout = sleep(TIMEOUT_MS, false, { signal: late.signal }).catch(() => false);
    const works = await Promise.race([running, timeout]);
    late.abort();
    return works;
  };
}

function healthRoutes(app: FastifyInstance, services: Services): void {
  const writes = writeProbe(services);
  const connected = cachedFor(KEEP_MS, () => services.hub.gatewaysAnywhere());
  app.get("/healthz", async () => success({ up: true }));
  app.get("/readyz", async (_request, reply) => {
    const disk = services.disk() ?? "ok";
    const works = await writes();
    const ready = works && disk !== "full" && !services.leaving;
    const here = services.hub.gateways();
    const gateways = ready ? await connected().catch(() => here) : here;
    const data = { database: works && disk !== "full", gateways, disk, version };
    return reply
      .status(ready ? 200 : 503)
      .send(ready ? success(data) : { code: 503, msg: "", data });
  });
}

const CALL_PATH = /^\/v[123](\/|$|\?)/;

/** Where a page looks for the local proxy manager, in both spellings. */
const managerOrigins = (port: number) => [`http://127.0.0.1:${port}`, `http://localhost:${port}`];

export interface ServerOptions {
  /** The most connections. */
  maxConnections: number;
  /** Speaks TLS with this pair; `setSecureContext` may replace the certificate later. */
  tls?: CertificatePair | undefined;
}

/** Builds the server with all its routes; it does not listen yet. */
export async function makeServer(
  services: Services,
  { maxConnections, tls }: ServerOptions,
): Promise<FastifyInstance> {
  const { env } = services;
  const app = await makeBaseServer(services, {
    name: "api",
    maxConnections,
    tls,
    publicUrl: env.publicUrl,
    connectSrc: managerOrigins(managerPortOf(env)),
    embeds: env.CAPTCHA === "turnstile" ? [new URL(env.TURNSTILE_URL).origin] : [],
    isCall: (url) => CALL_PATH.test(url),
  });
  app.setNotFoundHandler((request, reply) => notFound(app, dashboard, request, reply));
  measureCalls(app, services.metrics);
  limitLargeResponses(app, services);
  callRoutes(app, services);
  healthRoutes(app, services);
  brandRoutes(app, services);
  downloadRoutes(app, { env: services.env });
  for (const { routes } of services.modules.list) await routes?.(app, services);
  const dashboard = await dashboardRoutes(app, {
    brand: () => publicBrand(services),
    head: () => headOf(services),
    signInUrl: services.env.SIGNIN_URL,
  });
  return app;
}

/**
 * Handles an unknown path: JSON under /v1 /v2 /v3 for any method, the dashboard's page elsewhere
 * (spec/api#paths).
 */
function notFound(
  app: FastifyInstance,
  dashboard: Dashboard,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const path = request.url.split("?")[0] ?? "";
  const allowedMethods = (["POST", "GET"] as const).filter((method) =>
    app.hasRoute({ method, url: path }),
  );
  const known = CALL_PATH.test(path) && allowedMethods.length > 0;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead && !CALL_PATH.test(path)) return dashboard.page(path, reply);
  const refusal = new Refusal(known ? "methodNotAllowed" : "unknownPath");
  const { status, body } = refusalEnvelope(refusal, "en");
  if (known) reply.header("allow", allowedMethods.join(", "));
  return reply.status(status).send(body);
}
