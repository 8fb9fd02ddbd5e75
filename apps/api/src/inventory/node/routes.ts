/** `POST /link/join` (spec/nodes#joining): JSON in, JSON out; refusals are 403 with `reason`. */
import { joinRefusals } from "@turnpike/contract/node.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Services } from "../../platform/services.ts";
import { joinNode } from "./join.ts";

const bodyLimitBytes = 4_096;
const question = z.object({ secret: z.string().max(200), publicKey: z.string().max(100) });

export function nodeRoutes(app: FastifyInstance, services: Services): void {
  app.post("/link/join", { bodyLimit: bodyLimitBytes }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const { success, data } = question.safeParse(request.body);
    if (!success) return reply.status(400).send({ reason: "badField", msg: "secret, publicKey" });
    const answer = await joinNode(services, data);
    if (!("refused" in answer)) return answer;
    return reply.status(403).send({ reason: answer.refused, msg: joinRefusals[answer.refused] });
  });
}
