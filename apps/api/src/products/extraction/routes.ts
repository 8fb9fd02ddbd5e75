/** GET /extract?token=… (spec/extraction#links): returns new proxies to whitelisted addresses. */
import { extractPath } from "@turnpike/contract/extraction.ts";
import { asLang, Refusal } from "@turnpike/contract/refusals.ts";
import { extractionText, extractionTypes } from "@turnpike/rules/extraction.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clientIp } from "../../platform/http/client-ip.ts";
import { refusalEnvelope } from "../../platform/http/envelope.ts";
import { passGate } from "../../platform/http/gate.ts";
import type { Services } from "../../platform/services.ts";
import { countTry, type RateLimit, refuseWhenReached } from "../../identity/session/rate-limit.ts";
import { extract } from "./extract.ts";
import { hashOf } from "./links.ts";
import { type LinkRow, linkByHash } from "./store.ts";

type Query = Record<string, unknown>;

/** Limits unknown tokens per network, so that guessing finds none. */
const rateLimitOf = (ip: string): RateLimit => ({
  key: `extract ${networkOf(ip)}`,
  tries: 20,
  windowSeconds: 600,
});

const others = ["HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export function extractionRoutes(app: FastifyInstance, services: Services): void {
  // Link previews send HEAD requests, which would cost as much as a GET.
  const options = { exposeHeadRoute: false, config: { share: "gate" } } as const;
  app.get<{ Querystring: Query }>(extractPath, options, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const ip = clientIp(request);
    const { query } = request;
    try {
      const passage = {
        identify: () => linkOf(services, ip, query.token),
        permit: () => ({ ip, lang: asLang(query.lang), query }),
        // Opening ports waits for gateways, in a queue of its own.
        turnOf: ({ accountId }: LinkRow) => ({ share: services.shares.outside, caller: accountId }),
      };
      const { proxies, format, separator } = await passGate(
        services,
        { request, reply },
        passage,
        (link, asking) => extract(services, link, asking),
      );
      return reply.type(extractionTypes[format]).send(extractionText(format, proxies, separator));
    } catch (error) {
      return refuse(reply, error, request);
    }
  });
  app.route({
    method: others,
    url: extractPath,
    // Refuse before the body is read.
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store").header("allow", "GET");
      const { status, body } = refusalEnvelope(new Refusal("methodNotAllowed"), langOf(request));
      return reply.status(status).send(body);
    },
    handler: () => undefined,
  });
}

const langOf = ({ query }: FastifyRequest) => asLang((query as Query).lang);

/**
 * Finds the link of a token.
 * @throws Refusal linkNotFound, tooManyTries (a network that guesses tokens, outside the lab)
 */
async function linkOf(services: Services, ip: string, token: unknown): Promise<LinkRow> {
  const limits = services.env.lab ? [] : [rateLimitOf(ip)];
  if (limits.length > 0) await refuseWhenReached(services, limits);
  const hash = typeof token === "string" ? hashOf(token) : null;
  const link = hash === null ? null : await linkByHash(services.db, hash);
  if (link !== null) return link;
  await countTry(services, limits);
  throw new Refusal("linkNotFound", { field: "token" });
}

/** A list of proxies has no envelope, so refusals are distinguished by the HTTP status. */
const refusedStatus = 403;

function refuse(reply: FastifyReply, error: unknown, request: FastifyRequest) {
  // Internal errors are left to the common error handler.
  if (!(error instanceof Refusal)) throw error;
  const { status, body } = refusalEnvelope(error, langOf(request));
  return reply.status(status >= 500 ? status : refusedStatus).send(body);
}
