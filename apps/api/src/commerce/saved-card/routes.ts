/**
 * `GET /pay/card/:id`: opens the provider's page where a person enters a card, and saves the card
 * when they come back.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { FastifyInstance } from "fastify";
import { contactOf } from "../../identity/account/addresses.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { requireOutside } from "../../platform/outside-questions.ts";
import { inNetworkShare } from "../../platform/http/route-shares.ts";
import type { Services } from "../../platform/services.ts";
import { cardsAddress } from "../payment-provider/addresses.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import { saveEntered, vaultOf } from "./save.ts";
import { type CardSetup, customerOf, findSetup, saveSetupPage } from "./store/setups.ts";

/** A page can be opened for so long after it was asked for. */
const LIFETIME_MS = 24 * 3_600_000;

export function cardRoutes(app: FastifyInstance, services: Services): void {
  const { db, log, shares, world } = services;
  const home = () => cardsAddress(paymentEnv(services));
  app.get<{ Params: { id: string }; Querystring: { returned?: string } }>(
    "/pay/card/:id",
    { config: { share: "own" } },
    async (request, reply) => {
      const { id } = request.params;
      reply.header("cache-control", "no-store");
      const setup = await inNetworkShare(shares, { request, reply }, async () => {
        const found = isUuid(id) ? await findSetup(db, id) : null;
        if (!found) reply.status(404);
        return found;
      });
      const isOver = !setup || setup.createdAt.getTime() + LIFETIME_MS < world.now();
      if (isOver) return reply.redirect(home(), 303);
      try {
        if (request.query.returned === undefined) {
          requireOutside(services, { whom: "payments", accountId: setup.accountId });
          const url = await shares.outside.run({ caller: setup.accountId }, () =>
            openPage(services, setup),
          );
          if (url !== null) return await reply.redirect(url, 303);
        }
        // The event about it comes anyway.
        requireOutside(services, { whom: "payments", accountId: setup.accountId });
        await saveEntered(services, id);
      } catch (error) {
        if (!(error instanceof Refusal))
          log.error({ err: error, setup: id }, "card page open failed");
        return reply.redirect(`${home()}?away=1`, 303);
      }
      return reply.redirect(home(), 303);
    },
  );
}

/** The page to enter a card at; null if one was entered. */
async function openPage(services: Services, setup: CardSetup): Promise<string | null> {
  const { db } = services;
  const vault = vaultOf(services, setup.provider);
  if (!vault) throw new Error(`payment provider not set up: ${setup.provider}`);
  const { to: email, lang } = await contactOf(db, setup.accountId);
  const { page, customerRef } = await vault.open({
    setupId: setup.id,
    accountId: setup.accountId,
    email,
    lang,
    customerRef: await customerOf(db, setup),
    before: setup.page,
  });
  await transaction(db, (tx) => saveSetupPage(tx, { setup, page, customerRef }));
  return page?.url ?? null;
}
