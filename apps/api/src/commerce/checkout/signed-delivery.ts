/** A payment provider's delivery: its signature is proved before anything reads the database. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { inNetworkShare } from "../../platform/http/route-shares.ts";
import type { Services } from "../../platform/services.ts";

export const ownShare = { config: { share: "own" } } as const;

/**
 * Proves a delivery within the share of the sender's network, so that a flood of false ones delays
 * only the network that it comes from; then handles it in the provider's own share. The status tells
 * the provider to try again if it had to wait too long.
 */
export async function receiveDelivery<Delivery>(
  { shares, log }: Services,
  { provider, request, reply }: { provider: string; request: FastifyRequest; reply: FastifyReply },
  prove: () => Promise<Delivery | null>,
  handle: (delivery: Delivery) => Promise<void>,
): Promise<unknown> {
  try {
    const delivery = await inNetworkShare(shares, { request, reply }, async () => {
      const proved = await prove();
      if (proved === null) reply.status(400);
      return proved;
    });
    if (delivery === null) {
      log.warn({ provider }, "webhook refused: bad or stale signature");
      return await reply.status(400).send({ error: "signature" });
    }
    await shares.providers.run({ caller: provider }, () => handle(delivery));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return reply.status(503).header("retry-after", "5").send({ error: error.reason });
  }
  return reply.status(200).send({ received: true });
}
