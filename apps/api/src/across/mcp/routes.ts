/**
 * `/mcp`: the tools for agents, by MCP's streamable HTTP (spec/api#agents). Stateless: each POST is
 * answered by JSON, there are no sessions and no streams, whatever `Mcp-Session-Id` says.
 */
import { Refusal, refusals } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bearerOf } from "../../platform/http/dispatch.ts";
import { clientIp } from "../../platform/http/client-ip.ts";
import { disconnectSignal } from "../../platform/http/disconnect.ts";
import { dashboardsOf } from "../../platform/http/downloads.ts";
import { refusalEnvelope } from "../../platform/http/envelope.ts";
import type { CallerKey } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";

const PATH = "/mcp";

/** Adds the routes. */
export function mcpRoutes(app: FastifyInstance, services: Services): void {
  const config = { share: "own" } as const;
  app.post(PATH, { config }, async (request, reply) => {
    try {
      const { origin } = request.headers;
      // A page that leads here by DNS rebinding bears its own origin; programs bear none.
      if (origin !== undefined && !dashboardsOf(services.env).includes(origin))
        throw new Refusal("foreignOrigin");
      return await answer(app, services, request, reply);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refuse(reply, error);
    }
  });
  app.route({
    method: ["GET", "DELETE"],
    url: PATH,
    exposeHeadRoute: false,
    handler: async (_request, reply) => {
      const { status, body } = refusalEnvelope(new Refusal("methodNotAllowed"), "en");
      return reply.status(status).header("allow", "POST").send(body);
    },
  });
}

async function answer(
  app: FastifyInstance,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [key, ip, signal] = [bearerOf(request), clientIp(request), disconnectSignal(reply)];
  const { byKey } = services.modules.authentication;
  const holder = await services.shares.arrivals.run({ caller: networkOf(ip), signal }, () =>
    byKey(services, key, { ip }),
  );
  if (!holder.key.allowedHere) throw new Refusal("keyNetwork");
  return services.shares.agents.run({ caller: holder.accountId, signal }, () =>
    answerAs(holder, { app, services, request, reply, signal }),
  );
}

interface Answering {
  app: FastifyInstance;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  signal: AbortSignal;
}

async function answerAs(
  { key: { scopes } }: { key: CallerKey },
  { app, services, request, reply, signal }: Answering,
) {
  const [key, ip] = [bearerOf(request), clientIp(request)];
  const agent = (request.headers["user-agent"] ?? "").slice(0, 300);
  // Loaded at the first request: many installations serve no agents, and it takes 7 MB.
  const [{ mcpServer }, { WebStandardStreamableHTTPServerTransport: Transport }] =
    await Promise.all([
      import("./server.ts"),
      import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
    ]);
  const server = mcpServer(app, services, {
    key,
    ip,
    agent,
    signal,
    scopes,
  });
  const transport = new Transport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const response = await transport.handleRequest(asWebRequest(request), {
      parsedBody: request.body,
    });
    reply.status(response.status).header("cache-control", "no-store");
    for (const [name, value] of response.headers) reply.header(name, value);
    return await reply.send(await response.text());
  } finally {
    await server.close();
  }
}

/** The request without its body, which was read and bounded already. */
function asWebRequest({ headers }: FastifyRequest): Request {
  const kept = ["accept", "content-type", "mcp-protocol-version"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  return new Request(`http://mcp.invalid${PATH}`, { method: "POST", headers: kept });
}

/** HTTP statuses by refusal code: clients of MCP judge by them before they read JSON-RPC. */
const statuses: Partial<Record<number, number>> = { 300: 401, 403: 403, 429: 429 };

function refuse(reply: FastifyReply, { reason, details }: Refusal) {
  const status = statuses[refusals[reason]] ?? 400;
  if (status === 401) reply.header("www-authenticate", 'Bearer realm="API key"');
  if (details.retryAfterSeconds) reply.header("retry-after", details.retryAfterSeconds);
  const message = refusalSentence("en", reason);
  const error = { code: -32_000, message, data: { reason, ...details } };
  return reply.status(status).send({ jsonrpc: "2.0", error, id: null });
}
