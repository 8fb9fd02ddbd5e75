/** The sandbox's cards: what they do when they are charged stands in their ids (spec/lab#cards). */
import type { Environment } from "@turnpike/contract/environment.ts";
import type { CardCharge, CardVault, ChargeOutcome, EnteredCard } from "./cards.ts";

/** What a card does: it pays, its bank declines, or its bank wants the holder. */
export const cardOutcomes = ["paid", "failed", "person"] as const;
export type CardOutcome = (typeof cardOutcomes)[number];

const lastFour: Record<CardOutcome, string> = { paid: "4242", failed: "0341", person: "3155" };

/** The card that was chosen at the sandbox's page; `ref` names its setup. */
export function sandboxCard(
  outcome: CardOutcome,
  { ref, fingerprint, country }: { ref: string; fingerprint: string; country: string },
): EnteredCard {
  return {
    ref: `${outcome} ${ref}`,
    brand: "visa",
    lastFour: lastFour[outcome],
    expiryMonth: 12,
    expiryYear: 2_039,
    fingerprint,
    country,
  };
}

export function sandboxCards(env: Environment): CardVault {
  const address = (setupId: string) => `${env.publicUrl}/lab/card/${setupId}`;
  return {
    address,
    open: async ({ setupId, accountId }) => ({
      page: { ref: setupId, url: address(setupId) },
      customerRef: accountId,
    }),
    // Its page saves the card itself.
    entered: async () => null,
    charge: async (charge) => outcomeOf(charge),
    remove: async () => undefined,
  };
}

function outcomeOf({ cardRef, paymentId, amountCents, isWanted }: CardCharge): ChargeOutcome {
  if (!isWanted) return { what: "ended" };
  if (cardRef.startsWith("person ")) return { what: "person" };
  if (cardRef.startsWith("failed ")) return { what: "refused", reason: "declined" };
  const update = { what: "settled", receivedCents: amountCents } as const;
  return { what: "paid", event: { id: `${paymentId} charged`, paymentId, update } };
}
