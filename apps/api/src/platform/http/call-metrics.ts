/** Counts calls by route, envelope code and the reason of a refusal. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "../metrics/metrics.ts";

/** Adds the hooks. Responses without an envelope (pages, event streams) are not counted. */
export function measureCalls(app: FastifyInstance, metrics: Metrics): void {
  const codes = new WeakMap<FastifyRequest, number>();
  const pathOf = (request: FastifyRequest) => request.routeOptions.url ?? "unknown";
  app.addHook("preSerialization", async (request, _reply, payload) => {
    const { code, data } = (payload ?? {}) as { code?: unknown; data?: { reason?: unknown } };
    if (typeof code === "number") codes.set(request, code);
    if (code !== 0 && typeof data?.reason === "string")
      metrics.countRefusal(pathOf(request), data.reason);
    return payload;
  });
  app.addHook("onResponse", async (request, reply) => {
    const code = codes.get(request);
    if (code === undefined) return;
    metrics.countCall(pathOf(request), code, reply.elapsedTime / 1_000);
  });
}
