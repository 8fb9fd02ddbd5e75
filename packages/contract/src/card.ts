/** Saved cards and auto top-up (spec/money#saved-cards, spec/money#auto-top-up). */
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { z } from "zod";
import { call } from "./call.ts";
import { at, cents, flag, id, integer, optional } from "./fields.ts";
import { reasons } from "./reasons.ts";
import { freshProof } from "./session.ts";

const exampleCard = "7d0c3f3e-52a1-4a68-9c0b-2f5a0d1b6e44";

export const savedCard = z
  .object({
    id: z.string().describe("The card's ID, as `cardId` of `/v1/autoTopUp` takes it."),
    brand: z.string().describe("The card's network, such as `visa`."),
    lastFour: z.string().describe("The last four digits of its number."),
    expiryMonth: z.int().describe("The month in which it ends, from 1 to 12."),
    expiryYear: z.int().describe("The year in which it ends."),
    createdAt: at.describe("The time it was saved."),
  })
  .meta({ id: "SavedCard", description: "A card that can be charged without its holder." });

export const cards = call({
  path: "/v1/cards",
  access: "money",
  allowedInStaffView: true,
  waitsForGateways: false,
  summary: "Lists the cards that are saved.",
  tag: "Money",
  request: {},
  response: { items: z.array(savedCard).describe("The cards, newest first.") },
  example: {
    request: {},
    response: {
      items: [
        {
          id: exampleCard,
          brand: "visa",
          lastFour: "4242",
          expiryMonth: 4,
          expiryYear: 2029,
          createdAt: "2026-03-01T10:00:00.000Z",
        },
      ],
    },
  },
});

export const cardAdd = call({
  path: "/v1/cardAdd",
  access: "money",
  needsVerifiedEmail: true,
  waitsForGateways: false,
  summary: "Begins to save a card: a person enters it at the provider's page.",
  description: "The card is in `/v1/cards` when the person comes back.",
  tag: "Money",
  request: {},
  response: { url: z.string().describe("The page where a person enters the card, for a day.") },
  refusals: ["paymentMethodUnavailable", "tooMany", "sessionInvalid"],
  example: {
    request: {},
    response: { url: "https://proxy.example.com/pay/card/5a4b1c0e-7d2f-4b8e-9a54-0f4d2c9b7e12" },
  },
});

export const cardDel = call({
  path: "/v1/cardDel",
  access: "money",
  waitsForGateways: false,
  summary: "Deletes a saved card; auto top-up with it ends.",
  tag: "Money",
  request: { id: id().describe("The card, by its ID.") },
  response: {},
  refusals: ["cardNotFound", "sessionInvalid"],
  example: { request: { id: exampleCard }, response: {} },
});

const sum = (least: number) => optional(integer(least, rechargeCents.most, "badAmount"));

export const autoTopUp = call({
  path: "/v1/autoTopUp",
  access: "money",
  needsVerifiedEmail: true,
  waitsForGateways: false,
  summary: "Sets whether a saved card is charged when the wallet falls below a threshold.",
  description:
    "Without `enabled` it returns what is set. Fields that are absent stay as they are. To switch it on, or change it while it is on, needs a fresh proof: `password`, `confirmCode`, or `mfaCode` if a second factor is bound. A charge is a recharge, with its bonus, tax and invoice. After three refusals in a row it is switched off; saving it again begins anew.",
  tag: "Money",
  request: {
    enabled: optional(flag()).describe("1 to switch it on, 0 to switch it off."),
    thresholdCents: sum(1).describe(
      "The card is charged when the wallet is below this sum, in US cents.",
    ),
    amountCents: sum(rechargeCents.least).describe(
      "The sum to recharge, in US cents; 500 at least.",
    ),
    monthCents: sum(rechargeCents.least).describe(
      "The most to charge in a calendar month (UTC), tax included, in US cents.",
    ),
    cardId: optional(id()).describe("The card, by its ID."),
    ...freshProof,
  },
  response: {
    enabled: z.boolean().describe("True if it is on."),
    thresholdCents: cents.describe(
      "The card is charged when the wallet is below this sum, in US cents.",
    ),
    amountCents: cents.describe("The sum to recharge, in US cents."),
    monthCents: cents.describe("The most to charge in a calendar month (UTC), in US cents."),
    cardId: z.string().nullable().describe("The card that is charged; null if there is none."),
    spentCents: cents.describe("The sum of this month's charges so far, in US cents."),
    refusals: z.int().describe("How often in a row the card was refused."),
    stoppedAt: at.nullable().describe("The time it was switched off after refusals; else null."),
  },
  refusals: ["badAmount", "cardNotFound", "sessionInvalid", ...reasons.freshProof],
  example: {
    request: {
      enabled: true,
      thresholdCents: 1_000,
      amountCents: 5_000,
      monthCents: 20_000,
      cardId: exampleCard,
      password: "Example-Pass-1",
    },
    response: {
      enabled: true,
      thresholdCents: 1_000,
      amountCents: 5_000,
      monthCents: 20_000,
      cardId: exampleCard,
      spentCents: 0,
      refusals: 0,
      stoppedAt: null,
    },
  },
});

export const cardCalls = { cards, cardAdd, cardDel, autoTopUp };
