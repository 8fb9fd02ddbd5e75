/** What every HTTP server here has: bodies, headers, limits, and an envelope for every failure. */
import { randomUUID } from "node:crypto";
import helmet from "@fastify/helmet";
import { asLang } from "@turnpike/contract/refusals.ts";
import { bodyLimitBytes } from "@turnpike/rules/request-body.ts";
import type { CertificatePair } from "@turnpike/net/certificate.ts";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { type Brand, brandOf } from "../brand/brand.ts";
import type { Services } from "../services.ts";
import { asRefusal } from "./as-refusal.ts";
import { acceptBodies } from "./body.ts";
import { REQUEST_TIMEOUT_MS, serverTimeouts } from "./connections.ts";
import { refusalEnvelope } from "./envelope.ts";
import { fieldsOf } from "./fields-of.ts";
import { limitConnections } from "./limit-connections.ts";
import { noSchemas } from "./no-schemas.ts";
import {
  earlyTurn,
  type Exchange,
  pacePages,
  pageTurns,
  refuseAddress,
  refusePage,
} from "./page-pace.ts";
import { shareRoutes } from "./route-shares.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The installation's brand at this moment. */
    brand: () => Brand;
  }
}

/** As much as a body: an export lists up to 1,000 ids in its URL (spec/static#export). */
const HEAD_LIMIT_BYTES = bodyLimitBytes;

/** How long browsers remember HSTS: a year (spec/environment#https). */
const HSTS_SECONDS = 31_536_000;

/**
 * Sends HSTS if the public URL is https. Not for `localhost`, where it would also apply to every
 * other program on the machine.
 */
function hstsOf(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== "https:" || hostname === "localhost") return false;
  return { maxAge: HSTS_SECONDS, includeSubDomains: false };
}

function headers(app: FastifyInstance, { publicUrl, connectSrc, embeds = [] }: BaseOptions) {
  return app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...embeds],
        ...(embeds.length > 0 && { frameSrc: ["'self'", ...embeds] }),
        // Mantine sets sizes and colours as style attributes and one style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(connectSrc ?? [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: hstsOf(publicUrl),
    xFrameOptions: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
  });
}

/** How long a client may take for the TLS handshake. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Load balancers check health every second or two: 43,000 lines a day without information. */
export const requestLevel = (path: string, status: number): "debug" | "info" =>
  (path === "/healthz" || path === "/readyz") && status < 400 ? "debug" : "info";

/** Longer than any address of ours: a few hundred of the longest ones would fill the log's files. */
const MAX_LOGGED_PATH = 300;

/** An address in the log: without its query, which may hold a key. */
export const loggedPath = (url: string): string =>
  (url.slice(0, MAX_LOGGED_PATH).split("?", 1)[0] ?? "").toWellFormed();

export interface BaseOptions {
  name: "api" | "console";
  /** The most connections. */
  maxConnections: number;
  /** Speaks TLS with this pair; `setSecureContext` may replace the certificate later. */
  tls?: CertificatePair | undefined;
  /** The public URL; with https the server sends HSTS. */
  publicUrl: string;
  /** Further origins to which its pages may connect. */
  connectSrc?: string[];
  /** Origins whose scripts and frames its pages show. */
  embeds?: string[];
  /** Whether a URL is a call, whose response must not be cached. */
  isCall: (url: string) => boolean;
}

/** Builds a server without routes; it does not listen yet. */
export async function makeBaseServer(
  services: Services,
  options: BaseOptions,
): Promise<FastifyInstance> {
  const { name, maxConnections, tls, isCall } = options;
  const http = { maxHeaderSize: HEAD_LIMIT_BYTES, ...serverTimeouts };
  const https = tls && { ...tls, ...http, handshakeTimeout: HANDSHAKE_TIMEOUT_MS };
  const turn = pageTurns(services);
  const app = Fastify({
    ...noSchemas,
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    ...(https ? { https } : { http }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // An invalid URL never reaches a route: it gets 404.
    frameworkErrors: (_error, request, reply) =>
      void refuseAddress(turn, { request, reply } as unknown as Exchange),
  }) as unknown as FastifyInstance;
  app.decorate("brand", () => brandOf(services));
  limitConnections(app, services, { name, room: maxConnections });
  shareRoutes(app, services);
  pacePages(app, turn);
  await headers(app, options);
  acceptBodies(app, services);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (isCall(request.url)) reply.header("cache-control", "no-store");
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, id } = request;
    const path = loggedPath(request.url);
    const ms = Math.round(reply.elapsedTime);
    const { statusCode: status } = reply;
    request.log[requestLevel(path, status)]({ ref: id, method, path, status, ms }, "request");
  });
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = asRefusal(error, request);
    const { share } = request.routeOptions.config;
    if (!(await earlyTurn(turn, request, refusal))) return refusePage(reply);
    const { status, body } = refusalEnvelope(refusal, asLang(fieldsOf(request).lang), request.id);
    // Programs read a call's envelope; pages and deliveries are judged by their status.
    const late = refusal.reason === "tooManyTries" && share !== "gate";
    return reply.status(late ? 429 : status).send(body);
  });
  return app;
}
