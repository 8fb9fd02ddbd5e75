/** Limits a server's connections and refuses requests beyond what may be processed at once. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkMatcher } from "@turnpike/rules/network.ts";
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { bareHeaders } from "./as-refusal.ts";
import { Connections } from "./connections.ts";
import { refusalEnvelope } from "./envelope.ts";

const RETRY_AFTER_SECONDS = 2;

/** Adds the limits. Must be called before any route or other hook is added. */
export function limitConnections(
  app: FastifyInstance,
  { metrics, log, env }: Pick<Services, "metrics" | "log" | "env">,
  { name, room: maxConnections }: { name: "api" | "console" | "lookup"; room: number },
): void {
  const isTrusted = networkMatcher(env.TRUSTED_PROXIES);
  const connections = new Connections(app.server, {
    name,
    maxConnections,
    metrics,
    log,
    isTrusted,
  });
  app.server.once("listening", () => connections.handleAcceptErrors(app.server));
  app.addHook("onRequest", async (request, reply) => {
    if (!connections.isOverLimit(request.raw)) return undefined;
    metrics.countShareRefusal("connections");
    const refusal = new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    return reply
      .status(429)
      .headers({ ...bareHeaders, connection: "close", "retry-after": RETRY_AFTER_SECONDS })
      .send(refusalEnvelope(refusal, "en").body);
  });
}
