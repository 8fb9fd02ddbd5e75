/** The HTTP server: bodies, headers, envelope for every failure, and the routes. */
import { randomUUID } from "node:crypto";
import helmet from "@fastify/helmet";
import { asLang, Refusal } from "@turnpike/contract/refusals.ts";
import { bodyLimitBytes } from "@turnpike/rules/request-body.ts";
import type { CertificatePair } from "@turnpike/net/certificate.ts";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Services } from "../services.ts";
import { asRefusal, bareHeaders } from "./as-refusal.ts";
import { acceptBodies } from "./body.ts";
import { REQUEST_TIMEOUT_MS, serverTimeouts } from "./connections.ts";
import { type Dashboard, dashboardRoutes } from "./dashboard.ts";
import { callRoutes, fieldsOf } from "./dispatch.ts";
import { downloadRoutes, managerPortOf } from "./downloads.ts";
import { refused } from "./envelope.ts";
import { healthRoutes } from "./health.ts";
import { shareLargeAnswers } from "./large-answers.ts";
import { limitConnections } from "./limit-connections.ts";
import { measureCalls } from "./call-metrics.ts";

const CALL_PATH = /^\/v[123](\/|$|\?)/;
/**
 * An export names up to 1,000 ids in its address (spec/static#export); as long as a body may be.
 */
const HEAD_LIMIT_BYTES = bodyLimitBytes;

/** A year, as browsers remember it (spec/environment#https). */
const HSTS_SECONDS = 31_536_000;

/**
 * HSTS where people reach the API by https. For the name `localhost` it would hold for every other
 * program of this machine too.
 */
function hstsOf(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== "https:" || hostname === "localhost") return false;
  return { maxAge: HSTS_SECONDS, includeSubDomains: false };
}

function headers(app: FastifyInstance, { env }: Services) {
  const managerPort = managerPortOf(env);
  return app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets sizes and colours as style attributes and one style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...managerAt(managerPort)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: hstsOf(env.publicUrl),
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
  });
}

/** Where a page looks for the local proxy manager, however it is spelled. */
const managerAt = (port: number) => [`http://127.0.0.1:${port}`, `http://localhost:${port}`];

export interface ServerOptions {
  /** Connections at most. */
  room: number;
  /** Speaks TLS with this pair; the certificate may be replaced later by `setSecureContext`. */
  tls?: CertificatePair | undefined;
}

/** A client has so long for the handshake of TLS. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Builds the server with all its routes; it does not listen yet. */
export async function makeServer(
  services: Services,
  { room, tls }: ServerOptions,
): Promise<FastifyInstance> {
  const http = { maxHeaderSize: HEAD_LIMIT_BYTES, ...serverTimeouts };
  const https = tls && { ...tls, ...http, handshakeTimeout: HANDSHAKE_TIMEOUT_MS };
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    ...(https ? { https } : { http }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // An invalid URL never reaches a route: it gets 404.
    frameworkErrors: (_error, _request, reply) => {
      const { status, body } = refused(new Refusal("unknownPath"), "en");
      const answer = reply as unknown as FastifyReply;
      void answer.status(status).headers(bareHeaders).send(body);
    },
  }) as unknown as FastifyInstance;
  limitConnections(app, services, { name: "api", room });
  await headers(app, services);
  acceptBodies(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (CALL_PATH.test(request.url)) reply.header("cache-control", "no-store");
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, id } = request;
    const [path] = request.url.split("?");
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ ref: id, method, path, status: reply.statusCode, ms }, "request");
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error, request);
    const { status, body } = refused(refusal, asLang(fieldsOf(request).lang), request.id);
    return reply.status(status).send(body);
  });
  app.setNotFoundHandler((request, reply) => notFound(app, dashboard, request, reply));
  measureCalls(app, services.metrics);
  shareLargeAnswers(app, services);
  callRoutes(app, services);
  healthRoutes(app, services);
  downloadRoutes(app, { env: services.env });
  for (const { routes } of services.modules.list) await routes?.(app, services);
  const dashboard = await dashboardRoutes(app, { signInUrl: services.env.SIGNIN_URL });
  return app;
}

/**
 * An unknown path: JSON under /v1 /v2 /v3 for any method, the dashboard's page elsewhere
 * (spec/api#paths).
 */
function notFound(
  app: FastifyInstance,
  dashboard: Dashboard,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const path = request.url.split("?")[0] ?? "";
  const routed = (["POST", "GET"] as const).filter((method) => app.hasRoute({ method, url: path }));
  const known = CALL_PATH.test(path) && routed.length > 0;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead && !CALL_PATH.test(path)) return dashboard.page(path, reply);
  const refusal = new Refusal(known ? "methodNotAllowed" : "unknownPath");
  const { status, body } = refused(refusal, "en");
  if (known) reply.header("allow", routed.join(", "));
  return reply.status(status).send(body);
}
