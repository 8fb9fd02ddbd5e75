/** Saves cards that were entered at a provider's page (spec/money#saved-cards). */
import { maxSavedCards } from "@turnpike/rules/top-up.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import { providerByName } from "../payment-method/registry.ts";
import { paymentEnv } from "../payment-method/stored-keys.ts";
import type { CardVault, EnteredCard } from "../payment-provider/cards.ts";
import { cardsOf, insertCard } from "./store/cards.ts";
import { type CardSetup, findSetup, setSaved } from "./store/setups.ts";

/** Where cards can be saved here; null if nowhere. */
export function vaultOf(services: Services, provider: string): CardVault | null {
  return providerByName(paymentEnv(services), provider)?.cards ?? null;
}

/** Saves the card of a setup, once; one beyond the limit of an account is not kept. */
export async function saveCard(
  services: Services,
  setup: CardSetup,
  entered: EnteredCard,
): Promise<void> {
  const { accountId, provider } = setup;
  await transaction(services.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.closed) return;
    const createdAt = new Date(services.world.now());
    if (!(await setSaved(tx, { id: setup.id, now: createdAt }))) return;
    if ((await cardsOf(tx, accountId)).length >= maxSavedCards) return;
    await insertCard(tx, { ...entered, id: services.world.id(), accountId, provider, createdAt });
  });
}

/** Saves the card that was entered at the page of a setup, if one was. */
export async function saveEntered(services: Services, setupId: string): Promise<void> {
  const setup = isUuid(setupId) ? await findSetup(services.db, setupId) : null;
  const vault = setup && vaultOf(services, setup.provider);
  if (!setup?.page || setup.savedAt !== null || !vault) return;
  const entered = await vault.entered(setup.page.ref);
  if (entered) await saveCard(services, setup, entered);
}
