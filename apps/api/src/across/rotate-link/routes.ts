/** `GET /rotate?token=`: a program changes the address of one proxy (spec/api#rotate). */
import { asLang, Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyInstance } from "fastify";
import { refusalEnvelope, success } from "../../platform/http/envelope.ts";
import type { Services } from "../../platform/services.ts";
import { readRotateToken } from "../../platform/rotate-token.ts";
import { rotateStaticByToken } from "../../products/static/rotate.ts";
import { type Rotated, rotateSession } from "../../products/sub-account/rotate-session.ts";
import { rotatePort } from "../../products/unlimited/rotate-port.ts";

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

/**
 * Changes the address of what the token belongs to: a static IP, a port of an unlimited plan, or a
 * session of a sub-account. Nothing is said of what cannot be used.
 * @throws Refusal linkNotFound, tooSoon, rotationFailed
 */
async function rotateByToken(services: Services, text: string): Promise<Rotated> {
  const token = readRotateToken(text);
  if (token === null) throw new Refusal("linkNotFound");
  const { sid } = token;
  if (sid !== null) return rotateSession(services, { ...token, sid });
  const rotated =
    (await rotateStaticByToken(services, token)) ?? (await rotatePort(services, token));
  if (rotated === null) throw new Refusal("linkNotFound");
  return rotated;
}
