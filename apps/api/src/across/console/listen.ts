/** Serves the operator's console on its own listener (spec/console#listener). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { publicBrand } from "../../platform/brand/public.ts";
import { brandRoutes } from "../../platform/http/brand-routes.ts";
import { makeBaseServer } from "../../platform/http/base-server.ts";
import { measureCalls } from "../../platform/http/call-metrics.ts";
import { BACKLOG } from "../../platform/http/connections.ts";
import { refusalEnvelope } from "../../platform/http/envelope.ts";
import { sendText, type StaticText, compressedText } from "../../platform/http/send-text.ts";
import type { Services } from "../../platform/services.ts";
import { overviewOf } from "../operator/read/overview.ts";
import { consoleRoutes } from "./dispatch.ts";
import { consoleOpenApi } from "./openapi.ts";
import { type ConsolePage, consolePage } from "./page.ts";

export interface ConsoleAddress {
  host: string;
  /** 0 picks any free port. */
  port: number;
}

export interface ConsoleListener {
  /** The console's URL; empty if the port could not be bound. */
  url: string;
  stop(): Promise<void>;
}

/** Maximum connections: staff are few, and each browser opens several. */
const MAX_CONNECTIONS = 200;
/** How long calls in progress may take at shutdown. */
const DRAIN_MS = 3_000;
/** Delay after the start until the overview's past days are counted, before anybody opens it. */
const COUNT_AFTER_MS = 10_000;

const isCall = (url: string) => url.startsWith("/console/");

async function makeConsole(services: Services): Promise<FastifyInstance> {
  const { env } = services;
  const app = await makeBaseServer(services, {
    name: "console",
    maxConnections: MAX_CONNECTIONS,
    publicUrl: env.consoleUrl,
    isCall,
  });
  measureCalls(app, services.metrics);
  consoleRoutes(app, services);
  let document: Promise<StaticText> | null = null;
  app.get("/console/openapi.json", async (request, reply) => {
    const text = () => JSON.stringify(consoleOpenApi(env.consoleUrl));
    document ??= compressedText("application/json; charset=utf-8", text());
    return sendText(request, reply, await document);
  });
  brandRoutes(app, services);
  const page = await consolePage(app, () => publicBrand(services));
  app.setNotFoundHandler((request, reply) => notFound(app, page, request, reply));
  return app;
}

/** Unknown calls get a JSON refusal; other paths get the console's page. */
function notFound(
  app: FastifyInstance,
  page: ConsolePage,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const address = request.url.split("?")[0] ?? "";
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead && !isCall(address)) return page.send(address, reply);
  const known = app.hasRoute({ method: "POST", url: address });
  const { status, body } = refusalEnvelope(
    new Refusal(known ? "methodNotAllowed" : "unknownPath"),
    "en",
  );
  return reply.status(status).send(body);
}

/** Starts the console. A port that cannot be bound is only a warning; the API runs without it. */
export async function startConsole(
  services: Services,
  { host, port }: ConsoleAddress,
): Promise<ConsoleListener> {
  const { log } = services;
  const app = await makeConsole(services);
  try {
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const { message } = error as Error;
    log.warn({ port, error: message }, "console listen failed: the port cannot be bound");
    await app.close();
    return { url: "", stop: async () => undefined };
  }
  const address = app.server.address();
  const bound = typeof address === "object" && address ? address.port : port;
  const warmUp = setTimeout(() => void overviewOf(services).catch(() => null), COUNT_AFTER_MS);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    stop: async () => {
      clearTimeout(warmUp);
      const forceClose = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      await app.close();
      clearTimeout(forceClose);
    },
  };
}
