/** `GET /rotate?token=`: a program changes the address of one static IP (spec/supply#modems). */
import { asLang, Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyInstance } from "fastify";
import { refusalEnvelope, success } from "../../platform/http/envelope.ts";
import type { Services } from "../../platform/services.ts";
import { rotateByToken } from "./rotate.ts";

/** Answers 200, 429 with `data.retryAfter`, else 404; the body is the envelope of all calls. */
export function rotateRoute(app: FastifyInstance, services: Services): void {
  app.get("/rotate", { exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    void reply.header("cache-control", "no-store");
    try {
      return success(await rotateByToken(services, typeof token === "string" ? token : ""));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const lang = asLang((request.headers["accept-language"] ?? "").slice(0, 2).toLowerCase());
      const { retryAfter } = error.details;
      if (retryAfter !== undefined) void reply.header("retry-after", retryAfter);
      reply.status(retryAfter === undefined ? 404 : 429);
      return refusalEnvelope(error, lang).body;
    }
  });
}
