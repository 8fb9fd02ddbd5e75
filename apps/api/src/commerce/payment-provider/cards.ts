/** What a provider can do with cards that customers save there. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Page, ProviderEvent } from "./provider.ts";

/** A card as the provider describes it; its number stays there. */
export interface EnteredCard {
  /** The provider's id of the card. */
  ref: string;
  brand: string;
  lastFour: string;
  expiryMonth: number;
  expiryYear: number;
  /** The same for the same card of any account. */
  fingerprint: string | null;
  country: string | null;
}

/** What needs a page where a person enters a card. */
export interface CardPageRequest {
  setupId: string;
  accountId: string;
  email: string;
  lang: Lang;
  /** The customer's record at the provider; null if there is none yet. */
  customerRef: string | null;
  /** The page opened before, which may have expired. */
  before: Page | null;
}

export interface CardCharge {
  /** The provider charges once for a payment, however often we ask. */
  paymentId: string;
  amountCents: number;
  description: string;
  customerRef: string;
  cardRef: string;
  /** Asked for before, with an answer that may have been lost. */
  isRepeated: boolean;
  /** False: nothing is charged any more, only told what came of it. */
  isWanted: boolean;
}

export type ChargeOutcome =
  | { what: "paid"; event: ProviderEvent }
  /** The card's bank refused. */
  | { what: "refused"; reason: string }
  /** It was not charged, and is no longer wanted. */
  | { what: "ended" }
  /** The bank wants the card's holder to confirm. */
  | { what: "person" }
  /** Under way: the provider tells later. */
  | { what: "underway" };

/** Every method throws if the provider is unreachable. */
export interface CardVault {
  /** Where a person begins to enter a card; our own route, so that asking for one costs no request. */
  address(setupId: string): string;
  /** The page to enter a card at, and the customer's record; `page` is null once a card is there. */
  open(request: CardPageRequest): Promise<{ page: Page | null; customerRef: string }>;
  /** The card that was entered at a page; null if none was. */
  entered(pageRef: string): Promise<EnteredCard | null>;
  charge(charge: CardCharge): Promise<ChargeOutcome>;
  /** Removes a card, or the customer's record with all cards; nothing happens if it is gone. */
  remove(ref: string): Promise<void>;
}
