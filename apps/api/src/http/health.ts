/** Readiness (contract §14). */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { success } from "./envelope.ts";

export function healthRoutes(app: FastifyInstance, services: Services): void {
  app.get("/healthz", async () => success({ up: true }));
  app.get("/readyz", async (_request, reply) => {
    const gateways = services.gateways?.() ?? 0;
    const database = await sql`select 1`.execute(services.db).then(
      () => true,
      () => false,
    );
    const ready = database && gateways > 0;
    const body = ready
      ? success({ database, gateways })
      : { code: 503, msg: "", data: { database, gateways } };
    return reply.status(ready ? 200 : 503).send(body);
  });
}
