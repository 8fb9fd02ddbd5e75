/** The HTTP server of dashboard and API: its routes. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { CertificatePair } from "@turnpike/net/certificate.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import { makeBaseServer } from "./base-server.ts";
import { type Dashboard, dashboardRoutes } from "./dashboard.ts";
import { callRoutes } from "./dispatch.ts";
import { downloadRoutes, managerPortOf } from "./downloads.ts";
import { refused } from "./envelope.ts";
import { healthRoutes } from "./health.ts";
import { shareLargeAnswers } from "./large-answers.ts";
import { measureCalls } from "./call-metrics.ts";

const CALL_PATH = /^\/v[123](\/|$|\?)/;

/** Where a page looks for the local proxy manager, however it is spelled. */
const managerAt = (port: number) => [`http://127.0.0.1:${port}`, `http://localhost:${port}`];

export interface ServerOptions {
  /** Connections at most. */
  room: number;
  /** Speaks TLS with this pair; the certificate may be replaced later by `setSecureContext`. */
  tls?: CertificatePair | undefined;
}

/** Builds the server with all its routes; it does not listen yet. */
export async function makeServer(
  services: Services,
  { room, tls }: ServerOptions,
): Promise<FastifyInstance> {
  const { env } = services;
  const app = await makeBaseServer(services, {
    name: "api",
    room,
    tls,
    publicUrl: env.publicUrl,
    connectSrc: managerAt(managerPortOf(env)),
    isCall: (url) => CALL_PATH.test(url),
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
