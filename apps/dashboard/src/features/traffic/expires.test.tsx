import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { page } from "../../testing/page.ts";
import { type Answers, showScreen } from "../../testing/screen.tsx";
import { shopAnswers } from "../../testing/shop.ts";
import { TrafficPlan } from "./TrafficPlan.tsx";

const GB = 1_000_000_000;
const info = { balanceBytes: 5 * GB, usedBytes: GB, allocatedBytes: GB, enterprise: false };
const plan = {
  sku: "month",
  kind: "traffic",
  name: "A month",
  unit: "GB",
  description: null,
  badge: null,
  identity: null,
  trial: false,
  enterprise: false,
  days: null,
  validDays: 30,
  region: null,
  minQty: 1,
  maxQty: 100,
  stepQty: 1,
  tiers: [{ fromQty: 1, unitMicros: 2_000_000 }],
};
const answers: Answers = {
  ...shopAnswers,
  "/v2/priceList": () => ({ products: [plan] }),
  "/v1/subUsers": () => page([]),
};
const show = (expires: object[] | undefined) =>
  showScreen({
    screen: TrafficPlan,
    area: ["traffic-use", "buy", "lines", "formats", "manager", "explain"],
    path: "/cli/traffic-use?dialog=buy",
    answers: { ...answers, "/v1/trafficInfo": () => ({ ...info, expires }) },
  });

test("traffic that ends is listed, and the plan says for how long it can be used (spec/money#expiry)", async () => {
  await show([{ pool: "residential", bytes: 3 * GB, at: "2026-03-04T10:00:00.000Z" }]);
  await screen.findByText(/^3 GB ends on Mar 4, 2026/);
  await screen.findByText("Can be used for 30 days after the purchase.");
});

test("nothing is said of ends where none is, as by the API of the release before", async () => {
  await show(undefined);
  await screen.findByText("Can be used for 30 days after the purchase.");
  expect(screen.queryByText(/ends on/)).toBeNull();
});
