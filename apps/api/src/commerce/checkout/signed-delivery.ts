/** A payment provider's delivery: its signature is proved before anything reads the database. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { networkOf } from "@turnpike/rules/network-of.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { clientIp } from "../../platform/http/client-ip.ts";
import { disconnectSignal } from "../../platform/http/disconnect.ts";
import { inNetworkShare } from "../../platform/http/route-shares.ts";
import { inMemory } from "../../platform/in-memory.ts";
import type { Services } from "../../platform/services.ts";
import { TokenBuckets } from "../../platform/token-buckets.ts";

export const ownShare = { config: { share: "own" } } as const;

/**
 * False deliveries of a network where a proof costs a question to the provider, who would end our
 * access before the stranger's.
 */
const falseDeliveries = inMemory(() => ({
  ofNetwork: new TokenBuckets({ burst: 300, perHour: 1_200 }),
  // Whoever has thousands of networks: refused ones are sent again, and payments are polled.
  ofAll: new TokenBuckets({ burst: 1_000, perHour: 3_600 }),
}));

/**
 * Proves a delivery within the share of the sender's network, so that a flood of false ones delays
 * only the network that it comes from; a proof that asks the provider takes long, and has a share of
 * its own. Then handles it in the provider's own share. The status tells the provider to try again if
 * it had to wait too long.
 */
export async function receiveDelivery<Delivery>(
  services: Services,
  {
    provider,
    asks = false,
    request,
    reply,
  }: {
    provider: string;
    /** Proving a delivery asks the provider. */
    asks?: boolean | undefined;
    request: FastifyRequest;
    reply: FastifyReply;
  },
  prove: () => Promise<Delivery | null>,
  handle: (delivery: Delivery) => Promise<void>,
): Promise<unknown> {
  const { shares, log } = services;
  const tries = falseDeliveries(services);
  const network = `${provider} ${networkOf(clientIp(request))}`;
  try {
    const mayAsk =
      !asks || (tries.ofNetwork.takeAll(network, 1) && tries.ofAll.takeAll(provider, 1));
    if (!mayAsk) throw new Refusal("tooManyTries", { retryAfterSeconds: 5 });
    const delivery = asks
      ? await shares.proofs.run({ caller: network, signal: disconnectSignal(reply) }, prove)
      : await inNetworkShare(shares, { request, reply }, async () => {
          const proved = await prove();
          if (proved === null) reply.status(400);
          return proved;
        });
    if (asks && delivery !== null) {
      tries.ofNetwork.giveBack(network, 1);
      tries.ofAll.giveBack(provider, 1);
    }
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
