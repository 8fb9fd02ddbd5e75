/**
 * `POST /link/join` (spec/nodes#joining): JSON in, JSON out; refusals are 403 with `reason`, and 429
 * once a network has sent too many lines that are refused.
 */
import { joinRefusals } from "@turnpike/contract/node.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { countTry, type RateLimit } from "../../identity/session/rate-limit.ts";
import { clientIp } from "../../platform/http/client-ip.ts";
import type { Services } from "../../platform/services.ts";
import { joinNode } from "./join.ts";

const bodyLimitBytes = 4_096;
const question = z.object({ secret: z.string().max(200), publicKey: z.string().max(100) });

/** Only refused lines count: a right one joins, whatever its neighbours have tried. */
const rateLimitOf = (ip: string): RateLimit => ({
  key: `join ${networkOf(ip)}`,
  tries: 20,
  windowSeconds: 3_600,
});

/** Counts a refused line; returns the seconds to wait if there were too many. */
async function countRefused(services: Services, ip: string): Promise<number | null> {
  try {
    await countTry(services, [rateLimitOf(ip)]);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Number(error.details.retryAfterSeconds);
  }
}

export function nodeRoutes(app: FastifyInstance, services: Services): void {
  app.post("/link/join", { bodyLimit: bodyLimitBytes }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const { success, data } = question.safeParse(request.body);
    if (!success) return reply.status(400).send({ reason: "badField", msg: "secret, publicKey" });
    const answer = await joinNode(services, data);
    if (!("refused" in answer)) return answer;
    const retryAfterSeconds = await countRefused(services, clientIp(request));
    if (retryAfterSeconds === null)
      return reply.status(403).send({ reason: answer.refused, msg: joinRefusals[answer.refused] });
    const msg = "too many join lines of this network were refused";
    reply.status(429).header("retry-after", retryAfterSeconds);
    return reply.send({ reason: "tooManyTries", msg, retryAfterSeconds });
  });
}
