import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { click, type } from "../../testing/person.ts";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { CardsTab } from "./CardsTab.tsx";

const card = {
  id: "c1",
  brand: "visa",
  lastFour: "4242",
  expiryMonth: 12,
  expiryYear: 2039,
  createdAt: "2026-03-01T10:00:00.000Z",
};
const off = {
  enabled: false,
  thresholdCents: 1_000,
  amountCents: 5_000,
  monthCents: 20_000,
  cardId: null as string | null,
  spentCents: 0,
  refusals: 0,
  stoppedAt: null as string | null,
};
const method = { id: "card", kind: "card", title: "Card", minCents: 50, reversible: true };

function show(answers: Answers) {
  const methods = () => ({ items: [method] });
  return showScreen({
    screen: CardsTab,
    area: "setting-cards",
    path: "/cli/setting?tab=cards",
    answers: {
      "/v1/paymentMethods": methods,
      "/v1/cards": () => ({ items: [card] }),
      "/v1/autoTopUp": () => off,
      ...answers,
    },
  });
}
const flip = async () =>
  fireEvent.click(await screen.findByRole("switch", { name: /^Top up by itself/ }));
const save = () => click("Save auto top-up");

test("without a card there is nothing to switch on, and a card can be saved", async () => {
  await show({ "/v1/cards": () => ({ items: [] }) });
  await screen.findByText("No card is saved");
  await screen.findByText("Save a card first.");
  expect(screen.getByRole("switch")).toHaveProperty("disabled", true);
  screen.getByRole("button", { name: "Save a card" });
});

test("an installation without card payments offers none", async () => {
  await show({
    "/v1/cards": () => ({ items: [] }),
    "/v1/paymentMethods": () => ({ items: [] }),
  });
  await screen.findByText("Cards cannot be saved here");
  expect(screen.queryByRole("button", { name: "Save a card" })).toBeNull();
});

test("the only card is chosen at once; sums are sent in cents, and the month's limit holds one charge", async () => {
  let now = off;
  const { askedOf } = await show({
    "/v1/autoTopUp": ({ enabled }) => {
      if (enabled) now = { ...off, enabled: true, cardId: "c1" };
      return now;
    },
  });
  await screen.findByText("Visa •••• 4242");
  await flip();
  type("At most each month", "20");
  save();
  await screen.findByText("At least the sum to recharge");
  type("At most each month", "120");
  save();
  await screen.findByText("Auto top-up is on.");
  expect(askedOf("/v1/autoTopUp").find(({ enabled }) => enabled)).toMatchObject({
    enabled: "1",
    cardId: "c1",
    thresholdCents: "1000",
    amountCents: "5000",
    monthCents: "12000",
  });
  await screen.findByText("Auto top-up");
});

test("refusals, the month's limit and why it is off are said", async () => {
  const on = { ...off, enabled: true, cardId: "c1", spentCents: 17_500, refusals: 2 };
  await show({ "/v1/autoTopUp": () => on });
  await screen.findByText("This month: $175.00 of at most $200.00.");
  screen.getByText(/refused 2 times in a row/);
  screen.getByText(/leaves no room/);
});

test("after three refusals it says so, and can be switched on again", async () => {
  const stopped = { ...off, cardId: "c1", refusals: 3, stoppedAt: "2026-03-03T11:00:00.000Z" };
  await show({ "/v1/autoTopUp": () => stopped });
  await screen.findByText(/was switched off on/);
  await waitFor(() => expect(screen.getByRole("switch")).toHaveProperty("disabled", false));
});
