/** Where payment providers and their pages reach us. */
import type { FastifyInstance } from "fastify";
import type { Services } from "../../services.ts";
import { sandboxRoutes } from "./sandbox-routes.ts";

export async function paymentRoutes(app: FastifyInstance, services: Services): Promise<void> {
  if (services.env.lab) sandboxRoutes(app, services);
}
