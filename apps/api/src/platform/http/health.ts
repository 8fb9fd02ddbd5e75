/**
 * Readiness (spec/environment#health): the database takes writes, its disk is not full, and a
 * gateway is connected; the migrations have run before anything listens.
 */
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { success } from "./envelope.ts";
import { writeProbe } from "./readiness.ts";

export function healthRoutes(app: FastifyInstance, services: Services): void {
  const writes = writeProbe(services);
  app.get("/healthz", async () => success({ up: true }));
  app.get("/readyz", async (_request, reply) => {
    const gateways = services.gateways?.() ?? 0;
    const disk = services.disk?.() ?? "ok";
    const database = (await writes()) && disk !== "full";
    const ready = database && gateways > 0;
    const data = { database, gateways, disk };
    return reply
      .status(ready ? 200 : 503)
      .send(ready ? success(data) : { code: 503, msg: "", data });
  });
}
