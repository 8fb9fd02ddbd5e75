/** Saved cards: what a customer sees of them, and the page to enter one (spec/money#saved-cards). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { maxSavedCards } from "@turnpike/rules/top-up.ts";
import { remainingUnderCap } from "../../identity/account/cap.ts";
import { lockAccountRow, lockOpenAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { providerOf } from "../payment/start.ts";
import { cardsOf, deleteCard, findCard, type SavedCard } from "./store/cards.ts";
import { countSetups, insertSetup } from "./store/setups.ts";

/** Pages of an account within an hour. */
const maxCardPages = 20;
const HOUR_MS = 3_600_000;

const present = ({ id, brand, lastFour, expiryMonth, expiryYear, createdAt }: SavedCard) => ({
  id,
  brand,
  lastFour,
  expiryMonth,
  expiryYear,
  createdAt: createdAt.toISOString(),
});

export function cardCalls(services: Services): Pick<Handlers, "cards" | "cardAdd" | "cardDel"> {
  const { db, world } = services;
  return {
    async cards(_question, { accountId }) {
      return { items: (await cardsOf(db, accountId)).map(present) };
    },

    async cardAdd(_question, { accountId }) {
      const provider = providerOf(services, "card");
      if (!provider.cards) throw new Refusal("paymentMethodUnavailable");
      const id = world.id();
      await transaction(db, async (tx) => {
        await lockOpenAccount(tx, accountId);
        const since = new Date(world.now() - HOUR_MS);
        const pages = () => countSetups(tx, { accountId, since });
        await remainingUnderCap(tx, {
          accountId,
          of: "card pages",
          limit: maxCardPages,
          count: pages,
        });
        if ((await cardsOf(tx, accountId)).length >= maxSavedCards)
          throw new Refusal("tooMany", { limit: maxSavedCards });
        const createdAt = new Date(world.now());
        await insertSetup(tx, { id, accountId, provider: provider.name, createdAt });
      });
      return { url: provider.cards.address(id) };
    },

    async cardDel({ id }, { accountId }) {
      await transaction(db, async (tx) => {
        // Not shared: a charge that begins now reads the card that is deleted here.
        await lockAccountRow(tx, accountId);
        const found = isUuid(id) ? await findCard(tx, { id, accountId }) : null;
        if (!found) throw new Refusal("cardNotFound");
        await deleteCard(tx, { accountId, id });
      });
      return {};
    },
  };
}
