/** Counts every answered call by its route and its envelope's code. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "../metrics.ts";

/** Answers without an envelope (pages, streams of events) are not counted. */
export function measureCalls(app: FastifyInstance, metrics: Metrics): void {
  const codes = new WeakMap<FastifyRequest, number>();
  app.addHook("preSerialization", async (request, _reply, payload) => {
    const code = (payload as { code?: unknown } | null)?.code;
    if (typeof code === "number") codes.set(request, code);
    return payload;
  });
  app.addHook("onResponse", async (request, reply) => {
    const code = codes.get(request);
    if (code === undefined) return;
    metrics.called(request.routeOptions.url ?? "unknown", code, reply.elapsedTime / 1_000);
  });
}
