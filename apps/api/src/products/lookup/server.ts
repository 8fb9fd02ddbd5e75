/** The lookup service over HTTP; it uses the same envelope as the API. */
import { randomUUID } from "node:crypto";
import helmet from "@fastify/helmet";
import { lookupCalls } from "@turnpike/contract/lookup.ts";
import type { ServiceCall } from "@turnpike/contract/service-call.ts";
import { asLang, Refusal } from "@turnpike/contract/refusals.ts";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { z } from "zod";
import { asRefusal } from "../../platform/http/as-refusal.ts";
import { loggedPath } from "../../platform/http/base-server.ts";
import { bodyLimitBytes, type Fields, parseForm } from "@turnpike/rules/request-body.ts";
import { acceptBodies } from "../../platform/http/body.ts";
import { clientIp } from "../../platform/http/client-ip.ts";
import { REQUEST_TIMEOUT_MS, serverTimeouts } from "../../platform/http/connections.ts";
import { bearerOf } from "../../platform/http/dispatch.ts";
import { fieldsOf } from "../../platform/http/fields-of.ts";
import { refusalEnvelope, success } from "../../platform/http/envelope.ts";
import { passGate } from "../../platform/http/gate.ts";
import { limitConnections } from "../../platform/http/limit-connections.ts";
import { noSchemas } from "../../platform/http/no-schemas.ts";
import {
  earlyTurn,
  type Exchange,
  pacePages,
  type PageTurn,
  pageTurns,
  refuseAddress,
  refusePage,
} from "../../platform/http/page-pace.ts";
import { measureCalls } from "../../platform/http/call-metrics.ts";
import { readRequest } from "../../platform/http/read-request.ts";
import { requireScope } from "../../platform/http/require-scope.ts";
import { shareRoutes } from "../../platform/http/route-shares.ts";
import { shareKeyOf } from "../../platform/http/shares.ts";
import type { Services } from "../../platform/services.ts";
import { authenticateLookup, type LookupCaller } from "./caller.ts";
import { NetworkRateLimiter } from "./rate-limiter.ts";
import { listHolds, startHold, stopHold } from "./hold.ts";
import { lookUpList, lookUpOne } from "./look.ts";

type LookupCalls = typeof lookupCalls;
type LookupName = keyof LookupCalls;
type LookupHandlers = {
  [K in LookupName]: (
    services: Services,
    question: z.output<LookupCalls[K]["request"]>,
    caller: LookupCaller,
  ) => Promise<z.input<LookupCalls[K]["response"]>>;
};

/** The contract requires a name and password: opened IPs with `auth` user always have them. */
const handlers: LookupHandlers = {
  getIp: lookUpOne,
  ipList: lookUpList,
  start: async (...asked) => withCredentials(await startHold(...asked)),
  online: async (services, _question, caller) => {
    const { items } = await listHolds(services, caller);
    return { items: items.map(withCredentials) };
  },
  stop: stopHold,
};
function withCredentials<
  T extends { username?: string | undefined; password?: string | undefined },
>(ip: T) {
  return { ...ip, username: ip.username ?? "", password: ip.password ?? "" };
}

/** The default of `maxConnections`. */
const DEFAULT_MAX_CONNECTIONS = 2_000;

/** Creates the server with all its routes, not yet listening. `maxConnections`: the most connections. */
export async function createLookupServer(
  services: Services,
  maxConnections = DEFAULT_MAX_CONNECTIONS,
): Promise<FastifyInstance> {
  const turn = pageTurns(services);
  const app = Fastify({
    ...noSchemas,
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: serverTimeouts,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) =>
      void refuseAddress(turn, { request, reply } as unknown as Exchange),
  }) as unknown as FastifyInstance;
  limitConnections(app, services, { name: "lookup", room: maxConnections });
  shareRoutes(app, services);
  pacePages(app, turn);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: false,
    xFrameOptions: { action: "deny" },
  });
  acceptBodies(app, services);
  const rateLimiter = services.env.lab ? null : new NetworkRateLimiter();
  limitAndLog(app, services, { flood: rateLimiter, turn });
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof FloodRefusal)
      return sendTooManyTries(request, reply, error.retryAfterSeconds);
    const refusal = asRefusal(error, request);
    if (!(await earlyTurn(turn, request, refusal))) return refusePage(reply);
    const { status, body } = refusalEnvelope(refusal, langOf(request), request.id);
    return reply.status(status).send(body);
  });
  app.setNotFoundHandler(notFound);
  measureCalls(app, services.metrics);
  for (const name of Object.keys(lookupCalls) as LookupName[])
    addRoute(app, services, name, rateLimiter);
  return app;
}

/** URLs may contain keys here, so only the path is logged. */
function limitAndLog(
  app: FastifyInstance,
  services: Services,
  { flood, turn }: { flood: NetworkRateLimiter | null; turn: PageTurn },
): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ "x-request-id": request.id, "cache-control": "no-store" });
    const wait = flood?.count(clientIp(request), services.world.now()) ?? 0;
    if (wait === 0) return;
    // A refusal is work, too.
    if (request.routeOptions.config.share === "gate") await turn(request);
    await sendTooManyTries(request, reply, wait);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, id } = request;
    const path = loggedPath(request.url);
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ ref: id, method, path, status: reply.statusCode, ms }, "lookup");
  });
}

/** The only refusal with its own HTTP status, by which clients recognize it. */
function sendTooManyTries(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number) {
  const { body } = refusalEnvelope(
    new Refusal("tooManyTries", { retryAfterSeconds }),
    langOf(request),
  );
  return reply.status(429).header("retry-after", retryAfterSeconds).send(body);
}

function addRoute<K extends LookupName>(
  app: FastifyInstance,
  services: Services,
  name: K,
  flood: NetworkRateLimiter | null,
): void {
  const { method, path, scope, request: question, response }: ServiceCall = lookupCalls[name];
  const handler = handlers[name] as (
    ...asked: [Services, unknown, LookupCaller]
  ) => Promise<unknown>;
  app.route({
    method,
    url: path,
    config: { share: "gate" },
    handler: async (request, reply) => {
      const fields = requestFields(request);
      const ip = ownAddress(request);
      const passage = {
        identify: () => identify(services, request, { needed: "key" in question.shape }),
        permit: ({ key }: LookupCaller) => {
          const asked = readRequest(question, fields);
          const once = "requestId" in question.shape;
          if (key && scope) requireScope(key, { scope, once }, asked);
          return asked;
        },
        turnOf: (caller: LookupCaller, asked: unknown) => ({
          share: services.shares[shareOf(name, caller, asked as object)],
          caller: shareKeyOf(caller),
        }),
      };
      const answered = await passGate(services, { request, reply }, passage, (caller, asked) => {
        // The first address was counted with the request.
        const more = addressesIn(asked) - 1;
        const wait = more > 0 ? (flood?.count(ip, services.world.now(), more) ?? 0) : 0;
        if (wait > 0) throw new FloodRefusal(wait);
        return handler(services, asked, caller);
      });
      return success(response.parse(answered));
    },
  });
}

/** Calls that open an IP have their own slots, and lists of the pool shares of their own. */
function shareOf(name: LookupName, { accountId }: LookupCaller, asked: object) {
  if (name === "start") return "outside";
  if (name !== "ipList" || addressesIn(asked) > 0) return "handlers";
  return accountId === "" ? "lists" : "poolLists";
}

/** Too many addresses at once. */
class FloodRefusal extends Refusal {
  retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super("tooManyTries", { retryAfterSeconds });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The caller, by the key in the request's fields or its header. @throws what `authenticateLookup` throws */
async function identify(
  services: Services,
  request: FastifyRequest,
  { needed }: { needed: boolean },
): Promise<LookupCaller> {
  const { key = bearerOf(request), lang } = requestFields(request);
  const ip = ownAddress(request);
  const holder = await authenticateLookup(services, { key, ip }, { needed });
  if (holder.key?.id) request.log = request.log.child({ apiKeyId: holder.key.id });
  return { ...holder, lang: asLang(lang), ip };
}

/** The number of addresses in a request. */
const addressesIn = (asked: object) =>
  "ips" in asked && Array.isArray(asked.ips) ? asked.ips.length : 0;

/** The fields of the body, or for GET of the query string. */
function requestFields(request: FastifyRequest): Fields {
  if (request.method !== "GET") return fieldsOf(request);
  const mark = request.url.indexOf("?");
  return parseForm(mark < 0 ? "" : request.url.slice(mark + 1));
}
const langOf = (request: FastifyRequest) => asLang(requestFields(request).lang);

/** The caller's address without the zone id that a link-local address may have. */
const ownAddress = (request: FastifyRequest) => clientIp(request).split("%", 1)[0] ?? "";

/** Refuses an unknown path, or a known path with another method. */
function notFound(request: FastifyRequest, reply: FastifyReply) {
  const [path] = request.url.split("?");
  const call = Object.values(lookupCalls).find((one) => one.path === path);
  if (call) reply.header("allow", call.method);
  const refusal = new Refusal(call ? "methodNotAllowed" : "unknownPath");
  const { status, body } = refusalEnvelope(refusal, langOf(request));
  return reply.status(status).send(body);
}
