import { expect, test } from "vitest";
import { cardEnd, cardName, isOver } from "./card-text.ts";

const card = {
  id: "c1",
  brand: "mastercard",
  lastFour: "4444",
  expiryMonth: 4,
  expiryYear: 2029,
  createdAt: "2026-03-01T10:00:00.000Z",
};

test("A card is named by its network and last digits, also one that nobody here knows", () => {
  expect(cardName(card)).toBe("Mastercard •••• 4444");
  expect(cardName({ ...card, brand: "girocard" })).toBe("girocard •••• 4444");
  expect(cardEnd(card)).toBe("04/2029");
});

test("A card is over when its last month is", () => {
  expect(isOver(card, Date.parse("2029-04-30T23:59:59Z"))).toBe(false);
  expect(isOver(card, Date.parse("2029-05-01T00:00:00Z"))).toBe(true);
});
