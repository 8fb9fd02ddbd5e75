/** The console's server: its calls, its document and its page. Loaded at the first connection. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { publicBrand } from "../../platform/brand/public.ts";
import { brandRoutes } from "../../platform/http/brand-routes.ts";
import { makeBaseServer } from "../../platform/http/base-server.ts";
import { measureCalls } from "../../platform/http/call-metrics.ts";
import { refusalEnvelope } from "../../platform/http/envelope.ts";
import { sendText, type StaticText, compressedText } from "../../platform/http/send-text.ts";
import type { Services } from "../../platform/services.ts";
import { consoleRoutes } from "./dispatch.ts";
import { consoleOpenApi } from "./openapi.ts";
import { type ConsolePage, consolePage } from "./page.ts";

const isCall = (url: string) => url.startsWith("/console/");

/** Builds the server with all its routes; it does not listen yet. */
export async function makeConsole(
  services: Services,
  { maxConnections }: { maxConnections: number },
): Promise<FastifyInstance> {
  const { env } = services;
  const app = await makeBaseServer(services, {
    name: "console",
    maxConnections,
    publicUrl: env.consoleUrl,
    isCall,
  });
  measureCalls(app, services.metrics);
  await consoleRoutes(app, services);
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
