/**
 * Readiness (spec/environment#health): the database takes writes and its disk is not full; the
 * migrations have run before anything listens. Gateways are information: they may be connected to
 * another API.
 */
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { success } from "./envelope.ts";
import { gatewaysConnected } from "../gateways.ts";
import { writeProbe } from "./readiness.ts";

export function healthRoutes(app: FastifyInstance, services: Services): void {
  const writes = writeProbe(services);
  app.get("/healthz", async () => success({ up: true }));
  app.get("/readyz", async (_request, reply) => {
    const disk = services.disk?.() ?? "ok";
    const ready = (await writes()) && disk !== "full";
    const here = services.gateways?.() ?? 0;
    const gateways = ready ? await gatewaysConnected(services).catch(() => here) : here;
    const data = { database: ready, gateways, disk };
    return reply
      .status(ready ? 200 : 503)
      .send(ready ? success(data) : { code: 503, msg: "", data });
  });
}
